// Asks which of several moves is meant.

import { byId, make, tell } from './dom.js';

/** One thing to choose. */
export interface Choice {
  value: string;
  text: string;
  picture?: SVGSVGElement | undefined;
}

/** Asks; the answer is the value of a choice, or nothing. `words` explain what is asked, and may be empty. */
export function choose(title: string, words: string, choices: readonly Choice[]): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>('chooser');
  byId('chooser-title').textContent = title;
  tell(byId('chooser-words'), words);
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

/** Shows rules in a dialog. */
export function explain(title: string, rules: readonly { title?: string; rule: string }[]): void {
  byId('rule-title').textContent = title;
  const parts = rules.flatMap(({ title: own, rule }) => [...(own === undefined ? [] : [make('h3', {}, own)]), make('p', {}, rule)]);
  byId('rule-words').replaceChildren(...parts);
  byId<HTMLDialogElement>('rule').showModal();
}
