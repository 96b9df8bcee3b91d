// The stock of a side: the pieces that it has lost, of which a pawn that has waited becomes one.

import type { Variant } from 'campione';

import { readPlacement } from './board-drawing.js';
import type { Placement } from './palette.js';

function counts(placement: Placement): Map<string, number> {
  const found = new Map<string, number>();
  for (const letter of Object.values(placement)) found.set(letter, (found.get(letter) ?? 0) + 1);
  return found;
}

/** The stock of a side in words: `queen, 2 knights`. */
function stockOf(start: Map<string, number>, now: Map<string, number>, white: boolean, variant: Variant): string {
  const parts = Object.entries(variant.pieces).flatMap(([upper, { name, moves }]) => {
    const letter = white ? upper : upper.toLowerCase();
    const left = (start.get(letter) ?? 0) - (now.get(letter) ?? 0);
    if (left <= 0 || upper === 'K' || moves === '') return [];
    return [left === 1 ? name : `${left} ${name}s`];
  });
  return parts.length === 0 ? 'empty' : parts.join(', ');
}

/** The stock of both sides in words. */
export function stockText(now: Placement, variant: Variant): string {
  const [start, left] = [counts(readPlacement(variant.startFen, variant.ranks)), counts(now)];
  return `Stock of White: ${stockOf(start, left, true, variant)}. Of Black: ${stockOf(start, left, false, variant)}.`;
}
