// Pieces that are put on a board by hand: the palette to choose from, and the text of what stands there.

import type { Drawings, Variant } from 'campione';

import { button, make, pictured } from './dom.js';

/** The pieces by their squares. */
export type Placement = Readonly<Record<string, string>>;

/** A palette. `choose` gets the letter that a tap puts on a square, empty to clear it; the first piece is chosen at once. */
export function makePalette(variant: Variant, drawings: Drawings, choose: (letter: string) => void): HTMLElement {
  const letters = Object.keys(variant.pieces);
  const palette = make('div', { class: 'palette', role: 'group', 'aria-label': 'What a tap puts on a square' });
  const press = (letter: string) => {
    for (const brush of palette.querySelectorAll('button')) {
      brush.setAttribute('aria-pressed', String(brush.dataset['letter'] === letter));
    }
    choose(letter);
  };
  const brush = (letter: string) => {
    const name = letter === '' ? 'Clear a square' : `${letter === letter.toUpperCase() ? 'white' : 'black'} ${variant.pieces[letter.toUpperCase()]?.name ?? ''}`;
    const made = button('', () => press(letter), { 'aria-label': name, title: name, 'aria-pressed': 'false', 'data-letter': letter });
    made.append(letter === '' ? 'Clear' : pictured(drawings.pieces[letter]?.svg ?? ''));
    return made;
  };
  const rows = [letters, [...letters.map(letter => letter.toLowerCase()), '']];
  palette.append(...rows.map(row => make('div', { class: 'row' }, ...row.map(brush))));
  press(letters[0] ?? '');
  return palette;
}

/** The pieces after a tap on a square. */
export function tapped(placement: Placement, square: string, letter: string): Placement {
  const { [square]: before, ...rest } = placement;
  return letter === '' || before === letter ? rest : { ...rest, [square]: letter };
}

/** The pieces after one was dragged. */
export function dragged(placement: Placement, from: string, to: string): Placement {
  const { [from]: letter, ...rest } = placement;
  return letter === undefined ? placement : { ...rest, [to]: letter };
}

/** The first field of a FEN. */
export function placementText(placement: Placement, { files, ranks }: Variant): string {
  const rows: string[] = [];
  for (let rank = ranks; rank >= 1; rank--) {
    let [row, empty] = ['', 0];
    for (let file = 0; file < files; file++) {
      const letter = placement[`${String.fromCharCode(97 + file)}${rank}`];
      if (letter === undefined) {
        empty++;
      } else {
        row += (empty > 0 ? String(empty) : '') + letter;
        empty = 0;
      }
    }
    rows.push(row + (empty > 0 ? String(empty) : ''));
  }
  return rows.join('/');
}
