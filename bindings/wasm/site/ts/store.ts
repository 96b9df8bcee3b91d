// What outlives the page: the game and the settings in the browser's storage, a position in a link.

import type { Saved, Source } from './game.js';

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

/** What was stored, as far as it can be read. */
export function stored(): { game?: Saved; settings?: Partial<Settings> } {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}

/** Stores both. Where storage is full or forbidden, nothing is remembered. */
export function store(game: Saved, settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ game, settings }));
  } catch {
    // There is nothing to do without it.
  }
}

/** A link to this page with a game. */
export function link({ source, start, moves, at }: Saved): string {
  const words = new URLSearchParams();
  if ('toml' in source) words.set('toml', source.toml);
  else words.set('variant', 'number' in source ? `${source.name}:${source.number}` : source.name);
  if ('toml' in source) words.set('id', source.id);
  words.set('fen', start);
  if (moves.length > 0) words.set('moves', moves.join(' '));
  if (at !== moves.length) words.set('at', String(at));
  return `${location.href.split('#')[0]}#${words}`;
}

/** The game of a link; nothing if it has none. */
export function linked(hash: string): Partial<Saved> & { source: Source } | undefined {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const [toml, variant] = [words.get('toml'), words.get('variant')];
  if (toml === null && variant === null) return undefined;
  const [name = '', number] = (variant ?? '').split(':');
  const source: Source =
    toml !== null
      ? { toml, id: words.get('id') ?? 'custom' }
      : number !== undefined
        ? { name, number: Number(number) }
        : { name };
  const [start, moves, at] = [words.get('fen'), words.get('moves'), words.get('at')];
  return {
    source,
    ...(start === null ? {} : { start }),
    ...(moves === null ? {} : { moves: moves.split(' ').filter(word => word !== '') }),
    ...(at === null ? {} : { at: Number(at) }),
  };
}
