// The functions and classes of ffish.js by their names, with its texts: `import Module from 'campione/ffish'`.
//
// What differs on purpose: an unknown variant and a bad FEN are thrown as `CampioneError`, where ffish.js writes to the console or
// reads outside its memory; objects need no `delete()`, though it is there. Games that cannot be played here (with pieces in hand,
// for example) are unknown.

import { Board as OwnBoard, type MoveNotation } from './board.js';
import { ArgumentError, CampioneError, FenError, asText, badArgument, guard, words } from './errors.js';
import { type PgnGame, readPgn } from './pgn.js';
import { Variant, iniNames, variants as ownIds } from './variant.js';

/** A constant with a number, as Emscripten makes them. */
export interface Constant {
  readonly value: number;
}

function constants<Name extends string>(...names: Name[]): Readonly<Record<Name, Constant>> {
  return Object.freeze(
    Object.fromEntries(names.map((name, value) => [name, Object.freeze({ value })])) as Record<Name, Constant>,
  );
}

/** Notations of moves. Those of other games than ours are there by name and cannot be written. */
export const Notation = constants(
  'DEFAULT',
  'SAN',
  'LAN',
  'SHOGI_HOSKING',
  'SHOGI_HODGES',
  'SHOGI_HODGES_NUMBER',
  'JANGGI',
  'XIANGQI_WXF',
  'THAI_SAN',
  'THAI_LAN',
);

/** How games end. */
export const Termination = constants(
  'ONGOING',
  'CHECKMATE',
  'STALEMATE',
  'INSUFFICIENT_MATERIAL',
  'N_MOVE_RULE',
  'N_FOLD_REPETITION',
  'VARIANT_END',
);

function notationOf(notation: Constant | undefined): MoveNotation {
  switch (notation?.value ?? 0) {
    case 0:
    case 1:
      return 'san';
    case 2:
      return 'lan';
    default:
      throw badArgument('notation', 'here are Notation.DEFAULT, Notation.SAN and Notation.LAN; the others are of other games');
  }
}

/**
 * The games of Fairy-Stockfish that are known without a file. An empty text: as it describes them to its own programs; otherwise
 * our id, where the start array is not always the same.
 */
const KNOWN = new Map(
  (
    'almost amazon capablanca caparandom:crc centaur chancellor chaturanga chess courier embassy fischerandom:chess960 gardner ' +
    'gothic grand grasshopper hoppelpoppel janus knightmate losalamos modern newzealand nightrider nocastle normal opulent ' +
    'shako shatranj tencubed'
  )
    .split(' ')
    .map((entry): [string, string] => [entry.split(':')[0] ?? '', entry.split(':')[1] ?? '']),
);

/** Those that have castling from any array, and our ids of these games. */
const RANDOM = new Map(
  Object.entries({ capablanca: 'crc', caparandom: 'crc', chess: 'chess960', fischerandom: 'chess960', normal: 'chess960' }),
);

/** The games of files that were loaded, and why those that cannot be played cannot. */
const loaded = new Map<string, Variant | CampioneError>();
/** The texts of these files, in which later ones find their parents. */
let texts: string[] = [];
const cache = new Map<string, Variant>();

function find(name: string): Variant {
  const found = loaded.get(name);
  if (found instanceof CampioneError) throw found;
  if (found !== undefined) return found;
  const own = KNOWN.get(name);
  if (own === undefined) return Variant.named(name);
  return own === '' ? Variant.fromIni(`[${name}:${name}]\n`) : Variant.named(own);
}

function variantOf(name: string, is960: boolean): Variant {
  const key = `${Boolean(is960)} ${asText(name, 'variant')}`;
  let variant = cache.get(key);
  if (variant === undefined) {
    const random = is960 && !loaded.has(name) ? RANDOM.get(name) : undefined;
    variant = random === undefined ? find(name) : Variant.named(random);
    if (is960) variant = variant.withRandomArrays();
    cache.set(key, variant);
  }
  return variant;
}

