// The game on the page: a variant, a start position, moves, and which of its positions is shown.

import { Board, type MoveInfo, type Outcome, type PgnGame, type Remark, Variant, writePgn } from 'campione';

/** Where a variant comes from, so that it can be had again. */
export type Source = { name: string } | { number: number; name: string } | { toml: string; id: string };

/** What a game as text has beside its moves. It stays with the game while moves are added. */
export interface Notes {
  tags: readonly (readonly [string, string])[];
  /** What stands before the first move. */
  before: readonly Remark[];
  /** What stands behind each move. */
  behind: readonly (readonly Remark[])[];
  /** The result of the text; it holds as long as no move is added or taken back. */
  result?: string | undefined;
}

/** A game as it is stored and linked. */
export interface Saved {
  source: Source;
  start: string;
  moves: readonly string[];
  at: number;
  notes?: Notes | undefined;
}

const NO_NOTES: Notes = { tags: [], before: [], behind: [] };

/** How many games can be brought back. */
const MOST_LOST = 10;

/** What a game that was read has beside its moves. */
export function notesOf({ tags, remarks, moves, result }: PgnGame): Notes {
  return { tags, before: remarks, behind: moves.map(move => move.remarks), result };
}

/** The variant of a source. Throws a `CampioneError`. */
export function variantOf(source: Source): Variant {
  if ('toml' in source) return Variant.fromToml(source.toml, source.id);
  if ('number' in source) return source.name === 'chess960' ? Variant.chess960(source.number) : Variant.crc(source.number);
  return Variant.named(source.name);
}

/** The source of a variant. */
export function sourceOf(variant: Variant): Source {
  if (!variant.isBuiltIn) return { toml: variant.toToml(), id: variant.id };
  if (variant.arrayNumber !== undefined) return { number: variant.arrayNumber, name: variant.id };
  return { name: variant.id };
}

/** Whether a game is another one as far as it goes, and perhaps goes on. */
function continues(game: Saved, other: Saved): boolean {
  const same = game.start === other.start && JSON.stringify(game.source) === JSON.stringify(other.source);
  return same && other.moves.every((move, ply) => move === game.moves[ply]);
}

/** A game. It says `change` when anything is different. */
export class Game extends EventTarget {
  #variant = Variant.named('carrera');
  #source: Source = sourceOf(this.#variant);
  #notes = NO_NOTES;
  #lost: Saved[] = [];
  #start = this.#variant.startFen;
  #moves: string[] = [];
  #sans: string[] = [];
  #at = 0;
  #board = new Board(this.#variant);
  #infos: MoveInfo[] | undefined;

  get variant(): Variant {
    return this.#variant;
  }

  /** The board of the position that is shown, with the moves up to there. */
  get board(): Board {
    return this.#board;
  }

  get moves(): readonly string[] {
    return this.#moves;
  }

  get sans(): readonly string[] {
    return this.#sans;
  }

