// What outlives the page: the game and the settings in the browser's storage, a position in a link.

import type { Ply, Remark } from 'campione';

import type { Notes, Saved, Source } from './game.js';

const KEY = 'campione';

/** What is remembered beside the game. */
export interface Settings {
  opponent: string;
  level: string;
  theme: string;
  flipped: boolean;
  analysis: boolean;
  lines: string;
}

/** What is remembered between two visits. */
export interface Stored {
  game: Saved;
  /** Games that other ones took the place of. */
  lost: readonly Saved[];
  settings: Settings;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isList = <T>(value: unknown, isOne: (one: unknown) => one is T): value is T[] => Array.isArray(value) && value.every(isOne);
const isText = (value: unknown): value is string => typeof value === 'string';
const isPair = (value: unknown): value is [string, string] => isList(value, isText) && value.length === 2;

function isRemark(value: unknown): value is Remark {
  if (!isObject(value)) return false;
  const { nag, comment, variation } = value;
  return Number.isInteger(nag) || isText(comment) || isLine(variation);
}

function isLine(value: unknown): boolean {
  const isPly = (ply: unknown): ply is Ply => isObject(ply) && isText(ply['uci']) && isText(ply['san']) && isList(ply['remarks'], isRemark);
  return isObject(value) && isList(value['remarks'], isRemark) && isList(value['moves'], isPly);
}

function isNotes(value: unknown): value is Notes {
  const isRemarks = (remarks: unknown): remarks is Remark[] => isList(remarks, isRemark);
  if (!isObject(value) || !isList(value['tags'], isPair) || !isRemarks(value['before'])) return false;
  return isList(value['behind'], isRemarks) && (value['result'] === undefined || isText(value['result']));
}

function isSource(value: unknown): value is Source {
  return isObject(value) && (isText(value['name']) || (isText(value['toml']) && isText(value['id'])));
}

function isSaved(value: unknown): value is Saved {
  if (!isObject(value)) return false;
  const { source, start, moves, at, notes } = value;
  return isSource(source) && isText(start) && isList(moves, isText) && Number.isInteger(at) && (notes === undefined || isNotes(notes));
}

/** What was stored, as far as it can be read. */
export function stored(): { game?: Saved; lost: readonly Saved[]; settings: Partial<Settings> } {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (!isObject(found)) return { lost: [], settings: {} };
    const { game, lost, settings } = found;
    const rest = { lost: isList(lost, isSaved) ? lost : [], settings: isObject(settings) ? settings : {} };
    return isSaved(game) ? { ...rest, game } : rest;
  } catch {
    return { lost: [], settings: {} };
  }
}

/** Stores all of it. Where storage is full or forbidden, nothing is remembered. */
export function store(all: Stored): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // There is nothing to do without it.
  }
}

/** Stores the choice of colors alone. */
export function storeTheme(theme: string): void {
  const { game, lost, settings } = stored();
  try {
    localStorage.setItem(KEY, JSON.stringify({ game, lost, settings: { ...settings, theme } }));
  } catch {
    // There is nothing to do without it.
  }
}

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

/** A link to this page with a game. */
export function link({ source, start, moves, at }: Saved): string {
  const words = wordsOf(source);
  words.set('fen', start);
  if (moves.length > 0) words.set('moves', moves.join(' '));
  if (at !== moves.length) words.set('at', String(at));
  return `${location.href.split('#')[0]}#${words}`;
}

/** The game of a link; nothing if it has none. */
export function linked(hash: string): Partial<Saved> & { source: Source } | undefined {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const source = sourceIn(words);
  if (source === undefined) return undefined;
  const [start, moves, at] = [words.get('fen'), words.get('moves'), words.get('at')];
  return {
    source,
    ...(start === null ? {} : { start }),
    ...(moves === null ? {} : { moves: moves.split(' ').filter(word => word !== '') }),
    ...(at === null ? {} : { at: Number(at) }),
  };
}
