// A whole game is looked at: a score for each position of the main line, and which moves were mistakes.

import { Board } from 'campione';

import type { Game } from './game.js';
import type { Judge } from './move-list.js';
import { type Opponent, pawnsFor, shareOf } from './opponent.js';
import { type Node, pathOf } from './tree.js';

/** How many nodes each position gets: about a tenth of a second. */
const NODES = 60_000;

/** How much of the bar a move must lose to be called a blunder, a mistake, or dubious. */
const LOSSES: readonly (readonly [number, string])[] = [
  [0.25, '??'],
  [0.15, '?'],
  [0.09, '?!'],
];

/** What was found about a position. */
interface Found {
  /** In pawns for White. */
  pawns: number;
  /** The best move; `null` if the game is over. */
  best: string | null;
}

export class Review implements Judge {
  readonly #found = new WeakMap<Node, Found>();
  /** Changes with each thing that is found. */
  revision = 0;
  isRunning = false;

  scoreOf(node: Node): number | undefined {
    return this.#found.get(node)?.pawns;
  }

  bestOf(node: Node): string | undefined {
    return this.#found.get(node)?.best ?? undefined;
  }

  /** How much of the bar the side that moved has lost by a move; 0 if it is not known. */
  lossOf(node: Node): number {
    const [before, after] = [node.parent === undefined ? undefined : this.#found.get(node.parent), this.#found.get(node)];
    if (before === undefined || after === undefined || before.best === node.uci) return 0;
    return Math.abs(shareOf(before.pawns) - shareOf(after.pawns)) * (this.#lost(before, after, node) ? 1 : 0);
  }

  #lost(before: Found, after: Found, node: Node): boolean {
    return after.pawns < before.pawns === this.#byWhite(node);
  }

  #whites = new WeakMap<Node, boolean>();

  #byWhite(node: Node): boolean {
    return this.#whites.get(node) ?? true;
  }

  signOf(node: Node): string {
    const loss = this.lossOf(node);
    return LOSSES.find(([least]) => loss >= least)?.[1] ?? '';
  }

  /** The moves of the main line that lost much, of one side or of both. */
  mistakes(root: Node, side: 'white' | 'black' | 'both'): Node[] {
    const found: Node[] = [];
    for (let node = root.children[0]; node !== undefined; node = node.children[0]) {
      const own = side === 'both' || (side === 'white') === this.#byWhite(node);
      if (own && ['?', '??'].includes(this.signOf(node))) found.push(node);
    }
    return found;
  }

  /** Looks at all positions of the main line that were not looked at; whether it came to the end. */
  async run(game: Game, opponent: Opponent, progress: (done: number, all: number) => void): Promise<boolean> {
    const { root, variant, start } = game;
    const line: Node[] = [root];
    for (let node = root.children[0]; node !== undefined; node = node.children[0]) line.push(node);
    this.isRunning = true;
    try {
      for (const [index, node] of line.entries()) {
        this.#whites.set(node, game.whites(index - 1));
        if (this.#found.has(node)) continue;
        const board = new Board(variant, start);
        board.pushMoves(pathOf(node).map(({ uci }) => uci));
        const found = await this.judge(board, opponent, NODES);
        if (found === undefined) return false;
        this.#found.set(node, found);
        this.revision++;
        progress(index + 1, line.length);
      }
      return true;
    } finally {
      this.isRunning = false;
    }
  }

  /** Looks at one position; nothing if something else came first. */
  async judge(board: Board, opponent: Opponent, nodes: number): Promise<Found | undefined> {
    const outcome = board.outcome();
    if (outcome !== null) return { pawns: outcome.winner === null ? 0 : outcome.winner === 'white' ? 10 : -10, best: null };
    const result = await opponent.look(board, { nodes });
    const [info] = result?.lines ?? [];
    return info === undefined ? undefined : { pawns: pawnsFor(info, board.turn() === 'white'), best: result?.best ?? null };
  }
}
