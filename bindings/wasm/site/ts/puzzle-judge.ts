// What is said about a move in a puzzle: whether it still mates in time, how the other side holds out longest, and what refutes it.

import type { Board } from 'campione';

import { Opponent } from './opponent.js';

/** Nodes of the mate solver for one question. The puzzles are proven with fewer. */
const NODES = 400_000;

/** Nodes after which a good reply is known. */
const GLANCE = 20_000;

/** A move that mates in time has the moves that follow, with the longest defence; another one a reply after which there is no such mate. */
export type Judgement = { line: readonly string[] } | { refutation: string | undefined };

const isMate = (board: Board) => board.isCheck() && board.numberLegalMoves() === 0;

export class PuzzleJudge {
  readonly #engine = new Opponent();

  /** Ends what is being judged. */
  stop(): void {
    this.#engine.stop();
  }

  /** Judges a move that must mate in at most `moves` moves, itself included; nothing if something else came first. */
  async judge(board: Board, move: string, moves: number): Promise<Judgement | undefined> {
    const after = board.copy();
    after.push(move);
    if (isMate(after)) return { line: [move] };
    if (moves === 1) return { refutation: undefined };
    const found = await this.#engine.look(board, { mate: moves, depth: 2 * moves - 1, nodes: NODES, moves: [move] });
    if (found === undefined) return undefined;
    const [best] = found.lines;
    if (best !== undefined && best.mate !== null && best.mate > 0 && best.mate <= moves) return { line: best.pv };
    return this.#refute(after, moves - 1);
  }

  /** A reply after which there is no mate in so many moves, proven; the engine's own if that is one. */
  async #refute(after: Board, moves: number): Promise<Judgement | undefined> {
    if (after.isGameOver() || moves === 0) return { refutation: undefined };
    const glance = await this.#engine.look(after, { nodes: GLANCE });
    if (glance === undefined) return undefined;
    const replies = new Set([...(glance.best === null ? [] : [glance.best]), ...after.legalMoves()]);
    for (const reply of replies) {
      const next = after.copy();
      next.push(reply);
      if (next.isGameOver()) return { refutation: reply };
      const proof = await this.#engine.look(next, { mate: moves, depth: 2 * moves - 1, nodes: NODES });
      if (proof === undefined) return undefined;
      if (proof.noMateIn >= moves) return { refutation: reply };
    }
    return { refutation: glance.best ?? undefined };
  }
}
