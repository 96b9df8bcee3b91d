// Learning from the mistakes of a game: each is shown again, and a better move is looked for.

import type { Board } from 'campione';

import { button, byId, make } from './dom.js';
import type { Game } from './game.js';
import { type Opponent, shareOf } from './opponent.js';
import type { Review } from './review.js';
import type { Node } from './tree.js';

/** How many nodes a move that is tried gets. */
const NODES = 100_000;

/** A move is good enough if it loses no more of the bar than this. */
const GOOD = 0.05;

export class Learn {
  readonly #game: Game;
  readonly #review: Review;
  readonly #opponent: Opponent;
  readonly #place = byId('learn');
  #mistakes: readonly Node[] = [];
  #index = -1;
  #all = 0;

  constructor(game: Game, review: Review, opponent: Opponent) {
    this.#game = game;
    this.#review = review;
    this.#opponent = opponent;
  }

  /** Whether a better move is asked for in the position that is shown. */
  get isAsking(): boolean {
    return this.#question !== undefined && this.#game.node === this.#question.parent;
  }

  get #question(): Node | undefined {
    return this.#mistakes[this.#index];
  }

  /** Tells how far the review of the game is. */
  progress(done: number, all: number): void {
    this.#say([`The game is analysed: ${done} of ${all} positions.`], [['Stop', () => this.stop()]]);
  }

  /** Begins with the mistakes of one side or of both. */
  begin(side: 'white' | 'black' | 'both'): void {
    this.#mistakes = this.#review.mistakes(this.#game.root, side);
    this.#all = this.#mistakes.length;
    if (this.#all === 0) {
      this.#say(['No move of this game is a mistake that can be told at a glance.'], [['Close', () => this.stop()]]);
      return;
    }
    this.#ask(0);
  }

  #ask(index: number): void {
    this.#index = index;
    const node = this.#question;
    if (node?.parent === undefined) {
      this.#say([`That were all ${this.#all} mistakes.`], [['Close', () => this.stop()]]);
      return;
    }
    this.#game.go(node.parent);
    const side = this.#game.board.turn() === 'white' ? 'White' : 'Black';
    const name = `${this.#game.numberOf(this.#game.at)} ${node.san}`;
    this.#say(
      [`${index + 1} of ${this.#all}: ${name} was a ${this.#review.signOf(node) === '??' ? 'blunder' : 'mistake'}. Find a better move for ${side}.`],
      [['Show it', () => this.#show()], ['Next', () => this.#ask(index + 1)], ['End', () => this.stop()]],
    );
  }

  #show(): void {
    const node = this.#question;
    const best = node?.parent === undefined ? undefined : this.#review.bestOf(node.parent);
    if (node?.parent === undefined || best === undefined) return;
    this.#game.go(node.parent);
    this.#game.play(best);
    this.#say([`The engine plays ${this.#game.node.san}.`], [['Next', () => this.#ask(this.#index + 1)], ['End', () => this.stop()]]);
  }

  /** A move was tried in the position of the question: `board` is the position after it. */
  async tried(node: Node, board: Board): Promise<void> {
    const [index, question] = [this.#index, this.#question];
    const before = question?.parent === undefined ? undefined : this.#review.scoreOf(question.parent);
    if (question?.parent === undefined || before === undefined) return;
    const next: [string, () => void][] = [['Next', () => this.#ask(index + 1)], ['End', () => this.stop()]];
    if (node.uci === this.#review.bestOf(question.parent)) {
      this.#say([`${node.san} is the engine's move too.`], next);
      return;
    }
    this.#say([`${node.san} …`], next);
    const found = node === question ? undefined : await this.#review.judge(board, this.#opponent, NODES);
    if (this.#index !== index) return;
    const loss = found === undefined ? 1 : (shareOf(before) - shareOf(found.pawns)) * (board.turn() === 'white' ? -1 : 1);
    if (loss <= GOOD) this.#say([`${node.san} is good.`], next);
    else this.#say([`${node.san} is not good enough.`], [['Try again', () => this.#ask(index)], ['Show it', () => this.#show()], ...next]);
  }

  stop(): void {
    if (this.#review.isRunning) this.#opponent.stop();
    this.#index = -1;
    this.#mistakes = [];
    this.#place.hidden = true;
  }

  #say(words: string[], acts: [string, () => void][]): void {
    this.#place.hidden = false;
    this.#place.replaceChildren(...words.map(text => make('p', { role: 'status' }, text)), make('p', { class: 'row' }, ...acts.map(([text, act]) => button(text, act))));
  }
}
