// Variants: sets of rules.

import './load.js';
import { asNumber, asText, badArgument, guard, words } from './errors.js';
import { RawVariant, ini_names, own_variant_ids, variant_ids } from './wasm/campione.js';

/** A kind of piece. */
export interface PieceInfo {
  /** Its name in this variant, such as `centaur`. */
  readonly name: string;
  /** Its movement in Betza's shorthand; empty for the pawn. */
  readonly moves: string;
  /** How it moves, in words. */
  readonly rule: string;
}

/** A rule of a variant in words. */
export interface Rule {
  /** What it is about: `Board`, `Promotion`, `King's leap`. */
  readonly title: string;
  /** The rule in a sentence or two. */
  readonly rule: string;
  /** Where it comes from. */
  readonly source: string;
}

/** Something in a variant's file that has no effect or an old name. */
export interface Warning {
  /** Line and column, from 1. */
  readonly place: readonly [number, number];
  /** What it is, and why. */
  readonly reason: string;
}

/** The themes of pictures. */
export type Theme = 'light' | 'dark';

/** The colors of a board, as `#rrggbb`. */
export type Colors = Readonly<
  Record<
    | 'page'
    | 'text'
    | 'lightSquare'
    | 'darkSquare'
    | 'lastLight'
    | 'lastDark'
    | 'lastCorner'
    | 'check'
    | 'arrow'
    | 'badge'
    | 'badgeText',
    string
  > & {
    /** White's pieces and Black's: body, outline, details. */
    pieces: readonly (readonly [string, string, string])[];
  }
>;

/** How the pieces of a variant look: pieces of SVG, to be placed by `<use>`, and colors. */
export interface Drawings {
  /** By the letter of a FEN: the id of the drawing, and a `<g>` for a square of 100 units. */
  readonly pieces: Readonly<Record<string, { readonly id: string; readonly svg: string }>>;
  /** The colors of the board, as `#rrggbb`. */
  readonly colors: Colors;
}

/** A right to castle or leap that a side may have where its pieces stand. */
export interface SetupRight {
  /** Its letter in the castling field of a FEN. */
  readonly letter: string;
  readonly side: 'white' | 'black';
  /** In words: `castling with the rook on a1`, `king's leap`. */
  readonly name: string;
  readonly held: boolean;
}

/** The fields of a FEN, which need not make a position. */
export interface Setup {
  /** The letters of the pieces by their squares. */
  readonly placement: Readonly<Record<string, string>>;
  readonly side: 'white' | 'black';
  /** All rights that the sides may have with these pieces. */
  readonly rights: readonly SetupRight[];
  /** The square that a double step passed; empty if none did. Of a Berolina pawn also the square on which it stands. */
  readonly enPassant: string;
  readonly halfmoveClock: number;
  readonly fullmoveNumber: number;
  /** Waiting pawns as in a FEN, such as `e8:2`. */
  readonly waiting: string;
}

interface About {
  name: string;
  about: string;
  pieces: Record<string, PieceInfo>;
  rules: Rule[];
  castlings: Record<string, string>;
  hasWaitingPawns: boolean;
  hasRandomArrays: boolean;
  isBuiltIn: boolean;
  commands: { uci: string[]; xboard: string[] };
  numbering: [number, number] | null;
}

/**
 * A set of rules, and with it a start position. A variant stays in memory as long as the page: 12 to 25 KiB for each different
 * set of rules, up to 600 KiB where pieces hop.
 */
export class Variant {
  /** @internal */
  readonly raw: RawVariant;
  #about: About | undefined;

  /** Use `Variant.named`, `fromToml`, `fromIni`, `crc`, `chess960`. */
  private constructor(raw: RawVariant) {
    if (!(raw instanceof RawVariant)) throw badArgument('variant', 'use Variant.named, Variant.fromToml or Variant.fromIni');
    this.raw = raw;
  }

  /**
   * A built-in variant by its id (`variants()` lists them) or a name that other programs use, also with the number of a start array, as
   * `toString` writes it: `crc:27621`. Throws `UnknownVariantError`, `ArrayError`.
   */
  static named(id: string): Variant {
    return new Variant(guard(() => RawVariant.named(asText(id, 'id'))));
  }

  /** Reads a variant file. `id` names the variant if the file does not. Throws `VariantError`. */
  static fromToml(text: string, id = 'custom'): Variant {
    return new Variant(guard(() => RawVariant.from_toml(asText(text, 'text'), asText(id, 'id'))));
  }

  /** A game of a `variants.ini` of Fairy-Stockfish: the one of that name, or the only one. Throws `VariantError`, `ArgumentError`. */
  static fromIni(text: string, name?: string): Variant {
    return new Variant(guard(() => RawVariant.from_ini(asText(text, 'text'), name === undefined ? name : asText(name, 'name'))));
  }

  /** Capablanca Random Chess with the start array of that number, 1 to 48000. Throws `ArrayError`. */
  static crc(number: number): Variant {
    return new Variant(guard(() => RawVariant.numbered('crc', asNumber(number, 'number'))));
  }

