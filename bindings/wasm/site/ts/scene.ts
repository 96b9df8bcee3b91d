// What is on the board now, and beside it.

import type { Drawings } from 'campione';

import { readPlacement } from './board-drawing.js';
import type { Arrow } from './board-marks.js';
import type { View } from './board-view.js';
import type { Game } from './game.js';
import type { Match } from './match.js';
import type { Placement } from './palette.js';
import { showStrip } from './strips.js';

/** What the page knows beside the game. */
export interface Scene {
  drawings: Drawings;
  flipped: boolean;
  /** The pieces of a position that is set up. */
  edited: Placement | undefined;
  selected: string | undefined;
  targets: readonly string[];
  arrows: readonly Arrow[];
}

/** `12. e4: Black to move, in check`. */
export function caption(game: Game): string {
  const { board, at, node, outcome, ending } = game;
  const end = outcome ?? ending;
  const state = end === undefined ? `${board.turn() === 'white' ? 'White' : 'Black'} to move${board.isCheck() ? ', in check' : ''}` : `${end.words} (${end.result})`;
  return node.san === '' ? state : `${game.numberOf(at - 1)} ${node.san}: ${state}`;
}

/** What the board shows. */
export function viewOf(game: Game, { drawings, flipped, edited, selected, targets, arrows }: Scene): View {
  const { board, variant } = game;
  const shape = { files: variant.files, ranks: variant.ranks, flipped };
  const pieces = Object.fromEntries(Object.entries(drawings.pieces).map(([letter, { id }]) => [letter, id]));
  if (edited !== undefined) return { ...shape, pieces, placement: edited, last: [], waits: {} };
  return {
    ...shape,
    pieces,
    placement: readPlacement(board.fen(), variant.ranks),
    last: game.last,
    check: board.checkedPieces()[0],
    waits: Object.fromEntries(board.waitingPawns()),
    selected,
    targets,
    arrows,
  };
}

/** Shows both sides: who plays them, what they have taken, and their time. */
export function showSides(game: Game, match: Match, { drawings, flipped, edited }: Scene): void {
  const { board, variant, outcome } = game;
  const start = readPlacement(game.start, variant.ranks);
  const now = edited ?? readPlacement(board.fen(), variant.ranks);
  for (const side of ['white', 'black'] as const) {
    const place = (side === 'white') === flipped ? 'upper' : 'lower';
    showStrip(place, side === 'white', match.shown(side), outcome === null && board.turn() === side, start, now, variant, drawings);
  }
}
