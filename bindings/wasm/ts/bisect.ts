// The walk to the first difference from another program, whose divides somebody pastes.

import './load.js';
import { Board } from './board.js';
import { asNumber, asOptions, asText, asWords, badArgument, guard } from './errors.js';
import { RawBisection } from './wasm/campione.js';

/** How another program is told a position: UCI, XBoard's protocol, or a FEN alone. */
export type Protocol = 'uci' | 'xboard' | 'template';

/** What the other program is to divide next. */
export interface BisectQuestion {
  /** The moves from the start of the walk to the position, in coordinates and in algebraic notation. */
  readonly path: readonly string[];
  readonly san: readonly string[];
  /** In plies. */
  readonly depth: number;
  /** The position from which the other program starts, in its dialect, and the moves that it is sent from there. */
  readonly fen: string;
  readonly sent: readonly string[];
  /** Our count after the last move and the other program's, as the divide before has them; `null` if there was none. */
  readonly counts: readonly [number, number] | null;
}

/** A legal move with our count and the other program's, which is `null` if the other program lacks the move. */
export interface ComparedMove {
  readonly uci: string;
  readonly san: string;
  readonly nodes: number;
  readonly theirs: number | null;
}

/** A move of the other program that is not legal. */
export interface SuperfluousMove {
  /** As the other program writes it. */
  readonly text: string;
  readonly nodes: number | null;
  /** From and to, if it is written in coordinates. */
  readonly squares: readonly [string, string] | null;
}

/** A question with its answer. */
export interface BisectStep extends BisectQuestion {
  readonly moves: readonly ComparedMove[];
  readonly superfluous: readonly SuperfluousMove[];
  /** Our count and the other program's. */
  readonly nodes: readonly [number, number];
  /** Whether there are moves in the answer, and not only a total. */
  readonly listed: boolean;
  readonly differs: boolean;
  /** The sum of its counts, if that is not the total that it prints. */
  readonly sum: number | null;
  /** How its moves are written, in words. */
  readonly notation: string;
}

/** A move that only one of the two programs has, and the rule behind it. */
export interface DisputedMove {
  readonly move: string;
  readonly san: string | null;
  readonly rule: string;
  readonly source: string;
}

/** What a walk found. */
export interface BisectReport {
  /** Whether the two agree to the full depth. */
  readonly agrees: boolean;
  /** The depth of the first divide, and both counts; `null` if they could not be compared. */
  readonly compared: { readonly depth: number; readonly nodes: readonly [number, number] } | null;
  /** The moves to the position where the two differ, in coordinates and in algebraic notation. */
  readonly path: readonly string[];
  readonly san: readonly string[];
  /** That position. */
  readonly position: string;
  /** Our moves that the other program lacks. */
  readonly missing: readonly DisputedMove[];
  /** Its moves that are not legal. */
  readonly superfluous: readonly DisputedMove[];
  /** The rules that are probably broken. */
  readonly rules: readonly { readonly rule: string; readonly source: string }[];
  /** The move that it plays wrongly, if it is right when told the position after that move. */
  readonly playedWrongly: { readonly move: string; readonly san: string } | null;
  readonly notes: readonly string[];
}

/** How far the divides led: the next question, or the report. */
export interface BisectResult {
  /** The questions that were answered. */
  readonly steps: readonly BisectStep[];
  readonly question: BisectQuestion | null;
  readonly report: BisectReport | null;
}

/**
 * Finds the first position where another program's moves differ from ours. Somebody asks the other program: `walk` says what to ask,
 * and takes all its answers so far, in their order.
 */
export class Bisection {
  readonly #raw: RawBisection;

  /**
   * A walk from the position of a board, at a depth in plies. `letters` are the other program's letters of pieces where they differ, ours
   * first: `C=M,A=Y`. Throws `ArgumentError`.
   */
  constructor(board: Board, depth: number, options: { protocol?: Protocol; letters?: string } = {}) {
    const { protocol = 'uci', letters = '' } = asOptions(options, 'options', ['protocol', 'letters']);
    if (!(board instanceof Board)) throw badArgument('board', 'a Board is needed');
    this.#raw = guard(() => new RawBisection(board.raw, asNumber(depth, 'depth'), asText(protocol, 'protocol'), asText(letters, 'letters')));
  }

  /**
   * Our divide of a position of the walk, as `Board.divide` has it, where it was counted already: in other workers, say. Throws
   * `ArgumentError`.
   */
  know(board: Board, depth: number, divide: ReadonlyMap<string, number>): void {
    if (!(board instanceof Board)) throw badArgument('board', 'a Board is needed');
    if (!(divide instanceof Map)) throw badArgument('divide', 'a Map is needed');
    const counts = Float64Array.from(divide.values(), count => asNumber(count, 'divide'));
    const moves = asWords(divide.keys(), 'divide');
    guard(() => this.#raw.know(board.raw, asNumber(depth, 'depth'), moves, counts));
  }

  /** Walks as far as these divides go. Throws `ArgumentError` if one of them is not a divide. */
  walk(divides: readonly string[]): BisectResult {
    if (!Array.isArray(divides)) throw badArgument('divides', 'a list of texts is needed');
    return JSON.parse(guard(() => this.#raw.walk(divides.map(divide => asText(divide, 'divides')))));
  }
}