  /** Chess960 with the start array of that number, 0 to 959. Throws `ArrayError`. */
  static chess960(number: number): Variant {
    return new Variant(guard(() => RawVariant.numbered('chess960', asNumber(number, 'number'))));
  }

  /** @internal */
  static ofRaw(raw: RawVariant): Variant {
    return new Variant(raw);
  }

  /** A variant, or the built-in one of that name. */
  static of(variant: Variant | string): Variant {
    return variant instanceof Variant ? variant : Variant.named(variant);
  }

  #facts(): About {
    return (this.#about ??= JSON.parse(this.raw.about()) as About);
  }

  /** The id by which it is named. */
  get id(): string {
    return this.raw.id;
  }

  /** Its name in words. */
  get name(): string {
    return this.#facts().name;
  }

  /** Who made it, when, and what sets it apart; may be empty. */
  get about(): string {
    return this.#facts().about;
  }

  /** The name of the package's net that evaluates it (`10x8`, `courier-spiel`), or `null` if none does. */
  get net(): string | null {
    return this.raw.net() ?? null;
  }

  /** Files of the board, up to 12. */
  get files(): number {
    return this.raw.files;
  }

  /** Ranks of the board, up to 10. */
  get ranks(): number {
    return this.raw.ranks;
  }

  /** The start position as a FEN. */
  get startFen(): string {
    return guard(() => this.raw.start_fen());
  }

  /** The number of its start array, if it was made by `crc` or `chess960`. */
  get arrayNumber(): number | undefined {
    return this.raw.number;
  }

  /** The first and the last number of a start array, where arrays have numbers. */
  get numbering(): readonly [number, number] | null {
    return this.#facts().numbering;
  }

  /** Whether king and rooks may start on other squares than the default array's. */
  get hasRandomArrays(): boolean {
    return this.#facts().hasRandomArrays;
  }

  /** Whether it has the rules of the built-in variant of its id. */
  get isBuiltIn(): boolean {
    return this.#facts().isBuiltIn;
  }

  /**
   * What one sends to another engine to choose this variant, a line each: `setoption name UCI_Variant value capablanca` for UCI,
   * `variant capablanca` for XBoard's protocol. Nothing if other programs have no name for it, or need none. Throws `ArgumentError`.
   */
  chosenBy(protocol: 'uci' | 'xboard'): readonly string[] {
    if (protocol !== 'uci' && protocol !== 'xboard') throw badArgument('protocol', "'uci' or 'xboard' is needed");
    return this.#facts().commands[protocol];
  }

  /** The pieces by their upper-case letter. */
  get pieces(): Readonly<Record<string, PieceInfo>> {
    return this.#facts().pieces;
  }

  /** Its rules in words, without the movements of the pieces. */
  get rules(): readonly Rule[] {
    return this.#facts().rules;
  }

  /** The names of its castlings by their letter, as in `O-O`. */
  get castlings(): Readonly<Record<string, string>> {
    return this.#facts().castlings;
  }

  /** Whether pawns wait on their last rank for their promotion. */
  get hasWaitingPawns(): boolean {
    return this.#facts().hasWaitingPawns;
  }

  /** The variant as a file that `fromToml` reads back. */
  toToml(): string {
    return this.raw.as_toml();
  }

  /** The fields of a FEN, whether or not it is a position. Throws `FenError` for a field that cannot be read. */
  setup(fen: string): Setup {
    return JSON.parse(guard(() => this.raw.setup(asText(fen, 'fen'))));
  }

  /** What in the file from which it was made has no effect or an old name. */
  warnings(text: string): Warning[] {
    return JSON.parse(this.raw.warnings(asText(text, 'text')));
  }

  /** How its pieces look. Throws `ArgumentError` for an unknown theme. */
  drawings(theme: Theme = 'light'): Drawings {
    return JSON.parse(guard(() => this.raw.drawings(asText(theme, 'theme'))));
  }

  /** Whether rules and start positions are the same, whatever the names. */
  equals(other: Variant): boolean {
    return other instanceof Variant && this.raw.equals(other.raw);
  }

  /** The same rules with castling from any array: Chess960 for `chess`, Capablanca Random Chess for `capablanca`. */
  withRandomArrays(): Variant {
    return new Variant(guard(() => this.raw.with_random_arrays()));
  }

  toString(): string {
    return this.arrayNumber === undefined ? this.id : `${this.id}:${this.arrayNumber}`;
  }
}

/** The ids of the built-in variants: the games of the sources first, then those known from elsewhere. */
export function variants(): string[] {
  return words(variant_ids());
}

/** The ids of the games of the sources alone. */
export function ownVariants(): string[] {
  return words(own_variant_ids());
}

/** The names of the games of a `variants.ini`. Throws `VariantError` if it is not such a file. */
export function iniNames(text: string): string[] {
  return JSON.parse(guard(() => ini_names(asText(text, 'text'))));
}

