// Links: to a game with a position, moves, or all its variations. What is bad in a link is said, and what is good of it is used.

import { Board, CampioneError, FenError, Variant, readPgn } from 'campione';

import { messageOf as sentence } from './dom.js';
import { offersFor } from './offers.js';
import { type Notes, type Saved, type Source, notesOf, variantOf } from './saved.js';

/** What is wrong, to be followed by what was done instead. */
const messageOf = (error: unknown) => sentence(error).replace(/\.$/, '');

/** A longer text of a game makes no link. */
const MOST_TEXT = 4_000;

/** The words of a link that name a variant. */
export function wordsOf(source: Source): URLSearchParams {
  const words = new URLSearchParams();
  if ('toml' in source) words.set('toml', source.toml);
  else words.set('variant', 'number' in source ? `${source.name}:${source.number}` : source.name);
  if ('toml' in source) words.set('id', source.id);
  return words;
}

/** The variant that the words of a link name; nothing if they name none. */
export function sourceIn(words: URLSearchParams): Source | undefined {
  const [toml, variant] = [words.get('toml'), words.get('variant')];
  if (toml !== null) return { toml, id: words.get('id') ?? 'custom' };
  if (variant === null) return undefined;
  const [name = '', number] = variant.split(':');
  return number === undefined ? { name } : { name, number: Number(number) };
}

/** A link to the page of perft with the position after some moves. */
export function perftLink(source: Source, start: string, path: readonly string[]): string {
  const words = wordsOf(source);
  words.set('fen', start);
  if (path.length > 0) words.set('path', path.join(' '));
  return `perft.html#${words}`;
}

/** A link to this page with a game: with its variations and comments if their text, `pgn`, is short. */
export function link({ source, start, moves, at, path, notes }: Saved, pgn: string): string {
  const words = wordsOf(source);
  words.set('fen', start);
  const bare = notes === undefined || notes.behind.every(remarks => remarks.length === 0);
  const whole = !bare && pgn.length <= MOST_TEXT;
  if (whole) words.set('pgn', pgn);
  else if (moves.length > 0) words.set('moves', (path ?? moves).join(' '));
  if (whole && path !== undefined) words.set('path', path.join(' '));
  else if (at !== (path ?? moves).length) words.set('at', String(at));
  return `${location.href.split('#')[0]}#${words}`;
}

/** What a link gives, as far as it can be used. */
export interface Linked {
  variant: Variant;
  start: string;
  moves: readonly string[];
  at: number;
  path?: readonly string[];
  notes?: Notes;
  /** Whether there is a position to look at, rather than a game to be played. */
  isPlace: boolean;
  /** What in it cannot be used, and what was done instead. */
  bad: string[];
}

const KNOWN = ['variant', 'toml', 'id', 'fen', 'moves', 'at', 'pgn', 'path', 'puzzle'];

/** Reads a link. Throws a `CampioneError` if its variant cannot be had; `now` is taken if it names none. */
export function linked(hash: string, now: Variant): Linked {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const bad = [...words.keys()].filter(word => !KNOWN.includes(word)).map(word => `there is no “${word.slice(0, 40)}” in links (${KNOWN.join(', ')})`);
  const source = sourceIn(words);
  if (source === undefined) bad.push(`it names no variant; ${now.name} is shown`);
  const variant = source === undefined ? now : variantOf(source);
  const [fen, text, order] = [words.get('fen'), words.get('moves'), words.get('at')];
  const start = fen === null ? variant.startFen : position(variant, fen, bad);
  const isPlace = fen !== null || text !== null || words.has('pgn');
  const pgn = words.get('pgn');
  const whole = pgn === null ? undefined : game(variant, pgn, bad);
  const moves = whole?.moves ?? played(variant, start, text?.split(' ').filter(word => word !== '') ?? [], bad);
  let at = order === null ? moves.length : Number(order);
  if (!Number.isInteger(at) || at < 0 || at > moves.length) {
    bad.push(`“at=${order?.slice(0, 20)}” is no number of moves from 0 to ${moves.length}; the last position is shown`);
    at = moves.length;
  }
  const path = whole === undefined ? undefined : words.get('path')?.split(' ');
  return { variant, start, moves, at, ...whole, isPlace, bad, ...(path === undefined ? {} : { path }) };
}

function position(variant: Variant, fen: string, bad: string[]): string {
  try {
    return new Board(variant, fen).fen();
  } catch (error) {
    if (!(error instanceof CampioneError)) throw error;
    const reasons = error instanceof FenError && error.faults.length > 0 ? error.faults.map(({ reason }) => reason).join('; ') : messageOf(error);
    const offers = offersFor(fen, variant).map(({ name }) => name);
    const other = offers.length === 0 ? '' : `; it is one of ${offers.join(', ')}`;
    bad.push(`its position cannot be used: ${reasons}${other}; the start position of ${variant.name} is shown`);
    return variant.startFen;
  }
}

/** The moves up to the first that is not legal. */
function played(variant: Variant, start: string, moves: readonly string[], bad: string[]): string[] {
  const board = new Board(variant, start);
  for (const [index, move] of moves.entries()) {
    try {
      board.push(move);
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      bad.push(`move ${index + 1} cannot be played: ${messageOf(error)}; ${index === 0 ? 'no move is shown' : `the ${index} before it are shown`}`);
      break;
    }
  }
  return board.moveStack();
}

function game(variant: Variant, pgn: string, bad: string[]): Pick<Linked, 'variant' | 'start' | 'moves' | 'notes'> | undefined {
  try {
    for (const read of readPgn(pgn, { variant, overrule: !variant.isBuiltIn })) {
      return { variant: read.variant, start: read.start, moves: read.moves.map(({ uci }) => uci), notes: notesOf(read) };
    }
    bad.push('its game has no moves');
  } catch (error) {
    if (!(error instanceof CampioneError)) throw error;
    bad.push(`its game cannot be read: ${messageOf(error)}`);
  }
  return undefined;
}
