// How the page looks: its colors, the drawings of the pieces in them, and from which side the board is seen.

import type { Drawings, Theme, Variant } from 'campione';

import { select } from './dom.js';
import { sourceOf } from './saved.js';

export class Look {
  /** The board is seen from Black's side. */
  flipped = false;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  #drawings: Drawings;
  #drawn = '';

  /** `changed` is called when the system has other colors. */
  constructor(variant: Variant, changed: () => void) {
    this.#drawings = variant.drawings();
    this.#dark.addEventListener('change', changed);
  }

  /** The pieces of the variant that is shown, in the colors of the page. */
  get drawings(): Drawings {
    return this.#drawings;
  }

  /** Dresses the page for a variant in the colors that are chosen; whether the drawings are other ones. */
  show(variant: Variant): boolean {
    const chosen = select('theme').value;
    const theme: Theme = (chosen === 'auto' ? this.#dark.matches : chosen === 'dark') ? 'dark' : 'light';
    document.documentElement.dataset['theme'] = theme;
    const key = `${theme} ${JSON.stringify(sourceOf(variant))}`;
    if (key === this.#drawn) return false;
    this.#drawn = key;
    this.#drawings = variant.drawings(theme);
    return true;
  }
}
