// The counts that are known of a variant: from the start position, and from a position for each of its special rules.

import type { Variant } from 'campione';

import { button, make } from '../dom.js';

/** One count of `counts.json`; without a FEN it is from the start position. */
interface Count {
  readonly depth: number;
  readonly nodes: number;
  readonly confirmed: readonly string[];
  readonly shows?: string;
  readonly fen?: string;
}

interface OfVariant {
  readonly id: string;
  readonly start: string;
  readonly counts: readonly Count[];
}

/** Who has confirmed a count, in words; other programs have their names. */
const WITNESSES: Readonly<Record<string, string>> = {
  slow: 'our slow generator',
  third: 'an independent program',
  twice: 'the fast generator in another way',
  published: 'a publication',
};

const witness = (name: string) => WITNESSES[name] ?? name;

/** The database beside the page. Without it the page works, and knows no counts. */
async function load(): Promise<readonly OfVariant[]> {
  try {
    const answer = await fetch('counts.json');
    if (!answer.ok) return [];
    const { variants }: { variants: readonly OfVariant[] } = await answer.json();
    return variants;
  } catch {
    return [];
  }
}

/** The panel of known counts. */
export class Published {
  #variants: readonly OfVariant[] = [];
  #variant: Variant | undefined;

  constructor(
    readonly place: HTMLElement,
    readonly choose: (fen: string, depth: number) => void,
  ) {}

  /** Reads the database. */
  async load(): Promise<void> {
    this.#variants = await load();
    if (this.#variant !== undefined) this.show(this.#variant);
  }

  /** Lists what is known of a variant. */
  show(variant: Variant): void {
    this.#variant = variant;
    const found = this.#of(variant);
    if (found === undefined) {
      this.place.replaceChildren(make('p', {}, 'Nothing is known of this variant here.'));
      return;
    }
    const rows = found.counts.map(({ fen = found.start, depth, nodes, confirmed, shows = 'the start position' }) => {
      const open = button(shows, () => this.choose(fen, depth));
      open.title = fen;
      const cells = [make('td', {}, open), make('td', { class: 'count' }, String(depth)), make('td', { class: 'count' }, nodes.toLocaleString('en'))];
      return make('tr', {}, ...cells, make('td', {}, confirmed.map(witness).join(', ')));
    });
    const heads = ['Position', 'Depth', 'Nodes', 'Confirmed by'].map(text => make('th', { scope: 'col' }, text));
    this.place.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ...heads)), make('tbody', {}, ...rows)));
  }

  /** What is known of a position at a depth, beside a count of ours: nothing if nobody has counted it. */
  compare(variant: Variant, fen: string, depth: number, nodes: number): string {
    const found = this.#of(variant);
    const known = found?.counts.find(count => count.depth === depth && (count.fen ?? found.start) === fen);
    if (known === undefined) return '';
    if (known.nodes !== nodes) return `; the known count is ${known.nodes.toLocaleString('en')}`;
    return known.confirmed.length === 0 ? '; the known count is the same' : `; confirmed by ${known.confirmed.map(witness).join(', ')}`;
  }

  #of(variant: Variant): OfVariant | undefined {
    return variant.isBuiltIn ? this.#variants.find(({ id }) => id === variant.id) : undefined;
  }
}
