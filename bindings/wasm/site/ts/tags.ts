// The names, the place and the result of a game, as its text has them: to be written on the page.

import { byId, input, make, select } from './dom.js';
import type { Game } from './game.js';

/** The tags that have a field. Others of a game stay as they are. */
const NAMES = ['White', 'Black', 'Event', 'Site', 'Date', 'Round'] as const;

const RESULTS: readonly (readonly [value: string, words: string])[] = [
  ['*', 'not over'],
  ['1-0', 'White has won'],
  ['0-1', 'Black has won'],
  ['1/2-1/2', 'a draw'],
];

export class Tags {
  readonly #game: Game;
  /** The tags of a game that has none of its own. */
  readonly #usual: () => Readonly<Record<string, string>>;

  constructor(game: Game, usual: () => Readonly<Record<string, string>>) {
    this.#game = game;
    this.#usual = usual;
    const fields = NAMES.map(name => {
      const field = make('input', { id: `tag-${name}`, autocomplete: 'off', spellcheck: 'false' });
      field.addEventListener('change', () => this.#game.tag(this.#with(name, field.value.trim())));
      return make('p', { class: 'field' }, make('label', { for: field.id }, name), field);
    });
    const result = make('select', { id: 'tag-Result' }, ...RESULTS.map(([value, words]) => new Option(words, value)));
    result.addEventListener('change', () => this.#game.end({ result: result.value, words: RESULTS.find(([value]) => value === result.value)?.[1] ?? '' }));
    byId('tags').append(...fields, make('p', { class: 'field' }, make('label', { for: result.id }, 'Result'), result));
  }

  /** All tags of the game, with another value of one; without a value it is gone. */
  #with(name: string, value: string): [string, string][] {
    const own = this.#game.tags.length > 0 ? this.#game.tags : Object.entries(this.#usual());
    const all = own.map(([each, old]): [string, string] => [each, each === name ? value : old]);
    if (!all.some(([each]) => each === name)) all.push([name, value]);
    return all.filter(([each, text]) => each !== name || text !== '');
  }

  /** Shows the tags, but not over what is being written. */
  show(): void {
    const tags = new Map(this.#game.tags.length > 0 ? this.#game.tags : Object.entries(this.#usual()));
    for (const name of NAMES) {
      const field = input(`tag-${name}`);
      if (document.activeElement !== field) field.value = tags.get(name) ?? '';
    }
    const decided = this.#game.decided;
    select('tag-Result').value = decided ?? this.#game.result ?? '*';
    // What the rules say about the end cannot be said otherwise.
    select('tag-Result').disabled = decided !== undefined;
  }
}
