// The engine's opinion: a bar, lines of moves to look at and to click into, arrows.

import type { Board, Drawings, Info } from 'campione';

import { readPlacement } from './board-drawing.js';
import { type Arrow, drawSquares, fill } from './board-marks.js';
import { drawMen } from './board-men.js';
import { button, byId, make } from './dom.js';
import { pawnsFor, scoreText, shareOf } from './opponent.js';

const KINDS = ['', 'second', 'third'];

/** The two squares of a move in coordinates. */
export function squaresOf(uci: string): [string, string] | undefined {
  const found = /^([a-l]\d+)([a-l]\d+)/.exec(uci);
  return found === null ? undefined : [found[1] ?? '', found[2] ?? ''];
}

/** `1.2M`, `345k`. */
function short(count: number): string {
  return count >= 1e6 ? `${(count / 1e6).toFixed(1)}M` : count >= 1e3 ? `${Math.round(count / 1e3)}k` : String(count);
}

/** How many moves of a line are shown. */
const MOST_MOVES = 12;

export class Analysis {
  /** Plays moves from the position that is shown. */
  readonly #play: (moves: readonly string[]) => void;
  readonly #peek = byId('peek');
  #arrows: Arrow[] = [];
  #turned = false;
  #ids: Readonly<Record<string, string>> = {};

  constructor(play: (moves: readonly string[]) => void) {
    this.#play = play;
  }

  /** The first moves of the lines. */
  get arrows(): readonly Arrow[] {
    return this.#arrows;
  }

  /** The pieces and the side from which small boards are drawn. */
  look(drawings: Drawings, turned: boolean): void {
    this.#ids = Object.fromEntries(Object.entries(drawings.pieces).map(([letter, { id }]) => [letter, id]));
    this.#turned = turned;
    byId('gauge').classList.toggle('turned', turned);
  }

  /** Shows or hides the place for the lines; `lines` keeps it as high as it will be. */
  begin(isOn: boolean, lines: number): void {
    byId('gauge').hidden = !isOn;
    byId('engine-panel').hidden = !isOn;
    this.forget();
    byId('infos').style.minHeight = `${1.75 * lines}rem`;
  }

  /** Another position: what was said is no longer true. */
  forget(): void {
    this.#arrows = [];
    this.#peek.hidden = true;
    byId('infos').replaceChildren();
    byId('engine-facts').textContent = '…';
  }

  /** Shows what the engine thinks of the position of a board. */
  show(infos: readonly Info[], board: Board): void {
    const [best] = infos;
    if (best === undefined) return;
    const white = board.turn() === 'white';
    this.gauge(pawnsFor(best, white));
    byId('engine-facts').textContent = `depth ${best.depth} · ${short(best.nodes)} · ${short(best.nps)}/s`;
    this.#arrows = infos.flatMap((info, index): Arrow[] => {
      const squares = squaresOf(info.pv[0] ?? '');
      return squares === undefined ? [] : [[...squares, KINDS[index] ?? 'third']];
    });
    // What is pointed at is not taken from under the pointer.
    if (byId('infos').matches(':hover') && byId('infos').childElementCount === infos.length) return;
    byId('infos').replaceChildren(...infos.map(info => this.#line(info, board, white)));
  }

  /** Fills the bar. */
  gauge(pawns: number): void {
    byId('gauge').setAttribute('aria-valuenow', pawns.toFixed(2));
    byId('gauge-white').style.setProperty('--white', `${(100 * shareOf(pawns)).toFixed(1)}%`);
  }

  #line(info: Info, board: Board, white: boolean): HTMLElement {
    const from = board.moveStack().length;
    const moves = info.san.slice(0, MOST_MOVES).map((san, index) => {
      const moved = info.pv.slice(0, index + 1);
      const made = button(san, () => {
        this.#peek.hidden = true;
        if (board.moveStack().length === from) this.#play(moved);
      });
      made.addEventListener('pointerenter', event => event.pointerType === 'mouse' && this.#preview(made, board, moved));
      made.addEventListener('focus', () => made.matches(':focus-visible') && this.#preview(made, board, moved));
      for (const type of ['pointerleave', 'blur']) made.addEventListener(type, () => (this.#peek.hidden = true));
      return made;
    });
    return make('li', {}, make('strong', {}, scoreText(info, white)), ...moves);
  }

  /** A small board with the position after some moves, beside what is pointed at. */
  #preview(at: HTMLElement, board: Board, moves: readonly string[]): void {
    const after = board.copy();
    after.pushMoves(moves);
    const { files, ranks } = after.variant();
    const shape = { files, ranks, flipped: this.#turned };
    const last = squaresOf(moves.at(-1) ?? '') ?? [];
    const marks = last.map(square => fill(square, shape, 'last')).join('');
    const men = drawMen(readPlacement(after.fen(), ranks), this.#ids, shape);
    this.#peek.innerHTML = `<svg viewBox="0 0 ${files * 100} ${ranks * 100}">${drawSquares(shape)}${marks}${men}</svg>`;
    const { left, bottom } = at.getBoundingClientRect();
    this.#peek.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#peek;
    this.#peek.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
    this.#peek.style.top = `${bottom + height + 8 < innerHeight ? bottom + 6 : Math.max(4, at.getBoundingClientRect().top - height - 6)}px`;
  }
}
