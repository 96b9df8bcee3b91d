// The package `campione`: large-board chess.

export {
  Bisection,
  type BisectQuestion,
  type BisectReport,
  type BisectResult,
  type BisectStep,
  type ComparedMove,
  type DisputedMove,
  type Protocol,
  type SuperfluousMove,
} from './bisect.js';
export * from './board.js';
export { type EndgameMove, Endgames, type FilePart, type ReadPart } from './endgames.js';
export { Engine, type EngineOptions, type EngineWorker } from './engine.js';
export {
  AmbiguousMoveError,
  ArgumentError,
  ArrayError,
  CampioneError,
  EngineError,
  type Fault,
  FenError,
  IllegalMoveError,
  InvalidMoveError,
  MoveError,
  NotationError,
  PgnError,
  type Place,
  UnknownVariantError,
  VariantError,
} from './errors.js';
export type { Info, Limits, SearchResult, StopSignal } from './messages.js';
export * from './pgn.js';
export * from './variant.js';
