// The engine on the page: as an opponent at a level, and as a commentator.

import { Board, Engine, type Info, type Limits } from 'campione';

/** How well the engine plays: what it may look at, and how far from the best its moves may be, in centipawns. */
interface Level {
  name: string;
  limits: Limits;
  slack: number;
}

export const LEVELS: readonly Level[] = [
  { name: '1: beginner', limits: { nodes: 100, multipv: 8 }, slack: 300 },
  { name: '2', limits: { nodes: 400, multipv: 6 }, slack: 160 },
  { name: '3', limits: { nodes: 1_500, multipv: 5 }, slack: 90 },
  { name: '4', limits: { nodes: 5_000, multipv: 4 }, slack: 50 },
  { name: '5', limits: { nodes: 15_000, multipv: 3 }, slack: 25 },
  { name: '6', limits: { nodes: 50_000 }, slack: 0 },
  { name: '7', limits: { movetime: 1_000 }, slack: 0 },
  { name: '8: strongest', limits: { movetime: 5_000 }, slack: 0 },
];

/** A score in centipawns; a mate is more than anything else. */
function worth(info: Info): number {
  return info.mate === null ? (info.cp ?? 0) : Math.sign(info.mate) * (30_000 - Math.abs(info.mate));
}

/** One of the lines: the better, the likelier. */
function drawn(lines: readonly Info[], slack: number): string | undefined {
  const [best] = lines;
  if (best === undefined || slack === 0) return best?.pv[0];
  const weights = lines.map(line => Math.exp((worth(line) - worth(best)) / slack));
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left <= 0) return lines[index]?.pv[0];
  }
  return best.pv[0];
}

/** The engine of the page; it is made when it is needed. A new task ends the one before. */
export class Opponent {
  #engine: Engine | undefined;
  #task = 0;

  #get(): Engine {
    return (this.#engine ??= new Engine({ hash: 32, net: true }));
  }

  /** Ends what the engine does. */
  stop(): void {
    this.#task++;
    this.#engine?.stop();
  }

  /** The engine's move in a position; nothing if another task came first. */
  async move(board: Board, level: number): Promise<string | undefined> {
    this.stop();
    const task = this.#task;
    const { limits, slack } = LEVELS[level - 1] ?? { limits: { movetime: 1_000 }, slack: 0 };
    const result = await this.#get().position(board).go(limits);
    if (task !== this.#task) return undefined;
    return drawn(result.lines, slack) ?? result.best ?? undefined;
  }

  /** Looks at a position until the next task. */
  async analyse(board: Board, lines: number, show: (infos: readonly Info[]) => void): Promise<void> {
    this.stop();
    const task = this.#task;
    let infos: Info[] = [];
    await this.#get()
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
  const pawns = (sign * (info.cp ?? 0)) / 100;
  return `${pawns > 0 ? '+' : ''}${pawns.toFixed(2)}`;
}

/** A score for White in pawns, from -10 to 10. */
export function pawnsFor(info: Info, white: boolean): number {
  const pawns = ((white ? 1 : -1) * worth(info)) / 100;
  return Math.max(-10, Math.min(10, pawns));
}
