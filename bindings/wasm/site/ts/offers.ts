// A position that is none of the game on the board may be one of another game.

import { Board, CampioneError, Variant, variants } from 'campione';

/** So many games are offered. */
const MOST = 4;

/** The built-in variants other than this one in which a text is a legal position, chess first. */
export function offersFor(fen: string, now: Variant): Variant[] {
  const found: Variant[] = [];
  for (const id of ['chess', ...variants().filter(other => other !== 'chess')]) {
    if (id === now.id || found.length === MOST) continue;
    try {
      const variant = Variant.named(id);
      new Board(variant, fen);
      found.push(variant);
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
    }
  }
  return found;
}
