// Buttons for what one might not find on the board: castlings of all kinds, leaps, and pawns that have waited. Each is explained.

import type { Board, Drawings, MoveInfo } from 'campione';

import type { Arrow } from './board-marks.js';
import { explain } from './chooser.js';
import { button, byId, make, watched } from './dom.js';
import type { Game } from './game.js';
import { ask, described, ruleAbout, specials } from './moving.js';

/** What the page does for special moves. */
export interface SpecialHost {
  play(uci: string): void;
  /** Whether it is not the engine's turn. */
  isOpen(): boolean;
  drawings(): Drawings;
  draw(): void;
}

/** A button that explains rules. */
function why(titles: readonly string[], board: Board): HTMLElement[] {
  return titles.flatMap(title => {
    const words = ruleAbout(title, board.variant());
    return words === '' ? [] : [button(`${title}?`, () => explain(title, [{ rule: words }]), { class: 'why', title: 'The rule' })];
  });
}

export class SpecialMoves {
  readonly #game: Game;
  readonly #host: SpecialHost;
  /** What a waiting pawn becomes before the next move. */
  #first: string | undefined;
  /** What a button that is pointed at would do. */
  #pointed: readonly Arrow[] | undefined;

  constructor(game: Game, host: SpecialHost) {
    this.#game = game;
    this.#host = host;
  }

  /** The moves that can be made by hand now: with the promotion that was chosen, where a pawn has waited. */
  get legal(): readonly MoveInfo[] {
    return this.#host.isOpen() ? this.#game.legal.filter(move => move.first === this.#first) : [];
  }

  /** The arrows of the button that is pointed at. */
  get pointed(): readonly Arrow[] | undefined {
    return this.#pointed;
  }

  /** Shows what there is in the position of the game. */
  show(): void {
    this.#pointed = undefined;
    const firsts = [...new Set(this.#game.legal.map(move => move.first))];
    if (!firsts.includes(this.#first)) this.#first = firsts[0];
    this.#castlings();
    this.#waiting(firsts);
  }

  /** The castlings and leaps among the legal moves. */
  #castlings(): void {
    const { board } = this.#game;
    const all = specials(this.legal, board);
    byId('special').hidden = all.length === 0;
    const buttons = all.map(({ label, moves }) => {
      const [only] = moves;
      const title = moves.length === 1 && only !== undefined ? described(only, board) : `${label} ${moves.length} ways`;
      const made = button(label, () => watched(this.#play(moves)), { title });
      const arrows = moves.flatMap(({ from, to, partner }): Arrow[] => [[from, to], ...(partner === undefined ? [] : [[partner.from, partner.to, 'second'] as const])]);
      made.addEventListener('pointerenter', () => this.#point(arrows));
      made.addEventListener('pointerleave', () => this.#point(undefined));
      return made;
    });
    byId('special-moves').replaceChildren(...buttons, ...why([...new Set(all.map(({ name }) => name))], board));
  }

  #point(arrows: readonly Arrow[] | undefined): void {
    this.#pointed = arrows;
    this.#host.draw();
  }

  /** Plays one of some moves; asks which if there are several. */
  async #play(moves: readonly MoveInfo[]): Promise<void> {
    const { board } = this.#game;
    const [only] = moves;
    const move = moves.length === 1 ? only : await ask(moves, board, this.#host.drawings());
    if (move !== undefined && board === this.#game.board) this.#host.play(move.uci);
  }

  /** What a pawn that has waited may become before the next move. */
  #waiting(firsts: readonly (string | undefined)[]): void {
    const waits = firsts.some(first => first !== undefined) && this.#host.isOpen();
    byId('waiting').hidden = !waits;
    if (!waits) return;
    const { board, variant } = this.#game;
    const choices = firsts.map(first => {
      const radio = make('input', { type: 'radio', name: 'first', value: first ?? '' });
      radio.checked = first === this.#first;
      radio.addEventListener('change', () => {
        this.#first = first;
        this.show();
        this.#host.draw();
      });
      const name = first === undefined ? 'it waits on' : `it becomes a ${variant.pieces[first]?.name ?? first}`;
      return make('label', {}, radio, ` ${name}`);
    });
    const placement = board.placement();
    const isOwn = (square: string) => (placement.get(square) === 'P') === (board.turn() === 'white');
    const ready = [...board.waitingPawns()].find(([square, left]) => left === 0 && isOwn(square))?.[0];
    const words = make('span', {}, ready === undefined ? 'A pawn has waited:' : `The pawn on ${ready} has waited:`);
    byId('waiting-choices').replaceChildren(words, ...choices, make('span', { class: 'quiet' }, 'then make your move.'), ...why(['Promotion'], board));
  }
}
