// The hand of who plays: a piece is taken up, and put down on another square.

import type { Drawings, MoveInfo } from 'campione';

import { explain } from './chooser.js';
import { button, byId, messageOf, tell, uncited } from './dom.js';
import type { Game } from './game.js';
import { moveBetween, targetsOf } from './moving.js';

/** What the page does for the hand. */
export interface HandHost {
  drawings(): Drawings;
  /** The moves that can be made by hand now. */
  legal(): readonly MoveInfo[];
  /** Whether it is not the engine's turn. */
  isOpen(): boolean;
  play(uci: string): void;
  draw(): void;
}

export class Hand {
  readonly #game: Game;
  readonly #host: HandHost;
  #selected: string | undefined;

  constructor(game: Game, host: HandHost) {
    this.#game = game;
    this.#host = host;
  }

  get selected(): string | undefined {
    return this.#selected;
  }

  /** Where the piece that is taken up may go. */
  get targets(): string[] {
    return this.#selected === undefined ? [] : targetsOf(this.#selected, this.#host.legal());
  }

  /** Nothing is taken up any more; the board is drawn by who says so. */
  forget(): void {
    this.#selected = undefined;
  }

  /** Puts down what was taken up. */
  empty(): void {
    this.forget();
    this.#host.draw();
  }

  /** Takes up a piece to drag it; whether it may go anywhere. */
  lift(square: string): boolean {
    if (targetsOf(square, this.#host.legal()).length === 0) return false;
    this.#selected = square;
    this.#host.draw();
    return true;
  }

  /** A square was tapped. */
  async choose(square: string): Promise<void> {
    const from = this.#selected;
    // A piece that cannot move is taken up too: why it cannot is said when it is put down.
    const letter = this.#game.board.placement().get(square);
    const own = letter !== undefined && this.#host.isOpen() && (letter === letter.toUpperCase()) === (this.#game.board.turn() === 'white');
    if (from === square) {
      this.#selected = undefined;
    } else if (from !== undefined && this.targets.includes(square)) {
      await this.move(from, square);
      return;
    } else if (own) {
      this.#selected = square;
    } else if (from !== undefined) {
      await this.move(from, square);
      return;
    }
    tell(byId('message'), '');
    this.#host.draw();
  }

  /** Moves from a square to another, or says why not. */
  async move(from: string, to: string): Promise<void> {
    const { board } = this.#game;
    const found = await moveBetween(from, to, this.#host.legal(), board, this.#host.drawings());
    this.#selected = undefined;
    if (found === 'none') this.#explain(from + to);
    else if (found !== 'cancelled' && board === this.#game.board) this.#host.play(found.uci);
    this.#host.draw();
  }

  /** The rules that a move breaks: of pawns, of castlings and leaps, or of the piece that was to move. */
  #rulesFor(code: string, move: string): { title: string; rule: string }[] {
    const { castlings, pieces, rules } = this.#game.variant;
    const titled = (...names: string[]) => rules.filter(({ title }) => names.some(name => title.toLowerCase().startsWith(name.toLowerCase())));
    const letter = this.#game.board.placement().get(/^[a-l]\d+/.exec(move)?.[0] ?? '')?.toUpperCase();
    if (/castling|leap/.test(code)) return titled(...Object.values(castlings), "King's leap");
    if (/promot|wait/.test(code)) return titled('Promotion', 'Waiting');
    if (letter === 'P') return titled('Pawns');
    const piece = letter === undefined ? undefined : pieces[letter];
    return piece === undefined ? [] : [{ title: piece.name.slice(0, 1).toUpperCase() + piece.name.slice(1), rule: piece.rule }];
  }

  #explain(move: string): void {
    if (this.#game.outcome !== null || !this.#host.isOpen()) return;
    try {
      const [reason] = this.#game.board.why(move);
      const place = byId('message');
      tell(place, reason === undefined ? '' : `Not ${move}: ${uncited(reason.text)}`);
      const rules = reason === undefined ? [] : this.#rulesFor(reason.code, move);
      if (rules.length > 0) place.append(' ', button('The rule', () => explain(rules.length === 1 ? (rules[0]?.title ?? '') : 'Rules', rules.length === 1 ? rules.map(({ rule }) => ({ rule })) : rules)));
    } catch (error) {
      tell(byId('message'), messageOf(error));
    }
  }
}
