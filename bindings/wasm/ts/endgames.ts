// Endgame tables that lie elsewhere, read part by part.

import { Board } from './board.js';
import { badArgument, guard } from './errors.js';
import { Variant } from './variant.js';
import { RawEndgames } from './wasm/campione.js';

/** What an endgame table says about a move. */
export interface EndgameMove {
  readonly uci: string;
  readonly san: string;
  /** For the side that moves; `null` if there is no table of the ending to which the move leads. */
  readonly result: 'win' | 'draw' | 'loss' | null;
  /** Plies to the end of the game, with best play of both sides; `null` for a draw. */
  readonly plies: number | null;
}

/** A part of a file. */
export interface FilePart {
  bytes: Uint8Array;
  /** The length of the whole file. */
  length: number;
}

/** Reads `length` bytes of a file from `from` on, or all that there are; rejects where the file cannot be had. */
export type ReadPart = (name: string, from: number, length: number) => Promise<FilePart>;

/**
 * The endgame tables of a variant, as `campione endgame build` writes them. They are anywhere that parts of files can be read from:
 * of a table only the header and the blocks that are needed are asked for.
 */
export class Endgames {
  readonly #raw: RawEndgames;
  readonly #read: ReadPart;
  #work: Promise<unknown> = Promise.resolve();

  /** Tables by the names of their files, such as `carrera-KQvKR.endgame`. */
  constructor(variant: Variant | string, names: readonly string[], read: ReadPart) {
    if (!Array.isArray(names) || !names.every(name => typeof name === 'string')) throw badArgument('names', 'a list of texts is needed');
    if (typeof read !== 'function') throw badArgument('read', 'a function is needed');
    this.#raw = guard(() => new RawEndgames(Variant.of(variant).raw, names.join('\n')));
    this.#read = read;
  }

  /**
   * The legal moves of a board, the best first. Tables know neither the rule of 50 moves nor repetitions. A file that cannot be read, or
   * is damaged, counts as missing.
   */
  moves(board: Board): Promise<EndgameMove[]> {
    if (!(board instanceof Board)) throw badArgument('board', 'a Board is needed');
    const asked = board.copy();
    // One question after the other: they may need the same parts.
    const answer = this.#work.then(() => this.#moves(asked));
    this.#work = answer.catch(() => {});
    return answer;
  }

  async #moves(board: Board): Promise<EndgameMove[]> {
    const asked = new Set<string>();
    for (;;) {
      const { wants, moves } = JSON.parse(guard(() => this.#raw.moves(board.raw))) as { wants: [string, number, number][]; moves: EndgameMove[] };
      if (wants.length === 0) return moves;
      await Promise.all(wants.map(want => this.#fetch(asked, ...want)));
    }
  }

  async #fetch(asked: Set<string>, name: string, from: number, wanted: number): Promise<void> {
    const part = `${from} ${wanted} ${name}`;
    try {
      // What is wanted again was damaged.
      if (asked.has(part)) throw new Error(`${name} is damaged at ${from}`);
      asked.add(part);
      const { bytes, length } = await this.#read(name, from, wanted);
      if (bytes.length < Math.min(wanted, length - from)) throw new Error(`${name} has an end at ${from + bytes.length}`);
      this.#raw.put(name, from, bytes, length);
    } catch {
      this.#raw.forget(name);
    }
  }
}
