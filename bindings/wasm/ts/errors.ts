// The errors. Each text that cannot be used throws a subclass of `CampioneError`; nothing else is thrown, whatever the text.

/** Where a fault is: two numbers, whose meaning depends on the class. */
export type Place = readonly [number, number];

/** One fault of a text that may have several. */
export interface Fault {
  /** What it is about: a field of a FEN, a key of a file, an argument. */
  readonly field: string | null;
  /** Where it is; see each class. */
  readonly place: Place | null;
  /** What is wrong, without the text around it. */
  readonly reason: string;
  /** The fault for programs, such as `position.kings`; stays the same when words change. docs/reference/codes.md lists all. */
  readonly code?: string;
}

/** The class of all errors. `message` is the whole message; `field`, `place` and `reason` are those of the first fault. */
export class CampioneError extends Error implements Fault {
  readonly field: string | null = null;
  readonly place: Place | null = null;
  readonly reason: string = '';
  declare readonly code?: string;
  /** All faults; at least one. */
  readonly faults: readonly Fault[] = [];

  constructor(message: string, attributes: object = {}) {
    super(message);
    this.name = new.target.name;
    Object.assign(this, attributes);
  }
}

/** An argument out of its range: a depth, a square, a theme. `field` is the argument. */
export class ArgumentError extends CampioneError {}

/** A variant file that is wrong. `field` is the key, `place` line and column, from 1. */
export class VariantError extends CampioneError {
  /** What kind of fault the first one is. */
  declare readonly code: string;
}

/** No built-in variant has that name. */
export class UnknownVariantError extends VariantError {
  /** The name that was asked for. */
  declare readonly id: string;
  /** Ids that look like it, best first. */
  declare readonly near: readonly string[];
}

/**
 * A FEN that is no position. `field` is one of `placement`, `side`, `castling`, `enPassant`, `halfmoveClock`,
 * `fullmoveNumber`, `waiting`, `fields`; `place` is its first character and the one behind it, from 0.
 */
export class FenError extends CampioneError {
  /** The text as it was given. */
  declare readonly fen: string;
}

/** A text that is not one legal move. `place` is its index and the next, from 0, in a list of moves. */
export class MoveError extends CampioneError {
  /** The text as it was given. */
  declare readonly text: string;
  /** Legal moves that may be meant. */
  declare readonly candidates: readonly string[];
  /** The position. */
  declare readonly fen: string;
}

/** Text that is not a move in any position. */
export class InvalidMoveError extends MoveError {}

/** A move that the rules forbid here; `reason` says which rule, where one does. */
export class IllegalMoveError extends MoveError {}

/** A text that several legal moves fit. */
export class AmbiguousMoveError extends MoveError {}

/** A position or a move that a dialect or notation has no words for. */
export class NotationError extends CampioneError {}

/** The number of a start array that does not exist. */
export class ArrayError extends CampioneError {}

/** A game that cannot be read. `place` is the number of the game and the line, both from 1. */
export class PgnError extends CampioneError {
  /** The number of the game in its text, from 1. */
  declare readonly game: number;
  /** The line of the fault, from 1. */
  declare readonly line: number;
  /** The ply of a bad move, from 1. */
  declare readonly ply: number | null;
  /** Whether it stands in a variation. */
  declare readonly inVariation: boolean;
  /** The position in which a bad move stands. */
  declare readonly fen: string | null;
}

/** What the machine cannot give: memory, workers. */
export class EngineError extends CampioneError {}

const CLASSES: Record<string, new (message: string, attributes: object) => CampioneError> = {
  AmbiguousMoveError,
  ArgumentError,
  ArrayError,
  EngineError,
  FenError,
  IllegalMoveError,
  InvalidMoveError,
  NotationError,
  PgnError,
  UnknownVariantError,
  VariantError,
};

/** The error that Rust described as JSON; anything else as it is. */
export function asError(thrown: unknown): unknown {
  if (typeof thrown !== 'string') return thrown;
  const { class: name, message, ...attributes } = JSON.parse(thrown);
  return new (CLASSES[name] ?? CampioneError)(message, attributes);
}

/** Calls Rust, and throws its errors as ours. */
export function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    throw asError(thrown);
  }
}

/** An argument that is wrong. */
export function badArgument(field: string, reason: string): ArgumentError {
  return new ArgumentError(`${field}: ${reason}`, { field, reason, faults: [{ field, place: null, reason }] });
}

/** A value as a message shows it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** A text, whatever the types of the caller say. */
export function asText(value: unknown, field: string): string {
  if (typeof value === 'string') return value;
  throw badArgument(field, `a text is needed, not ${value === null ? 'null' : typeof value}`);
}

/** A number, also as a text or a BigInt, whatever the types of the caller say. */
export function asNumber(value: unknown, field: string): number {
  if (['number', 'string', 'bigint'].includes(typeof value)) return Number(value);
  throw badArgument(field, `a number is needed, not ${value === null ? 'null' : typeof value}`);
}

/** The items of a list, whatever the types of the caller say. */
export function asList<T>(values: Iterable<T>, field: string): T[] {
  if (typeof values !== 'string' && typeof (values as Iterable<T> | null | undefined)?.[Symbol.iterator] === 'function') return Array.from(values);
  throw badArgument(field, 'a list is needed');
}

/** An object of options, of which each must be one of these; nothing stands for none. */
export function asOptions<T extends object>(value: T | undefined, field: string, names: readonly (keyof T & string)[]): T {
  if (value === undefined) return {} as T;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badArgument(field, 'an object is needed');
  for (const name of Object.keys(value)) {
    if (!(names as readonly string[]).includes(name)) throw badArgument(field, `there is no \`${name}\`, only ${names.join(', ')}`);
  }
  return value;
}

/** Words with spaces between them, from a list of words. */
export function asWords(values: Iterable<string>, field: string): string {
  if (typeof values === 'string') return values;
  if (typeof (values as Iterable<string> | undefined)?.[Symbol.iterator] !== 'function') {
    throw badArgument(field, 'a list of texts is needed');
  }
  return Array.from(values, value => {
    const text = asText(value, field).trim();
    // A space within a word would make two of it. Castlings may be written so.
    return text.replace(/\s+/g, '');
  }).join(' ');
}

/** The words of a list that came from Rust. */
export function words(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}
