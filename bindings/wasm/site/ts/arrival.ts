// What is on the board when the page is opened: the game of the last visit, or that of a link.

import { CampioneError } from 'campione';

import type { SavedClock } from './clock.js';
import type { Game } from './game.js';
import { linked } from './links.js';
import { applySettings } from './settings.js';
import { stored } from './store.js';

/** Restores the settings and the game of the last visit; whether the board was turned, and what the clocks were. */
export function restore(target: Game): { flipped: boolean; clock?: SavedClock | undefined } {
  const { game, lost, settings, clock } = stored();
  applySettings(settings);
  target.remember(lost);
  try {
    if (game !== undefined) target.restore(game);
  } catch (error) {
    if (!(error instanceof CampioneError)) throw error;
    // A game of another version may be none here; it waits with those that were lost.
    if (game !== undefined) target.remember([...lost, game]);
    return { flipped: settings.flipped === true };
  }
  return { flipped: settings.flipped === true, clock };
}

/**
 * Goes to the position of the link, and forgets the link: a reload shows the game as it is then. `look` says that it is to be looked at,
 * not played. The result is what of the link cannot be used. Throws a `CampioneError` if nothing can.
 */
export function follow(game: Game, look: () => void): readonly string[] {
  if (location.hash.length < 2) return [];
  const { hash } = location;
  history.replaceState(null, '', location.pathname + location.search);
  const { variant, start, moves, at, notes, path, isPlace, bad } = linked(hash, game.variant);
  if (isPlace) look();
  game.load(variant, start, moves, at, notes, path);
  return bad;
}
