// The engine on the page: as an opponent at a level, and as a commentator.

import { Board, Engine, type Info, type Limits, type SearchResult } from 'campione';

import { levelElo } from './level-elo.js';

/** How well the engine plays: a level of the library, 20 being full strength, and how long it thinks. */
interface Level {
  name: string;
  words: string;
  level: number;
  limits: Limits;
}

/** Weaker levels have limits of their own; the time is for a slow telephone. */
export const LEVELS: readonly Level[] = [
  { name: '1: beginner', words: 'it overlooks six replies of ten', level: 0, limits: { movetime: 1_000 } },
  { name: '2', words: 'it overlooks half of the replies', level: 3, limits: { movetime: 1_000 } },
  { name: '3', words: 'it overlooks a third of the replies', level: 6, limits: { movetime: 1_000 } },
  { name: '4', words: 'it overlooks three replies of ten', level: 8, limits: { movetime: 1_000 } },
  { name: '5', words: 'it overlooks a fifth of the replies', level: 11, limits: { movetime: 1_000 } },
  { name: '6', words: 'it overlooks a tenth of the replies', level: 14, limits: { movetime: 1_000 } },
  { name: '7', words: 'Full strength, a second for a move.', level: 20, limits: { movetime: 1_000 } },
  { name: '8: strongest', words: 'Full strength, five seconds for a move.', level: 20, limits: { movetime: 5_000 } },
];

/** What a level is worth on the board of a variant. */
export function levelWords(level: number, { files, ranks }: { files: number; ranks: number }): string {
  const { level: strength, words } = LEVELS[level - 1] ?? { level: 20, words: '' };
  const elo = levelElo[files * ranks <= 64 ? 'chess' : 'capablanca'][strength];
  return elo === undefined ? words : `About ${10 * Math.round(elo / 10)} Elo: ${words}.`;
}

/** A score in centipawns; a mate is more than anything else. */
function worth(info: Info): number {
  return info.mate === null ? (info.cp ?? 0) : Math.sign(info.mate) * (30_000 - Math.abs(info.mate));
}

/** The engine of the page; it is made when it is needed. A new task ends the one before. */
export class Opponent {
  #engine: Engine | undefined;
  #task = 0;
  /** What a weak level misjudges and overlooks: something else for each visit. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  #get(): Engine {
    return (this.#engine ??= new Engine({ hash: 32, net: true }));
  }

  /** Ends what the engine does. */
  stop(): void {
    this.#task++;
    this.#engine?.stop();
  }

  /** The engine's move in a position, within a time; nothing if another task came first. */
  async move(board: Board, level: number, most = Infinity): Promise<string | undefined> {
    this.stop();
    const task = this.#task;
    const { level: strength, limits } = LEVELS[level - 1] ?? { level: 20, limits: { movetime: 1_000 } };
    const movetime = Math.max(20, Math.round(Math.min(limits.movetime ?? 1_000, most)));
    const result = await this.#get().setLevel(strength, this.#seed).position(board).go({ ...limits, movetime });
    return task === this.#task ? (result.best ?? undefined) : undefined;
  }

  /** What the engine at full strength finds within some limits; nothing if another task came first. */
  async look(board: Board, limits: Limits): Promise<SearchResult | undefined> {
    this.stop();
    const task = this.#task;
    const result = await this.#get().setLevel(20).position(board).go(limits);
    return task === this.#task ? result : undefined;
  }

  /** Looks at a position until the next task. */
  async analyse(board: Board, lines: number, show: (infos: readonly Info[]) => void): Promise<void> {
    this.stop();
    const task = this.#task;
    let infos: Info[] = [];
    await this.#get()
      .setLevel(20)
      .position(board)
      .go({ multipv: lines }, info => {
        if (task !== this.#task) return;
        infos = [...infos.filter(other => other.multipv < info.multipv), info];
        if (info.multipv === Math.min(lines, board.numberLegalMoves())) show(infos);
      });
  }
}

/** A score for White: `+0.35`, `#3`, `#-2`. */
export function scoreText(info: Info, white: boolean): string {
  const sign = white ? 1 : -1;
  if (info.mate !== null) return `#${sign * info.mate}`;
  return pawnsText((sign * (info.cp ?? 0)) / 100);
}

/** Pawns with a sign. */
export function pawnsText(pawns: number): string {
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}

/** A score for White in pawns, from -10 to 10. */
export function pawnsFor(info: Info, white: boolean): number {
  const pawns = ((white ? 1 : -1) * worth(info)) / 100;
  return Math.max(-10, Math.min(10, pawns));
}

/** How full the bar of a side is: nearly linear near the balance, and little far from it. */
export function shareOf(pawns: number): number {
  return 0.5 + Math.atan(pawns / 2.5) / Math.PI;
}
