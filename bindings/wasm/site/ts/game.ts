// The game on the page: a variant, a start position, moves, and which of its positions is shown.

import { Board, type MoveInfo, type Outcome, Variant } from 'campione';

/** Where a variant comes from, so that it can be had again. */
export type Source = { name: string } | { number: number; name: string } | { toml: string; id: string };

/** A game as it is stored and linked. */
export interface Saved {
  source: Source;
  start: string;
  moves: string[];
  at: number;
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

/** A game. It says `change` when anything is different. */
export class Game extends EventTarget {
  #variant = Variant.named('carrera');
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

  /** The number of a ply as in a list of moves: `12.` or `12...`. */
  numberOf(ply: number): string {
    const [, turn = 'w', , , , number = '1'] = this.#start.split(' ');
    const half = ply + (turn === 'w' ? 0 : 1);
    const whole = Number(number) + Math.floor(half / 2);
    if (half % 2 === 0) return `${whole}. `;
    return ply === 0 ? `${whole}... ` : '';
  }

  /** Another game. Throws a `CampioneError` and leaves this one as it was. */
  load(variant: Variant, start = variant.startFen, moves: readonly string[] = [], at = moves.length): void {
    const board = new Board(variant, start);
    board.pushMoves(moves);
    this.#variant = variant;
    this.#start = board.startFen();
    this.#moves = board.moveStack();
    this.#sans = board.sanStack();
    this.#show(Math.max(0, Math.min(at, moves.length)));
  }

  /** Plays a move in any notation; the moves behind the position that is shown are forgotten. Throws a `MoveError`. */
  play(move: string): void {
    const board = this.#board.copy();
    board.push(move);
    this.#moves = board.moveStack();
    this.#sans = board.sanStack();
    this.#show(this.#moves.length);
  }

  /** Shows the position after so many moves. */
  show(at: number): void {
    const to = Math.max(0, Math.min(at, this.#moves.length));
    if (to !== this.#at) this.#show(to);
  }

  /** Takes moves back, from the position that is shown. */
  takeBack(count: number): void {
    const left = Math.max(0, this.#at - count);
    this.#moves = this.#moves.slice(0, left);
    this.#sans = this.#sans.slice(0, left);
    this.#show(left);
  }

  save(): Saved {
    return { source: sourceOf(this.#variant), start: this.#start, moves: [...this.#moves], at: this.#at };
  }

  #show(at: number): void {
    this.#at = at;
    this.#board = new Board(this.#variant, this.#start);
    this.#board.pushMoves(this.#moves.slice(0, at));
    this.#infos = undefined;
    this.dispatchEvent(new Event('change'));
  }
}