  /** How many moves lead to the position that is shown. */
  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#moves.length;
  }

  /** The legal moves of the position that is shown. */
  get legal(): readonly MoveInfo[] {
    return (this.#infos ??= this.outcome === null ? this.#board.moves() : []);
  }

  get outcome(): Outcome | null {
    return this.#board.outcome();
  }

  /** The two squares of the move that led here. */
  get last(): readonly string[] {
    const uci = this.#moves[this.#at - 1];
    const found = uci === undefined ? null : /^([a-l]\d+)([a-l]\d+)/.exec(uci);
    return found === null ? [] : [found[1] ?? '', found[2] ?? ''];
  }

  /** Whether a ply is a move of White's. */
  whites(ply: number): boolean {
    return (ply % 2 === 0) === (this.#start.split(' ')[1] === 'w');
  }

  /** The number of a ply's move: `12.` or `12…`. */
  numberOf(ply: number): string {
    const [, turn = 'w', , , , number = '1'] = this.#start.split(' ');
    const half = ply + (turn === 'w' ? 0 : 1);
    return `${Number(number) + Math.floor(half / 2)}${half % 2 === 0 ? '.' : '…'}`;
  }

  get notes(): Notes {
    return this.#notes;
  }

  /** Games that other ones took the place of, the last one last. */
  get lost(): readonly Saved[] {
    return this.#lost;
  }

  /** Another game. Throws a `CampioneError` and leaves this one as it was. */
  load(
    variant: Variant,
    start = variant.startFen,
    moves: readonly string[] = [],
    at: number = moves.length,
    notes: Notes = NO_NOTES,
  ): void {
    this.#replace(variant, start, moves, notes, before => this.#keep(before));
    this.#show(Number.isInteger(at) ? at : this.#moves.length);
  }

  #replace(variant: Variant, start: string, moves: readonly string[], notes: Notes, keep: (before: Saved) => void): void {
    const board = new Board(variant, start);
    board.pushMoves(moves);
    const before = this.save();
    this.#variant = variant;
    this.#source = sourceOf(variant);
    this.#start = board.startFen();
    this.#take(board, notes);
    keep(before);
  }

  /** The game of a stored one. Throws a `CampioneError`. */
  restore({ source, start, moves, at, notes }: Saved): void {
    this.load(variantOf(source), start, moves, at, notes);
  }

  /** What was lost in an earlier visit. */
  remember(lost: readonly Saved[]): void {
    this.#lost = lost.slice(-MOST_LOST);
  }

  /**
   * Brings back the last game that another one took the place of. The game that was there waits behind all others, so that calling this
   * again and again shows each of them. Throws a `CampioneError` if the game cannot be played any more.
   */
  bringBack(): void {
    const last = this.#lost.at(-1);
    if (last === undefined) return;
    const rest = this.#lost.slice(0, -1);
    this.#lost = rest;
    const found = variantOf(last.source);
    this.#replace(found, last.start, last.moves, last.notes ?? NO_NOTES, before => {
      this.#keep(before);
      const [kept] = this.#lost.slice(rest.length);
      this.#lost = kept === undefined ? rest : [kept, ...rest];
    });
    this.#show(last.at);
  }

  /** Plays a move in any notation. Other moves behind the position that is shown are replaced. Throws a `MoveError`. */
  play(move: string): void {
    const board = this.#board.copy();
    board.push(move);
    const at = board.moveStack().length;
    if (board.moveStack()[at - 1] === this.#moves[at - 1]) {
      this.show(at);
      return;
    }
    const before = this.save();
    this.#take(board, { ...this.#notes, behind: this.#notes.behind.slice(0, this.#at), result: undefined });
    this.#keep(before);
    this.#show(at);
  }

  #take(board: Board, notes: Notes): void {
    this.#moves = board.moveStack();
    this.#sans = board.history();
    this.#notes = notes;
  }

  /** Keeps a game that another one took the place of, if there is anything in it that the other one lacks. */
  #keep(before: Saved): void {
    const empty = before.moves.length === 0 && before.start === variantOf(before.source).startFen;
    if (empty || continues(this.save(), before)) return;
    this.#lost = [...this.#lost.slice(1 - MOST_LOST), before];
  }

  /** Shows the position after so many moves. */
  show(at: number): void {
    const to = Math.max(0, Math.min(at, this.#moves.length));
    if (to !== this.#at) this.#show(to);
  }

  /** Takes moves back, from the position that is shown. */
  takeBack(count: number): void {
    const left = Math.max(0, this.#at - count);
    const before = this.save();
    this.#moves = this.#moves.slice(0, left);
    this.#sans = this.#sans.slice(0, left);
    this.#notes = { ...this.#notes, behind: this.#notes.behind.slice(0, left), result: undefined };
    this.#keep(before);
    this.#show(left);
  }

  save(): Saved {
    const { tags, before, behind } = this.#notes;
    const bare = tags.length === 0 && before.length === 0 && behind.every(remarks => remarks.length === 0);
    const notes = bare ? {} : { notes: this.#notes };
    return { source: this.#source, start: this.#start, moves: this.#moves, at: this.#at, ...notes };
  }

  /** The whole game in the export format. `tags` are added if it has none of its own. */
  pgn(tags: Readonly<Record<string, string>>): string {
    const board = new Board(this.#variant, this.#start);
    board.pushMoves(this.#moves);
    const { tags: own, before, behind, result } = this.#notes;
    const moves = this.#moves.map((uci, ply) => ({ uci, remarks: behind[ply] ?? [] }));
    const written = { tags: own.length > 0 ? own.filter(([name]) => name !== 'Result') : Object.entries(tags), remarks: before, moves };
    return writePgn(board, { ...written, result: result ?? board.result() });
  }

  #show(at: number): void {
    this.#at = Math.max(0, Math.min(at, this.#moves.length));
    this.#board = new Board(this.#variant, this.#start);
    this.#board.pushMoves(this.#moves.slice(0, this.#at));
    this.#infos = undefined;
    this.dispatchEvent(new Event('change'));
  }
}
