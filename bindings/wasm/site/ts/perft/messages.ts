// What the page and its workers say to each other.

import type { BisectResult, Protocol } from 'campione';

import type { Source } from '../saved.js';

/** A position: the rules, a FEN and moves from there. */
export interface Spot {
  readonly source: Source;
  readonly fen: string;
  readonly path: readonly string[];
}

/** Our divide of a position of the walk. */
export interface Known {
  readonly path: readonly string[];
  readonly depth: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** A walk to the first difference, with the divides that were pasted. */
export interface Walk {
  readonly spot: Spot;
  readonly depth: number;
  readonly protocol: Protocol;
  readonly letters: string;
  readonly divides: readonly string[];
  /** What was counted already. */
  readonly known: readonly Known[];
}

export type Question =
  | { readonly kind: 'count'; readonly spot: Spot; readonly depth: number }
  | { readonly kind: 'walk'; readonly walk: Walk };

export type Answer =
  | { readonly kind: 'counted'; readonly nodes: number }
  | { readonly kind: 'walked'; readonly result: BisectResult }
  | { readonly kind: 'failed'; readonly message: string };
