// A game that is played: who plays which side, on what time, and how it is given up or agreed to be a draw.

import type { Side } from 'campione';

import { CONTROLS, Clock, controlOf, timeText } from './clock.js';
import { byId, input, select } from './dom.js';
import type { Game } from './game.js';
import { LEVELS, type Opponent, levelWords } from './opponent.js';
import type { SideShown } from './strips.js';

/** An engine agrees to a draw if it is not better than this, in centipawns, and the game is no longer young. */
const DRAWISH = 15;
const YOUNG = 20;

const nameOf = (side: Side) => (side === 'white' ? 'White' : 'Black');
const otherOf = (side: Side): Side => (side === 'white' ? 'black' : 'white');

export class Match {
  readonly clock = new Clock();
  readonly #game: Game;
  readonly #opponent: Opponent;
  /** Shows the times again. */
  readonly #tick: () => void;
  /** Who played before the puzzles. */
  #before = 'none';

  constructor(game: Game, opponent: Opponent, tick: () => void) {
    this.#game = game;
    this.#opponent = opponent;
    this.#tick = tick;
    select('level').append(...LEVELS.map(({ name }, index) => new Option(name, String(index + 1))));
    select('level').value = '4';
    select('clock').append(...CONTROLS.map(({ name, value }) => new Option(name, value)));
    setInterval(() => this.#check(), 100);
  }

  /** `none`, `both`, or the side of the engine. */
  get mode(): string {
    return select('opponent').value;
  }

  get level(): number {
    return Number(select('level').value);
  }

  /** Whether one side is played by the engine and the other by hand. */
  get isAgainstEngine(): boolean {
    return this.mode === 'white' || this.mode === 'black';
  }

  /** The side that is played by hand, or both. */
  get byHand(): Side | 'both' {
    return this.mode === 'white' ? 'black' : this.mode === 'black' ? 'white' : 'both';
  }

  /** Whether the engine plays a side. */
  isEngine(side: Side): boolean {
    return this.mode === 'both' || this.mode === side;
  }

  /** A new game begins: the clock is set, and runs from the first move on. */
  begin(): void {
    this.clock.set(controlOf(select('clock').value));
  }

  /** Another game is looked at; it has no clock. */
  look(): void {
    this.clock.set(undefined);
    select('opponent').value = 'none';
  }

  /** Puzzles are solved by hand, without a clock; who played before plays again afterwards. */
  beginPuzzles(): void {
    this.#before = this.mode;
    this.look();
    input('analysis').checked = false;
  }

  endPuzzles(): void {
    if (this.mode === 'none') select('opponent').value = this.#before;
  }

  /** How long the engine may think on its clock. */
  time(side: Side): number {
    return this.clock.isSet ? this.clock.left(side) / 30 : Infinity;
  }

  /** A side's name in the tags of a game. */
  tagOf(side: Side): string {
    return this.isEngine(side) ? `Campione, level ${this.level}` : '?';
  }

  /** How a side is shown. */
  shown(side: Side): SideShown {
    const tag = this.#game.tags.find(([name]) => name === nameOf(side))?.[1];
    const level = LEVELS[this.level - 1]?.name ?? '';
    const name = this.isEngine(side) ? `Engine, level ${level}` : tag !== undefined && tag !== '?' ? tag : nameOf(side);
    if (!this.clock.isSet) return { name, runs: false, short: false };
    const left = this.clock.left(side);
    return { name, clock: timeText(left), runs: this.clock.running === side, short: left < 20_000 };
  }

  /** The level in words, and what can be done now. */
  show(): void {
    byId('level-words').textContent = levelWords(this.level, this.#game.variant);
    const going = this.#game.outcome === null && this.#game.ending === undefined && this.mode !== 'both';
    for (const id of ['draw', 'resign']) byId<HTMLButtonElement>(id).disabled = !going;
  }

  /** The side that is played by hand, or whose turn it is if both are. */
  get #own(): Side {
    return this.byHand === 'both' ? this.#game.board.turn() : this.byHand;
  }

  /** Whether the game has ended at the position that is shown. */
  get #isOver(): boolean {
    return this.#game.outcome !== null || this.#game.ending !== undefined;
  }

  resign(): void {
    this.#game.showEnd();
    if (this.#isOver) return;
    const winner = otherOf(this.#own);
    this.#end(winner === 'white' ? '1-0' : '0-1', `${nameOf(this.#own)} has resigned, ${nameOf(winner)} has won`);
  }

  /** Offers a draw; by hand on both sides it is one. The words say what the engine answers. */
  async offer(): Promise<string> {
    this.#game.showEnd();
    if (this.#isOver) return '';
    const { board } = this.#game;
    if (this.isAgainstEngine) {
      if (board.gamePly() < YOUNG) return 'The engine declines: the game is young.';
      const result = await this.#opponent.look(board, { movetime: 400 });
      if (board !== this.#game.board) return '';
      const [best] = result?.lines ?? [];
      const theirs = (best?.mate == null ? (best?.cp ?? 0) : 10_000 * Math.sign(best.mate)) * (this.isEngine(board.turn()) ? 1 : -1);
      if (theirs > DRAWISH) return 'The engine declines.';
    }
    this.#end('1/2-1/2', 'a draw by agreement');
    return '';
  }

  #end(result: string, words: string): void {
    this.clock.pause();
    this.#game.end({ result, words });
  }

  #check(): void {
    if (this.clock.running === undefined) return;
    const late = this.clock.flagged;
    if (late === undefined) {
      this.#tick();
      return;
    }
    const winner = otherOf(late);
    this.#game.showEnd();
    // Whoever cannot mate by any moves does not win on time.
    if (this.#game.board.hasInsufficientMaterial(winner)) this.#end('1/2-1/2', `the time of ${nameOf(late)} is over, and ${nameOf(winner)} cannot mate: a draw`);
    else this.#end(winner === 'white' ? '1-0' : '0-1', `the time of ${nameOf(late)} is over, ${nameOf(winner)} has won`);
  }
}
