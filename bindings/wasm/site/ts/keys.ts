// The keys of the page.

import { byId, make } from './dom.js';

/** A key, what it does in words, and does. */
export interface Key {
  keys: readonly string[];
  words: string;
  act: () => void;
}

const NAMES: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };

/** Listens for keys that are not typed into a field. */
export function listenToKeys(all: readonly Key[]): void {
  document.addEventListener('keydown', event => {
    const typing = event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), select, textarea, dialog, .sheet') !== null;
    if (typing || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const found = all.find(({ keys }) => keys.includes(event.key));
    if (found === undefined) return;
    event.preventDefault();
    found.act();
  });
  const lines = all.flatMap(({ keys, words }) => [make('dt', {}, ...keys.map(key => make('kbd', {}, NAMES[key] ?? key))), make('dd', {}, words)]);
  byId('keys').replaceChildren(...lines);
}
