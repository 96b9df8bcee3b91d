// The rules of the game in short, from the game's own data.

import type { Drawings, Variant } from 'campione';

import { make, pictured } from './dom.js';

/** Writes the rules of a variant into a place. */
export function showRules(place: HTMLElement, variant: Variant, drawings: Drawings): void {
  const pieces = make('dl', { class: 'pieces' });
  for (const [letter, piece] of Object.entries(variant.pieces)) {
    const svg = drawings.pieces[letter]?.svg;
    pieces.append(
      make('dt', {}, ...(svg === undefined ? [] : [pictured(svg)])),
      make('dd', {}, make('strong', {}, `${piece.name} (${letter})`), piece.moves === '' ? ' Straight ahead, and captures diagonally ahead: see Pawns.' : ` ${piece.rule}`),
    );
  }
  const rules = variant.rules.flatMap(rule => [make('h3', {}, rule.title), make('p', {}, rule.rule)]);
  place.replaceChildren(
    make('h2', {}, variant.name),
    ...(variant.about === '' ? [] : [make('p', {}, variant.about)]),
    pieces,
    ...rules,
  );
}
