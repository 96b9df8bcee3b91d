// Counts in workers: the tree is cut into parts, which the workers take one after the other.

import { type BisectResult, Board } from 'campione';

import { variantOf } from '../saved.js';
import type { Answer, Question, Spot, Walk } from './messages.js';

/** A part with at least so many plies is cut once more, so that the workers are busy to the end and the progress is seen. */
const LARGE = 4;

/** The second time it is cut only if it takes seconds, and if there are not so many parts yet. */
const HUGE = 6;
const MANY_PARTS = 2000;

/** More workers take more memory than they save time. */
const MOST_WORKERS = 32;

/** The count after each legal move, as far as it is known. */
export type Counts = ReadonlyMap<string, number>;

/** How far a count has come. */
export interface Progress {
  readonly counts: Counts;
  readonly nodes: number;
  /** Parts of the tree that are counted, and all of them. */
  readonly done: number;
  readonly parts: number;
}

interface Part {
  move: string;
  path: string[];
  depth: number;
}

/** Cuts the tree below a position. */
function cut(board: Board, depth: number): Part[] {
  let parts = board.legalMoves().map(move => ({ move, path: [move], depth: depth - 1 }));
  const cutAll = () => {
    parts = parts.flatMap(part => {
      const next = board.copy();
      next.pushMoves(part.path);
      return next.legalMoves().map(reply => ({ move: part.move, path: [...part.path, reply], depth: part.depth - 1 }));
    });
  };
  if (depth - 1 >= LARGE) cutAll();
  if (depth - 2 >= HUGE && parts.length <= MANY_PARTS) cutAll();
  return parts;
}

class Helper {
  readonly #worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  #fail: (error: Error) => void = () => {};
  #ended = false;

  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      // It may be ended between two questions.
      if (this.#ended) throw new Stopped();
      this.#fail = reject;
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      this.#worker.onerror = event => reject(new Error(event.message || 'a worker cannot be started'));
      this.#worker.postMessage(question);
    });
  }

  end(): void {
    this.#ended = true;
    this.#worker.terminate();
    this.#fail(new Stopped());
  }
}

/** `0.01 s, 80 million nodes a second`. */
export function speedOf(nodes: number, began: number): string {
  const seconds = (performance.now() - began) / 1000;
  const rate = (nodes / Math.max(seconds, 0.001)).toLocaleString('en', { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3 });
  return `${seconds.toFixed(2)} s, ${rate} nodes a second`;
}

/** What a stopped count ends with. */
export class Stopped extends Error {}

async function asked(helper: Helper, question: Question): Promise<Exclude<Answer, { kind: 'failed' }>> {
  const answer = await helper.ask(question);
  if (answer.kind === 'failed') throw new Error(answer.message);
  return answer;
}

/** Counts, one thing at a time: what is begun ends what went on. */
export class Counter {
  #idle: Helper[] = [];
  #busy = new Set<Helper>();

  /** Ends what goes on; its promise rejects with `Stopped`. */
  stop(): void {
    for (const helper of this.#busy) helper.end();
    this.#busy.clear();
  }

  /** The count after each move. Rejects with `Stopped`. */
  async divide(spot: Spot, depth: number, onProgress: (progress: Progress) => void): Promise<Counts> {
    this.stop();
    const board = new Board(variantOf(spot.source), spot.fen);
    board.pushMoves(spot.path);
    const parts = cut(board, depth);
    const left = new Map<string, number>();
    for (const { move } of parts) left.set(move, (left.get(move) ?? 0) + 1);
    const sums = new Map<string, number>();
    // A move without replies has no part, and is counted all the same.
    const counts = new Map<string, number>(board.legalMoves().filter(move => !left.has(move)).map(move => [move, 0]));
    let [next, done, nodes] = [0, 0, 0];
    onProgress({ counts, nodes, done, parts: parts.length });
    const work = async (helper: Helper) => {
      for (let part = parts[next++]; part !== undefined; part = parts[next++]) {
        const place = { ...spot, path: [...spot.path, ...part.path] };
        const answer = await asked(helper, { kind: 'count', spot: place, depth: part.depth });
        if (answer.kind !== 'counted') continue;
        const sum = (sums.get(part.move) ?? 0) + answer.nodes;
        sums.set(part.move, sum);
        const open = (left.get(part.move) ?? 1) - 1;
        left.set(part.move, open);
        if (open === 0) counts.set(part.move, sum);
        nodes += answer.nodes;
        onProgress({ counts, nodes, done: ++done, parts: parts.length });
      }
    };
    const size = Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS, parts.length);
    await Promise.all(Array.from({ length: size }, () => this.#with(work)));
    return counts;
  }

  /** A walk to the first difference. Rejects with `Stopped`. */
  async walk(walk: Walk): Promise<BisectResult> {
    this.stop();
    const answer = await this.#with(helper => asked(helper, { kind: 'walk', walk }));
    if (answer.kind !== 'walked') throw new Error('the worker has counted instead');
    return answer.result;
  }

  /** Lends a helper. One that failed is not used again. */
  async #with<T>(work: (helper: Helper) => Promise<T>): Promise<T> {
    const helper = this.#idle.pop() ?? new Helper();
    this.#busy.add(helper);
    const result = await work(helper);
    this.#busy.delete(helper);
    this.#idle.push(helper);
    return result;
  }
}
