// What the engine is asked, and when: for its move, for its opinion, for a hint, for the threat.

import { type Board, CampioneError, type Info } from 'campione';

import { type Analysis, squaresOf } from './analysis.js';
import type { Arrow } from './board-marks.js';
import { byId, input, messageOf, select, tell, watched } from './dom.js';
import type { Game } from './game.js';
import type { Match } from './match.js';
import { Opponent } from './opponent.js';

/** For how long a hint and a threat are looked for, in milliseconds. */
const HINT = 800;

/** What the page does for the engine. */
export interface ThinkerHost {
  draw(): void;
  /** Says again what goes on. */
  state(): void;
  play(uci: string): void;
}

export class Thinker {
  readonly #game: Game;
  readonly #opponent: Opponent;
  readonly #match: Match;
  readonly #analysis: Analysis;
  readonly #host: ThinkerHost;
  /** A threat is looked for beside the analysis. */
  readonly #second = new Opponent();
  #hints: Arrow[] = [];
  #thinking = false;
  /** What the engine said since the last frame. */
  #opinions: readonly Info[] | undefined;

  constructor(game: Game, opponent: Opponent, match: Match, analysis: Analysis, host: ThinkerHost) {
    this.#game = game;
    this.#opponent = opponent;
    this.#match = match;
    this.#analysis = analysis;
    this.#host = host;
  }

  get isThinking(): boolean {
    return this.#thinking;
  }

  /** The arrows of a hint and of the threat. */
  get hints(): readonly Arrow[] {
    return this.#hints;
  }

  /** Whether the engine is to move. */
  get isDue(): boolean {
    const { board, isAtEnd, outcome, ending } = this.#game;
    return this.#match.isEngine(board.turn()) && isAtEnd && outcome === null && ending === undefined;
  }

  /** Asks for a move or for an opinion, whatever is due; nothing if the engine is not free. */
  ask(isFree: boolean): void {
    const { board, outcome } = this.#game;
    const wanted = input('analysis').checked;
    const analyse = wanted && outcome === null && isFree;
    this.#thinking = this.isDue && isFree;
    this.#hints = [];
    // What is due in the next frame is no longer wanted.
    this.#opinions = undefined;
    this.#analysis.begin(wanted, Number(select('lines').value));
    this.#host.state();
    if (!isFree) return;
    if (outcome !== null) this.#analysis.gauge(outcome.winner === null ? 0 : outcome.winner === 'white' ? 10 : -10);
    void this.#during(board, analyse);
    if (analyse && input('threat').checked) watched(this.#threat(board));
    else this.#second.stop();
  }

  async #during(board: Board, analyse: boolean): Promise<void> {
    try {
      if (this.#thinking) {
        const move = await this.#opponent.move(board, this.#match.level, this.#match.time(board.turn()));
        if (move !== undefined && board === this.#game.board) this.#host.play(move);
      } else if (analyse) {
        await this.#opponent.analyse(board, Number(select('lines').value), infos => {
          // Many come at once; one a frame is enough.
          if (this.#opinions === undefined) requestAnimationFrame(() => this.#opinion(board));
          this.#opinions = infos;
        });
      } else {
        this.#opponent.stop();
      }
    } catch (error) {
      this.#thinking = false;
      tell(byId('message'), messageOf(error));
    }
  }

  #opinion(board: Board): void {
    const infos = this.#opinions ?? [];
    this.#opinions = undefined;
    if (board !== this.#game.board || infos.length === 0) return;
    this.#analysis.show(infos, board);
    this.#host.draw();
  }

  /** Shows a good move of the side to move. */
  async hint(): Promise<void> {
    const { board, outcome } = this.#game;
    if (outcome !== null || this.isDue) return;
    tell(byId('message'), '');
    // The analysis knows already.
    let best = this.#analysis.arrows[0];
    if (best === undefined) {
      const result = await this.#second.look(board, { movetime: HINT });
      const squares = squaresOf(result?.best ?? '');
      if (squares !== undefined) best = squares;
    }
    if (best === undefined || board !== this.#game.board) return;
    this.#hints = [[best[0], best[1]]];
    this.#host.draw();
  }

  /** Shows what the other side would do if it could move now. */
  async #threat(board: Board): Promise<void> {
    const passed = board.copy();
    try {
      passed.push('--');
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      // In check there is no null move; the threat is plain to see.
      return;
    }
    const result = await this.#second.look(passed, { movetime: HINT });
    const squares = squaresOf(result?.best ?? '');
    if (squares === undefined || board !== this.#game.board) return;
    this.#hints = [[...squares, 'threat']];
    this.#host.draw();
  }
}
