// The row below the moves with which a move is annotated, promoted or deleted.

import { button, byId, make } from './dom.js';
import type { Game } from './game.js';
import { GLYPHS, said, withComment, withGlyph } from './glyphs.js';
import { icon } from './icons.js';
import { isMain } from './tree.js';

export class Annotate {
  readonly #game: Game;
  readonly #place = byId('notes');
  readonly #comment = make('input', { id: 'comment', 'aria-label': 'Comment', placeholder: 'A comment', autocomplete: 'off' });
  readonly #promote: HTMLButtonElement;
  readonly #delete: HTMLButtonElement;

  constructor(game: Game) {
    this.#game = game;
    const glyph = ([sign, meaning]: readonly [string, string], nag: number) =>
      button(sign, () => this.glyph(nag), { 'aria-label': meaning, title: meaning, 'aria-pressed': 'false', 'data-nag': String(nag) });
    const tool = (name: string, label: string, act: () => void) => {
      const made = button('', act, { class: 'icon', 'aria-label': label, title: label, id: `${name}-move` });
      made.append(icon(name === 'promote' ? 'up' : 'trash'));
      return made;
    };
    this.#promote = tool('promote', 'Make this variation the main line', () => this.promote());
    this.#delete = tool('delete', 'Delete this move and what follows', () => this.remove());
    this.#place.append(...GLYPHS.slice(1).map((each, index) => glyph(each, index + 1)), make('span', { class: 'spring' }), this.#promote, this.#delete, this.#comment);
    this.#comment.addEventListener('change', () => this.#game.annotate(this.#game.node, withComment(this.#game.node, this.#comment.value)));
    byId('annotate').addEventListener('click', () => this.toggle());
  }

  /** Opens or closes the row. */
  toggle(): void {
    this.#place.hidden = !this.#place.hidden;
    byId('annotate').setAttribute('aria-pressed', String(!this.#place.hidden));
    this.show();
    if (!this.#place.hidden) this.#comment.focus();
  }

  glyph(nag: number): void {
    const { node } = this.#game;
    if (node.parent !== undefined) this.#game.annotate(node, withGlyph(node, nag));
  }

  promote(): void {
    this.#game.promote(this.#game.node);
  }

  remove(): void {
    this.#game.remove(this.#game.node);
  }

  /** Shows what stands behind the move that is shown. */
  show(): void {
    if (this.#place.hidden) return;
    const { node } = this.#game;
    const { notes } = node;
    for (const made of this.#place.querySelectorAll<HTMLButtonElement>('[data-nag]')) {
      made.setAttribute('aria-pressed', String(notes.some(note => 'nag' in note && String(note.nag) === made.dataset['nag'])));
      made.disabled = node.parent === undefined;
    }
    this.#promote.disabled = isMain(node);
    this.#delete.disabled = node.parent === undefined;
    // What is being written stays.
    if (document.activeElement !== this.#comment) this.#comment.value = said(notes).comment;
  }
}