/** Without a value if the call throws one of our errors. */
function attempt<T>(call: () => T, otherwise: T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof CampioneError && !(error instanceof ArgumentError)) return otherwise;
    throw error;
  }
}

/** A board as ffish.js has it: lists are texts with spaces between the words. */
export class Board {
  readonly #own: OwnBoard;
  readonly #name: string;
  readonly #is960: boolean;
  /** Whether castlings are written by the rook's square, and rights by its file: wherever arrays are random. */
  readonly #byRook: boolean;

  /** Throws `UnknownVariantError`, `FenError`. An empty FEN is the start position. */
  constructor(uciVariant = 'chess', fen = '', is960 = false) {
    this.#name = asText(uciVariant, 'uciVariant');
    this.#is960 = Boolean(is960);
    const rules = variantOf(this.#name === '' ? 'chess' : this.#name, this.#is960);
    // There the random game begins from Capablanca's array, which is none of the numbered ones.
    const start = fen === '' && rules.id === 'crc' && this.#name !== 'crc' ? startingFen('capablanca') : fen;
    this.#own = new OwnBoard(rules, start === '' ? undefined : start);
    this.#byRook = this.#is960 || rules.hasRandomArrays;
  }

  /** Does nothing: memory is freed when the board is forgotten. */
  delete(): void {}

  #coordinates(): MoveNotation {
    return this.#byRook ? 'uci960' : 'uci';
  }

