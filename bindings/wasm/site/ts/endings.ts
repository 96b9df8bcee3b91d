// What endgame tables say about the moves of a position: in the panel of the analysis, where there are tables.

import type { Board, EndgameMove } from 'campione';

import { button, byId, make } from './dom.js';
import { inMoves } from './moving.js';
import { endgamesOf } from './table-files.js';

/** The most pieces of an ending, and one that may be taken by the next move. */
const MOST_PIECES = 6;

const WORDS = { win: 'Win', draw: 'Draw', loss: 'Loss' } as const;

/** In how many moves of the winner the game ends. */
const movesOf = ({ result, plies }: EndgameMove) => (result === 'win' ? Math.ceil((plies ?? 0) / 2) : Math.floor((plies ?? 0) / 2));

export class Endings {
  readonly #place = byId('endings');
  readonly #play: (uci: string) => void;
  #board: Board | undefined;

  /** `play` plays a move from the position that is shown. */
  constructor(play: (uci: string) => void) {
    this.#play = play;
  }

  /** Shows what is known of the moves of a board; without one, or without tables, nothing. */
  async show(board: Board | undefined): Promise<void> {
    this.#board = board;
    this.#place.hidden = true;
    if (board === undefined || board.placement().size > MOST_PIECES || board.isGameOver()) return;
    const moves = await (await endgamesOf(board.variant()))?.moves(board);
    if (moves === undefined || this.#board !== board || !moves.some(({ result }) => result !== null)) return;
    this.#place.replaceChildren(make('p', { class: 'head', role: 'status' }, this.#verdict(moves, board.turn() === 'white')), ...this.#rows(moves));
    this.#place.hidden = false;
  }

  #verdict(moves: readonly EndgameMove[], white: boolean): string {
    const [best] = moves;
    const [own, other] = white ? ['White', 'Black'] : ['Black', 'White'];
    const count = best === undefined ? 0 : movesOf(best);
    const words = inMoves(count);
    if (best?.result === 'win') return `Endgame table: ${own} wins ${words}`;
    // What is not known might be better.
    if (best === undefined || moves.some(({ result }) => result === null)) return 'Endgame table: some moves are unknown';
    return best.result === 'draw' ? 'Endgame table: a draw' : `Endgame table: ${other} wins ${words}`;
  }

  #rows(moves: readonly EndgameMove[]): HTMLElement[] {
    return (['win', 'draw', 'loss'] as const).flatMap(wanted => {
      const own = moves.filter(({ result }) => result === wanted);
      if (own.length === 0) return [];
      const buttons = own.map(move => {
        const count = wanted === 'draw' ? [] : [make('small', {}, ` ${movesOf(move)}`)];
        const made = button(move.san, () => this.#play(move.uci), { 'data-result': wanted });
        made.append(...count);
        return made;
      });
      return [make('p', { class: wanted }, make('strong', {}, WORDS[wanted]), ...buttons)];
    });
  }
}
