// Moves as texts and as objects.

import { asText, asWords, badArgument } from './errors.js';

/** A legal move, with all that it does. */
export interface MoveInfo {
  /** The move in coordinates, by which it is played. */
  readonly uci: string;
  /** The move in algebraic notation. */
  readonly san: string;
  /** Where the piece stands. */
  readonly from: string;
  /** Where it goes. Several moves may have the same two squares. */
  readonly to: string;
  /** The upper-case letter of what a pawn becomes. */
  readonly promotion?: string;
  /** Whether it takes something. */
  readonly capture?: true;
  /** The letter of a castling's notation: `O` for castling, `H` for championing, `E` for centauring, `L` for a king's leap. */
  readonly castling?: string;
  /** The partner of a castling, and where it goes. */
  readonly partner?: { readonly from: string; readonly to: string };
  /** What a waiting pawn becomes before the move. */
  readonly first?: string;
}

/** A move to play: a text in any notation, or an object with its two squares, such as a `MoveInfo`. */
export type MoveLike =
  | string
  | {
      readonly from: string;
      readonly to: string;
      /** The letter of what a pawn becomes, in either case. It counts only if a pawn is promoted by going from there to there. */
      readonly promotion?: string;
      /** The move in coordinates, which tells apart moves with the same two squares. If it is there, it alone counts. */
      readonly uci?: string;
    };

/** A move that was played, with the positions before and after it as FENs. */
export interface PlayedMove extends MoveInfo {
  readonly before: string;
  readonly after: string;
}

/** A board, as far as the texts of moves need one. */
interface Playable {
  moves(): MoveInfo[];
  copy(): Playable;
  push(move: string): void;
}

/** A move whose text depends on the board: there may be no promotion between its squares. */
function hasPromotion(move: MoveLike): move is { readonly from: string; readonly to: string; readonly promotion: string } {
  return typeof move === 'object' && move !== null && move.uci === undefined && move.promotion !== undefined;
}

/** @internal The text of a move on a board. Without a board, whatever promotion it has is written. */
export function textOf(move: MoveLike, board: Playable | undefined, field = 'move'): string {
  if (typeof move === 'string') return move;
  if (typeof move !== 'object' || move === null) throw badArgument(field, 'a text or an object with from and to is needed');
  if (move.uci !== undefined) return asText(move.uci, `${field}.uci`);
  const squares = asText(move.from, `${field}.from`) + asText(move.to, `${field}.to`);
  if (!hasPromotion(move)) return squares;
  const letter = asText(move.promotion, `${field}.promotion`).toLowerCase();
  const promotes = ({ from, to, promotion }: MoveInfo) => from === move.from && to === move.to && promotion !== undefined;
  return board === undefined || board.moves().some(promotes) ? squares + letter : squares;
}

/** @internal The texts of moves that follow each other on a board, with spaces between them. */
export function textsOf(moves: Iterable<MoveLike>, board: Playable | undefined): string {
  if (typeof moves === 'string') return moves;
  if (typeof (moves as Iterable<MoveLike> | undefined)?.[Symbol.iterator] !== 'function') throw badArgument('moves', 'a list of moves is needed');
  const list = Array.from(moves);
  let now = list.some(hasPromotion) ? board?.copy() : undefined;
  const texts = list.map(move => {
    const text = textOf(move, now, 'moves');
    try {
      now?.push(text);
    } catch {
      // Whoever gets the texts says what is wrong with this one.
      now = undefined;
    }
    return text;
  });
  return asWords(texts, 'moves');
}
