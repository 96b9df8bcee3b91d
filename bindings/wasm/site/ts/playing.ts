// The moves of a game that is played: by hand, typed, by the engine; and taken back.

import { byId, input, tell, watched } from './dom.js';
import type { Game } from './game.js';
import type { Learn } from './learn.js';
import type { Match } from './match.js';
import type { Puzzles } from './puzzles.js';
import type { Sound } from './sound.js';
import type { Thinker } from './thinker.js';

/** Who has to know of a move. */
export interface Players {
  match: Match;
  sound: Sound;
  learn: Learn;
  puzzles: Puzzles;
  thinker: Thinker;
}

/** What the page does for moves. */
export interface PlayHost {
  /** Does what may fail, and says why it did; whether it did not. */
  load(act: () => void): boolean;
  /** Whether a position is set up. */
  isEdited(): boolean;
}

export class Playing {
  readonly #game: Game;
  readonly #players: Players;
  readonly #host: PlayHost;

  constructor(game: Game, players: Players, host: PlayHost) {
    this.#game = game;
    this.#players = players;
    this.#host = host;
    byId('typed').addEventListener('submit', event => {
      event.preventDefault();
      this.#type();
    });
  }

  /** Whether the engine is to move. */
  get #isEngines(): boolean {
    return !this.#host.isEdited() && this.#players.thinker.isDue;
  }

  /** Whether a move may be made by hand. */
  get isOpen(): boolean {
    return !this.#isEngines && !this.#players.puzzles.isBusy;
  }

  /** Plays a move in any notation: by hand or by the engine. */
  play(move: string): void {
    const { match, sound, learn, puzzles } = this.#players;
    const clocks = match.clock.save();
    const played = this.#host.load(() => {
      const { board } = this.#game;
      const [asked, isPuzzle, isNew] = [learn.isAsking, puzzles.isAsking, this.#game.isAtEnd];
      const info = this.#game.legal.find(({ uci }) => uci === move);
      // Before the move: when it is on the board, the engine looks at its clock.
      if (isNew && this.#game.ending === undefined) match.clock.moved(board.turn());
      this.#game.play(move);
      const over = this.#game.outcome !== null;
      if (over) match.clock.pause();
      sound.play(over ? 'end' : this.#game.board.isCheck() ? 'check' : info?.capture === true ? 'capture' : 'move');
      if (isPuzzle) watched(puzzles.tried());
      if (asked) watched(learn.tried(this.#game.node, this.#game.board));
    });
    if (!played) match.clock.restore(clocks);
  }

  #type(): void {
    const field = input('move');
    const text = field.value.trim();
    if (text === '') return;
    if (!this.isOpen) {
      tell(byId('message'), this.#isEngines ? 'It is the turn of the engine.' : 'It is the turn of the other side.');
      return;
    }
    const before = this.#game.board;
    this.play(text);
    if (this.#game.board !== before) field.value = '';
  }

  takeBack(): void {
    const { match, thinker } = this.#players;
    // Against the engine, its answer too.
    const answered = match.isAgainstEngine && !thinker.isDue && this.#game.at > 1;
    match.clock.pause();
    this.#game.takeBack(answered ? 2 : 1);
  }

  /** Another of the moves that were tried in the position before. */
  sibling(by: number): void {
    const { node } = this.#game;
    const all = node.parent?.children ?? [];
    const next = all[(all.indexOf(node) + by + all.length) % all.length];
    if (next !== undefined) this.#game.go(next);
  }
}
