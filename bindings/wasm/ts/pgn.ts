// Games as text: Portable Game Notation.

import './load.js';
import { Board } from './board.js';
import { PgnError, asList, asOptions, asText, badArgument, guard } from './errors.js';
import { Variant } from './variant.js';
import { type RawGame, RawReader, write_game } from './wasm/campione.js';

/** A glyph, a comment or a variation: behind a move, or before the first move of a line. */
export type Remark = { readonly nag: number } | { readonly comment: string } | { readonly variation: Line };

/** A move with its remarks. */
export interface Ply {
  /** The move in coordinates. */
  readonly uci: string;
  /** The move in algebraic notation. */
  readonly san: string;
  /** What stands behind it; a variation begins before it. */
  readonly remarks: readonly Remark[];
}

/** Moves that follow each other. */
export interface Line {
  /** What stands before the first move. */
  readonly remarks: readonly Remark[];
  readonly moves: readonly Ply[];
}

/** How games of other programs are read. */
export type Reading = 'native' | 'castling-swapped' | 'xboard' | 'brainking' | 'chessv' | 'jocly';

/** How a text is read. */
export interface PgnReadOptions {
  /** The variant of games without a `Variant` tag; orthodox chess unless it is said. */
  variant?: Variant | string;
  /** Whether that variant is meant even if a tag says another one. */
  overrule?: boolean;
  /** How games of other programs are read; found out unless it is said. */
  reading?: Reading;
  /**
   * Gets the games that cannot be read, and the next one follows. Without it the first such game is thrown, and the iteration has ended,
   * as that of every generator: whoever wants the games behind it gives this function.
   */
  onError?: (error: PgnError) => void;
}

/** A game as it was read. */
export class PgnGame implements Line {
  /** The number of the game in its text, from 1. */
  declare readonly number: number;
  /** The line where it begins, from 1. */
  declare readonly line: number;
  /** The tags in their order. */
  declare readonly tags: readonly (readonly [string, string])[];
  /** The position before the first move as a FEN. */
  declare readonly start: string;
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */
  declare readonly result: string;
  /** How it was read. */
  declare readonly reading: Reading;
  /** What is odd about it, though it could be read. */
  declare readonly notes: readonly string[];
  declare readonly remarks: readonly Remark[];
  declare readonly moves: readonly Ply[];
  readonly #raw: RawGame;

  /** Use `readPgn`. */
  private constructor(raw: RawGame) {
    this.#raw = raw;
    Object.assign(this, JSON.parse(raw.json()));
  }

  /** @internal */
  static ofRaw(raw: RawGame): PgnGame {
    return new PgnGame(raw);
  }

  /** The variant that is played. */
  get variant(): Variant {
    return Variant.ofRaw(this.#raw.variant);
  }

  /** The value of a tag, the first if there are several. */
  tag(name: string): string | undefined {
    return this.tags.find(([own]) => own === name)?.[1];
  }

  /** The board after the main line, with its moves. */
  board(): Board {
    return Board.ofRaw(this.#raw.board());
  }

  /** The game in the export format. */
  toString(): string {
    return this.#raw.text();
  }
}

/** Reads the games of a text, one at a time. Throws `PgnError` for a game that cannot be read, unless `onError` gets it. */
export function* readPgn(
  text: string | Uint8Array,
  options: PgnReadOptions = {},
): Generator<PgnGame, void, void> {
  const names = ['variant', 'overrule', 'reading', 'onError'] as const;
  const { variant = 'chess', overrule = false, reading, onError } = asOptions(options, 'options', names);
  if (onError !== undefined && typeof onError !== 'function') throw badArgument('onError', 'a function is needed');
  const bytes = text instanceof Uint8Array ? text : new TextEncoder().encode(asText(text, 'text'));
  const way = reading === undefined ? undefined : asText(reading, 'reading');
  const reader = guard(() => new RawReader(bytes, Variant.of(variant).raw, Boolean(overrule), way));
  for (;;) {
    let game: RawGame | undefined;
    try {
      game = guard(() => reader.read());
    } catch (error) {
      if (!(error instanceof PgnError) || onError === undefined) throw error;
      onError(error);
      continue;
    }
    if (game === undefined) return;
    yield PgnGame.ofRaw(game);
  }
}

/** What is written of a game. */
export interface PgnText {
  /** The tags: pairs, or an object. */
  tags?: Iterable<readonly [string, string]> | Readonly<Record<string, string>>;
  /** `*` unless it is said. */
  result?: string;
  /** What stands before the first move. */
  remarks?: readonly Remark[];
  /** The moves of the board unless it is said. A move needs `uci` or `san`. */
  moves?: readonly { readonly uci?: string; readonly san?: string; readonly remarks?: readonly Remark[] }[];
}

/** Writes a game in the export format: the moves of a board, or others from its start. Throws `MoveError`, `ArgumentError`. */
export function writePgn(board: Board, text: PgnText = {}): string {
  if (!(board instanceof Board)) throw badArgument('board', 'a Board is needed');
  // A PgnGame has more than is written.
  if (typeof text !== 'object' || text === null) throw badArgument('text', 'an object is needed');
  const { tags = [], result = board.result(), remarks = [], moves } = text;
  const pairs = pairsOf(tags);
  const own = moves ?? board.moveStack().map(uci => ({ uci }));
  const names = new Set(pairs.map(([name]) => name));
  if (!names.has('Variant') && board.variant().id !== 'chess') pairs.push(['Variant', board.variant().id]);
  let json;
  try {
    json = JSON.stringify({ tags: pairs, result, remarks, moves: own });
  } catch (error) {
    // A number that is a BigInt, or an object that contains itself.
    throw badArgument('text', error instanceof Error ? error.message : String(error));
  }
  return guard(() => write_game(board.raw, json));
}

/** The names and values of tags. */
function pairsOf(tags: NonNullable<PgnText['tags']>): [string, string][] {
  if (typeof tags !== 'object' || tags === null) throw badArgument('tags', 'pairs of texts, or an object of texts, are needed');
  const pairs = Symbol.iterator in tags ? Array.from(tags as Iterable<readonly [string, string]>) : Object.entries(tags);
  return pairs.map(pair => {
    const [name, value] = asList(pair, 'tags');
    return [asText(name, 'tags'), asText(value, 'tags')];
  });
}
