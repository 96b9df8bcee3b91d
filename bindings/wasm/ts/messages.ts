// What a page and its engine's worker say to each other.

import { asOptions, badArgument, shown } from './errors.js';

/** What a search needs of a signal. An `AbortSignal` has it. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** How long a search goes on: until the first limit is met. Without limits it goes on until it is stopped. */
export interface Limits {
  /** Moves made on the board. */
  nodes?: number | bigint;
  /** Milliseconds. */
  movetime?: number;
  /**
   * What White and Black have on their clocks, and get for each move, in milliseconds. Of that of the side to move the search takes as much
   * as the position is worth.
   */
  wtime?: number;
  btime?: number;
  winc?: number;
  binc?: number;
  /** Moves until more time is added, this one included; without it the time is for the whole game. */
  movestogo?: number;
  /** Plies. */
  depth?: number;
  /** A mate in at most this many moves. */
  mate?: number;
  /** How many lines with different first moves. */
  multipv?: number;
  /** Only these moves are searched, in any notation. */
  moves?: readonly string[];
  /** An `AbortSignal`, which ends this search at once; its promise rejects with the signal's reason, as that of `fetch` does. */
  signal?: StopSignal;
}

const COUNTS = ['nodes', 'depth', 'mate', 'multipv', 'movestogo'] as const;
const CLOCKS = ['wtime', 'btime', 'winc', 'binc'] as const;

/** @internal Limits as the worker reads them. Throws `ArgumentError` for one that does not exist, or that no search can keep. */
export function limitsAsText(limits: Limits | undefined): string {
  const names = ['nodes', 'movetime', ...CLOCKS, 'movestogo', 'depth', 'mate', 'multipv', 'moves', 'signal'] as const;
  const { moves, movetime, signal, ...numbers } = asOptions(limits, 'limits', names);
  const said: Record<string, unknown> = { moves, movetime };
  for (const name of COUNTS) {
    const number: unknown = numbers[name];
    const count = typeof number === 'bigint' ? Number(number) : number;
    if (count !== undefined && !(Number.isSafeInteger(count) && (count as number) >= 1)) {
      throw badArgument(name, `${shown(number)} is not a whole number from 1`);
    }
    said[name] = count;
  }
  for (const name of CLOCKS) {
    const time = numbers[name];
    if (time !== undefined && !(Number.isFinite(time) && time >= 0)) {
      throw badArgument(name, `${shown(time)} is not a number of milliseconds`);
    }
    said[name] = time;
  }
  if (movetime !== undefined && !(Number.isFinite(movetime) && movetime > 0)) {
    throw badArgument('movetime', `${shown(movetime)} is not a number of milliseconds above 0`);
  }
  if (moves !== undefined && !(Array.isArray(moves) && moves.every(move => typeof move === 'string'))) {
    throw badArgument('moves', 'a list of texts is needed');
  }
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') throw badArgument('signal', 'an AbortSignal is needed');
  return JSON.stringify(said);
}

/** A line of the search after an iteration. Scores are those of the side to move. */
export interface Info {
  /** The depth in plies. */
  readonly depth: number;
  /** The longest line that was looked at. */
  readonly seldepth: number;
  /** The place of the line, from 1. */
  readonly multipv: number;
  /** Centipawns: about a hundred to a pawn; `null` for a mate. */
  readonly cp: number | null;
  /** Moves to mate; less than 0 if the side to move is mated. */
  readonly mate: number | null;
  readonly nodes: number;
  /** Milliseconds. */
  readonly time: number;
  /** Nodes a second. */
  readonly nps: number;
  /** How full the table is, in thousandths. */
  readonly hashfull: number;
  /** The moves of the line in coordinates. */
  readonly pv: readonly string[];
  /** The same in algebraic notation. */
  readonly san: readonly string[];
}

/** What a search found. */
export interface SearchResult {
  /** The best move in coordinates; `null` if there is none, or if the search was stopped before it had one. */
  readonly best: string | null;
  /** The same in algebraic notation. */
  readonly san: string | null;
  /** The expected answer. */
  readonly ponder: string | null;
  /** The last lines, best first. */
  readonly lines: readonly Info[];
  readonly nodes: number;
  /** Milliseconds. */
  readonly time: number;
  /** It is proven that there is no mate in so many moves; 0 if nothing is. Looked for if `mate` was a limit. */
  readonly noMateIn: number;
  /** Whether `stop` or `close` ended it. */
  readonly stopped: boolean;
}

/** @internal A game, as it is told to the worker. */
export interface Told {
  /** The rules: a name, or the text of a file and its id. */
  variant: { name: string } | { toml: string; id: string };
  start: string;
  moves: string;
}

/** @internal What the worker is asked. */
export type Question =
  | { kind: 'load'; module: WebAssembly.Module; hash: number }
  | { kind: 'net'; bytes: Uint8Array }
  | { kind: 'clear' }
  | { kind: 'level'; level: number; seed: number }
  | { kind: 'go'; number: number; game: Told; limits: string };

/** @internal What the worker answers. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'info'; number: number; info: string }
  | { kind: 'done'; number: number; result: string }
  | { kind: 'failed'; number: number | null; error: string };
