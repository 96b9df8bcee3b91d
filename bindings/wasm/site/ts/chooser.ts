// Asks which of several moves is meant.

import { byId, make } from './dom.js';

/** One thing to choose. */
export interface Choice {
  value: string;
  text: string;
  picture?: SVGSVGElement | undefined;
}

/** Asks; the answer is the value of a choice, or nothing. */
export function choose(title: string, choices: readonly Choice[]): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>('chooser');
  byId('chooser-title').textContent = title;
  const buttons = choices.map(({ value, text, picture }) => {
    const button = make('button', { value, class: 'choice' }, ...(picture === undefined ? [] : [picture]), make('span', {}, text));
    return button;
  });
  byId('choices').replaceChildren(...buttons);
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise(resolve => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === '' ? undefined : dialog.returnValue), { once: true });
  });
}
