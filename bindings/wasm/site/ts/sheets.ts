// The sheets: panels that lie over the column beside the board, one at a time.

import { byId, make } from './dom.js';
import { icon } from './icons.js';

export class Sheets {
  #open: HTMLElement | undefined;
  #opener: HTMLElement | undefined;
  readonly #changed: (id: string | undefined) => void;

  /** `changed` gets the sheet that is open now. */
  constructor(changed: (id: string | undefined) => void) {
    this.#changed = changed;
    for (const sheet of document.querySelectorAll<HTMLElement>('.sheet')) {
      const close = make('button', { type: 'button', class: 'icon close', 'aria-label': 'Close', title: 'Close (Escape)' }, icon('close'));
      close.addEventListener('click', () => this.close());
      sheet.querySelector('header')?.append(close);
    }
    for (const door of document.querySelectorAll<HTMLElement>('[data-sheet]')) {
      door.setAttribute('aria-expanded', 'false');
      door.addEventListener('click', () => {
        const id = door.dataset['sheet'] ?? '';
        if (this.isOpen(id)) this.close();
        else this.open(id, door);
      });
    }
    document.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || this.#open === undefined || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      this.close();
    });
  }

  isOpen(id: string): boolean {
    return this.#open?.id === id;
  }

  /** Opens a sheet in place of the one that is open. */
  open(id: string, opener?: HTMLElement): void {
    if (this.isOpen(id)) return;
    const before = this.#open;
    if (before !== undefined) before.hidden = true;
    this.#open = byId(id);
    this.#opener = opener ?? this.#opener;
    this.#open.hidden = false;
    this.#open.scrollTop = 0;
    this.#mark();
    if (opener !== undefined) this.#open.querySelector<HTMLElement>('.close')?.focus({ preventScroll: true });
    this.#changed(id);
  }

  close(): void {
    const sheet = this.#open;
    if (sheet === undefined) return;
    const within = sheet.contains(document.activeElement);
    sheet.hidden = true;
    this.#open = undefined;
    this.#mark();
    if (within && this.#opener?.checkVisibility()) this.#opener.focus();
    this.#opener = undefined;
    this.#changed(undefined);
  }

  #mark(): void {
    for (const door of document.querySelectorAll<HTMLElement>('[data-sheet]')) {
      const open = String(this.isOpen(door.dataset['sheet'] ?? ''));
      door.setAttribute('aria-expanded', open);
      if (door.classList.contains('icon')) door.setAttribute('aria-pressed', open);
    }
  }
}