  legalMoves(): string {
    const moves = this.#own.legalMoves();
    return (this.#byRook ? moves.map(move => this.#own.uciMove(move, 'uci960')) : moves).join(' ');
  }

  legalMovesSan(): string {
    return this.#own.legalMovesSan().join(' ');
  }

  numberLegalMoves(): number {
    return this.#own.numberLegalMoves();
  }

  /** Whether it was legal; otherwise nothing is played. */
  push(uciMove: string): boolean {
    return attempt(() => (this.#own.push(asText(uciMove, 'uciMove'), this.#coordinates()), true), false);
  }

  /** Whether it was legal; otherwise nothing is played. */
  pushSan(sanMove: string, notation?: Constant): boolean {
    return attempt(() => (this.#own.push(asText(sanMove, 'sanMove'), notationOf(notation)), true), false);
  }

  pop(): void {
    this.#own.pop();
  }

  reset(): void {
    this.#own.load(new Board(this.#name, '', this.#is960).#own.fen());
  }

  is960(): boolean {
    return this.#is960;
  }

  /** Of promoted pieces and counting nothing is kept, since no game here needs it. */
  fen(_showPromoted = false, _countStarted = 0): string {
    return guard(() => this.#own.raw.fish_fen(this.#byRook));
  }

  setFen(fen: string): void {
    this.#own.load(fen);
  }

  /** Empty if the move is not legal. */
  sanMove(uciMove: string, notation?: Constant): string {
    return attempt(() => this.#own.sanMove(uciMove, notationOf(notation)), '');
  }

  /** Empty if a move is not legal. */
  variationSan(uciMoves: string, notation?: Constant, moveNumbers = true): string {
    return attempt(() => this.#own.variationSan(list(uciMoves), notationOf(notation), moveNumbers), '');
  }

  turn(): boolean {
    return this.#own.turn() === 'white';
  }

  fullmoveNumber(): number {
    return this.#own.fullmoveNumber();
  }

  halfmoveClock(): number {
    return this.#own.halfmoveClock();
  }

  gamePly(): number {
    return this.#own.gamePly();
  }

  hasInsufficientMaterial(turn: boolean): boolean {
    return this.#own.hasInsufficientMaterial(turn ? 'white' : 'black');
  }

  isInsufficientMaterial(): boolean {
    return this.#own.hasInsufficientMaterial('white') && this.#own.hasInsufficientMaterial('black');
  }

  /** Without `claimDraw`, draws by repetition and by the number of moves do not end the game. */
  isGameOver(claimDraw = false): boolean {
    return this.result(claimDraw) !== '*';
  }

  result(claimDraw = false): string {
    const outcome = this.#own.outcome();
    if (outcome === null) return '*';
    const claimed = outcome.code === 'repetition' || outcome.code === 'move-rule';
    return claimed && !claimDraw ? '*' : outcome.result;
  }

  checkedPieces(): string {
    return this.#own.checkedPieces().join(' ');
  }

  isCheck(): boolean {
    return this.#own.isCheck();
  }

  isBikjang(): boolean {
    return false;
  }

  /** False for a move that is not legal. */
  isCapture(uciMove: string): boolean {
    return attempt(() => this.#own.isCapture(uciMove), false);
  }

  moveStack(): string {
    const moves = this.#own.moveStack();
    return (this.#byRook ? byRook(this.#own.root(), moves) : moves).join(' ');
  }

  /** Plays the moves that are legal, each where its turn comes. */
  pushMoves(uciMoves: string): void {
    for (const move of list(uciMoves)) this.push(move);
  }

  /** Plays the moves that are legal, each where its turn comes. */
  pushSanMoves(sanMoves: string, notation?: Constant): void {
    for (const move of list(sanMoves)) this.pushSan(move, notation);
  }

  pocket(_color: boolean): string {
    return '';
  }

  toString(): string {
    return this.#own.toString();
  }

  toVerboseString(): string {
    return this.#own.toVerboseString();
  }

  variant(): string {
    return this.#name;
  }
}

/** Moves that follow each other, with castlings by the square of the rook. */
function byRook(board: OwnBoard, moves: readonly string[]): string[] {
  return moves.map(move => {
    const text = board.uciMove(move, 'uci960');
    board.push(move);
    return text;
  });
}

function list(text: string): string[] {
  return words(asText(text, 'moves').trim().replace(/\s+/g, ' '));
}

/** A game as it was read. */
export class Game {
  readonly #game: PgnGame;

  /** @internal */
  constructor(game: PgnGame) {
    this.#game = game;
  }

  /** Does nothing: memory is freed when the game is forgotten. */
  delete(): void {}

  /** The names of the tags. */
  headerKeys(): string {
    return this.#game.tags.map(([name]) => name).join(' ');
  }

  /** The value of a tag; empty if there is none. */
  headers(item: string): string {
    return this.#game.tag(item) ?? '';
  }

  mainlineMoves(): string {
    const { moves, start, variant } = this.#game;
    const played = moves.map(move => move.uci);
    return (variant.hasRandomArrays ? byRook(new OwnBoard(variant, start), played) : played).join(' ');
  }
}

/** The name and version of this package. */
export function info(): string {
  return 'Campione 0.1.0';
}

/** Loads nothing: there are no files here. Options of the engine have no meaning. */
export function setOption(_name: string, _value: unknown): void {}
/** As `setOption`. */
export function setOptionInt(_name: string, _value: number): void {}
/** As `setOption`. */
export function setOptionBool(_name: string, _value: boolean): void {}

/** The first game of a text. Throws `PgnError`. */
export function readGamePGN(pgn: string): Game {
  const { value } = readPgn(pgn).next();
  if (!value) throw badArgument('pgn', 'there is no game in the text');
  return new Game(value);
}

/** The names of the variants that can be played. */
export function variants(): string {
  const names = [...loaded].filter(([, found]) => found instanceof Variant).map(([name]) => name);
  return [...new Set([...KNOWN.keys(), ...ownIds(), ...names])].sort().join(' ');
}

/**
 * Takes the games of a `variants.ini`. One that cannot be played here throws its `VariantError` when it is asked for. Throws
 * `VariantError` for a text that is no such file.
 */
export function loadVariantConfig(variantInitContent: string): void {
  const names = iniNames(variantInitContent);
  let all = [...texts, variantInitContent];
  let whole = all.join('\n');
  try {
    iniNames(whole);
  } catch {
    // A game that is loaded again: the text must stand for itself.
    all = [variantInitContent];
    whole = variantInitContent;
  }
  for (const name of names) {
    try {
      loaded.set(name, Variant.fromIni(whole, name));
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      loaded.set(name, error);
    }
  }
  texts = all;
  cache.clear();
}

/** Whether captured pieces can be dropped: in no game here. Throws `UnknownVariantError`. */
export function capturesToHand(uciVariant: string): boolean {
  variantOf(uciVariant, false);
  return false;
}

/** The start position. Throws `UnknownVariantError`. */
export function startingFen(uciVariant: string): string {
  return new Board(uciVariant).fen();
}

/** What ffish.js calls these faults; -100 for those that have no number there. */
const CODES: Record<string, number> = {
  'position.kings': -3,
  'placement.letter': -10,
  'fen.hand': -100,
  'position.pawn-on-first-rank': -100,
  'position.pawn-on-last-rank': -100,
  'position.opponent-in-check': -100,
};

const FAULTS: Record<string, number> = {
  placement: -8,
  side: -6,
  castling: -5,
  enPassant: -4,
  halfmoveClock: -2,
  fullmoveNumber: -1,
  fields: -11,
};

/**
 * 1 for a position that can be played, 0 for an empty text, otherwise the number of its first fault as in ffish.js; -100 for a fault
 * that has no number there. Throws `UnknownVariantError`.
 */
export function validateFen(fen: string, uciVariant = 'chess', chess960 = false): number {
  const rules = variantOf(uciVariant, chess960);
  if (asText(fen, 'fen').trim() === '') return 0;
  try {
    new OwnBoard(rules, fen);
    return 1;
  } catch (error) {
    if (!(error instanceof FenError)) throw error;
    const [placement = '', ...others] = fen.trim().split(/\s+/);
    const isShort = error.field === 'fields' && others.length < 2;
    // It looks at the letters and at the shape of the board before it misses fields.
    const letters = [...placement.replace(/[\d/[\]+~-]/g, '')];
    if ((isShort || error.field === 'placement') && letters.some(letter => !(letter.toUpperCase() in rules.pieces))) return -10;
    if (isShort && validateFen(`${placement} w - - 0 1`, uciVariant, chess960) === -8) return -8;
    return CODES[error.code ?? ''] ?? FAULTS[error.field ?? ''] ?? -100;
  }
}

/** Everything, as ffish.js has it on its module. */
export interface Ffish {
  Board: typeof Board;
  Game: typeof Game;
  Notation: typeof Notation;
  Termination: typeof Termination;
  info: typeof info;
  setOption: typeof setOption;
  setOptionInt: typeof setOptionInt;
  setOptionBool: typeof setOptionBool;
  readGamePGN: typeof readGamePGN;
  variants: typeof variants;
  loadVariantConfig: typeof loadVariantConfig;
  capturesToHand: typeof capturesToHand;
  startingFen: typeof startingFen;
  validateFen: typeof validateFen;
}

const ffish: Ffish = {
  Board,
  Game,
  Notation,
  Termination,
  info,
  setOption,
  setOptionInt,
  setOptionBool,
  readGamePGN,
  variants,
  loadVariantConfig,
  capturesToHand,
  startingFen,
  validateFen,
};

/** What ffish.js exports: a function, to be called with or without `new`, whose promise resolves with everything. */
const Module = function Module(options: { onRuntimeInitialized?: (ffish: Ffish) => void } = {}): Promise<Ffish> {
  options.onRuntimeInitialized?.(ffish);
  return Promise.resolve(ffish);
} as unknown as { (options?: object): Promise<Ffish>; new (options?: object): Promise<Ffish> };

export default Module;
