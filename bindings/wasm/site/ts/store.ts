// What outlives the page: the game and the settings in the browser's storage.

import type { Ply, Remark } from 'campione';

import type { SavedClock } from './clock.js';
import type { Notes, Saved, Source } from './saved.js';

const KEY = 'campione';

/** What is remembered beside the game. */
export interface Settings {
  opponent: string;
  level: string;
  theme: string;
  flipped: boolean;
  analysis: boolean;
  lines: string;
  clock: string;
  sound: boolean;
}

/** What is remembered between two visits. */
export interface Stored {
  game: Saved;
  /** Games that other ones took the place of. */
  lost: readonly Saved[];
  settings: Settings;
  clock?: SavedClock | undefined;
}

/** What was stored, as far as it can be read. */
export interface Found {
  game?: Saved;
  lost: readonly Saved[];
  settings: Partial<Settings>;
  clock?: SavedClock;
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
  const { source, start, moves, at, notes, path } = value;
  if (path !== undefined && !isList(path, isText)) return false;
  return isSource(source) && isText(start) && isList(moves, isText) && Number.isInteger(at) && (notes === undefined || isNotes(notes));
}

function isClock(value: unknown): value is SavedClock {
  if (!isObject(value) || !isObject(value['control'])) return false;
  const { control, white, black, running } = value;
  const times = [control['minutes'], control['seconds'], white, black];
  return times.every(time => Number.isFinite(time)) && (running === undefined || running === 'white' || running === 'black');
}

/** What was stored, as far as it can be read. */
export function stored(): Found {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (!isObject(found)) return { lost: [], settings: {} };
    const { game, lost, settings, clock } = found;
    const rest = { lost: isList(lost, isSaved) ? lost : [], settings: isObject(settings) ? settings : {}, ...(isClock(clock) ? { clock } : {}) };
    return isSaved(game) ? { ...rest, game } : rest;
  } catch {
    return { lost: [], settings: {} };
  }
}

/** The game that this page has stored last, and those that other pages have stored meanwhile. */
let own: string | undefined;
const others: Saved[] = [];

/** Stores all of it, and keeps what another page has stored. Where storage is full or forbidden, nothing is remembered. */
export function store(all: Stored): void {
  const { game } = stored();
  if (own !== undefined && game !== undefined && JSON.stringify(game) !== own) others.push(game);
  own = JSON.stringify(all.game);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, lost: [...others, ...all.lost] }));
  } catch {
    // There is nothing to do without it.
  }
}

/** Stores the choice of colors alone. */
export function storeTheme(theme: string): void {
  const { settings, ...rest } = stored();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...rest, settings: { ...settings, theme } }));
  } catch {
    // There is nothing to do without it.
  }
}
