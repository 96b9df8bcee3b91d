// A position that is none of the game on the board may be one of another game.

import { Board, CampioneError, Variant, variants } from 'campione';

/** So many games are offered. */
const MOST = 4;

/** The built-in variants, chess first, by the shape of their board. */
let known: Map<string, Variant[]> | undefined;

function byShape(): Map<string, Variant[]> {
  if (known !== undefined) return known;
  known = new Map();
  for (const id of ['chess', ...variants().filter(other => other !== 'chess')]) {
    const variant = Variant.named(id);
    const shape = `${variant.files}x${variant.ranks}`;
    known.set(shape, [...(known.get(shape) ?? []), variant]);
  }
  return known;
}

/** The shape of the board of a FEN; nothing if its ranks differ. */
function shapeOf(fen: string): string | undefined {
  const ranks = (fen.trim().split(/\s/)[0] ?? '').split('/');
  const files = ranks.map(rank => (rank.match(/\d+|[a-z]/gi) ?? []).reduce((sum, token) => sum + (/\d/.test(token) ? Number(token) : 1), 0));
  return new Set(files).size === 1 ? `${files[0]}x${ranks.length}` : undefined;
}

/** The built-in variants other than this one in which a text is a legal position. */
export function offersFor(fen: string, now: Variant): Variant[] {
  const shape = shapeOf(fen);
  if (shape === undefined) return [];
  const fits = (variant: Variant) => {
    try {
      new Board(variant, fen);
      return variant.id !== now.id;
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      return false;
    }
  };
  return (byShape().get(shape) ?? []).filter(fits).slice(0, MOST);
}
