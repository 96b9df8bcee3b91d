// How fair a start array is, for variants whose arrays have numbers: what a short search thinks of it, when it is asked.

import type { Board } from 'campione';

import { button, make, messageOf } from './dom.js';
import { Opponent, scoreText } from './opponent.js';

/** How long the search is, in nodes: a second or two. */
const NODES = 200_000;

export class Fairness {
  readonly #opponent = new Opponent();
  /** What was said, by array. */
  readonly #known = new Map<string, string>();

  /** The number of the array that a board begins with, and a button that asks or what was answered. */
  line(board: Board): HTMLElement {
    const { id, arrayNumber } = board.variant();
    const name = `${id}:${arrayNumber}`;
    const words = make('span', { role: 'status' }, this.#known.get(name) ?? '');
    const ask = button('How fair is it?', () => {
      ask.disabled = true;
      words.textContent = 'A search looks at it …';
      void this.#search(board).then(
        found => {
          if (found !== undefined) this.#known.set(name, found);
          ask.hidden = found !== undefined;
          words.textContent = found ?? '';
        },
        (error: unknown) => (words.textContent = messageOf(error)),
      ).finally(() => (ask.disabled = false));
    }, { id: 'fairness' });
    ask.hidden = this.#known.has(name);
    return make('p', { class: 'fairness' }, `Array ${arrayNumber}. `, ask, words);
  }

  async #search(board: Board): Promise<string | undefined> {
    const result = await this.#opponent.look(board, { nodes: NODES });
    const best = result?.lines[0];
    if (best === undefined) return undefined;
    return `${scoreText(best, board.turn() === 'white')} for White after ${NODES.toLocaleString('en')} nodes; ${best.san[0] ?? ''} is best. Zero is even.`;
  }
}
