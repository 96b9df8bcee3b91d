// A link reproduces the page: the variant, the position, the depth, where one has clicked to, and the divides that were pasted.

import { Board, type Protocol, type Variant } from 'campione';

import { type Source, variantOf } from '../saved.js';
import { sourceIn, wordsOf } from '../links.js';

/** What a link has. */
export interface Linked {
  readonly source: Source;
  readonly fen: string;
  readonly depth: number;
  readonly path: readonly string[];
  readonly protocol: Protocol;
  readonly letters: string;
  readonly divides: readonly string[];
}

export const PROTOCOLS: readonly Protocol[] = ['uci', 'xboard', 'template'];

/** The greatest depth in the field. */
export const MOST_DEPTH = 20;

/** Some programs cut longer addresses. */
const LONGEST = 16_000;

/** The lines of a divide that may matter. */
function short(divide: string): string {
  return divide.split('\n').map(line => line.trim()).filter(line => /\d/.test(line)).join('\n');
}

/** The fragment of an address; without the divides where it would be too long. */
export function fragment(linked: Linked): { text: string; complete: boolean } {
  const words = wordsOf(linked.source);
  words.set('fen', linked.fen);
  words.set('depth', String(linked.depth));
  if (linked.path.length > 0) words.set('path', linked.path.join(' '));
  if (linked.protocol !== 'uci') words.set('protocol', linked.protocol);
  if (linked.letters !== '') words.set('letters', linked.letters);
  const bare = `#${words}`;
  for (const divide of linked.divides) words.append('divide', short(divide));
  const text = `#${words}`;
  return text.length <= LONGEST ? { text, complete: true } : { text: bare, complete: false };
}

/** A link that was read: what can be used of it, and what is bad. */
export interface Opened {
  readonly variant: Variant;
  readonly linked: Linked;
  readonly bad: readonly string[];
}

/** Reads the fragment of an address; nothing if it has none. Throws a `CampioneError` where the variant is bad. */
export function opened(hash: string, usual: Linked): Opened | undefined {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  if ([...words.keys()].length === 0) return undefined;
  const source = sourceIn(words) ?? usual.source;
  const variant = variantOf(source);
  const bad: string[] = [];
  const known = ['variant', 'toml', 'id', 'fen', 'depth', 'path', 'protocol', 'letters', 'divide'];
  for (const key of new Set(words.keys())) if (!known.includes(key)) bad.push(`there is no \`${key}\` in a link`);
  const fen = words.get('fen') ?? variant.startFen;
  let { depth, protocol } = usual;
  const said = words.get('depth');
  if (said !== null) {
    if (/^\d{1,2}$/.test(said) && Number(said) >= 1 && Number(said) <= MOST_DEPTH) depth = Number(said);
    else bad.push(`the depth \`${said}\` is no number of plies from 1 to ${MOST_DEPTH}`);
  }
  const named = words.get('protocol') ?? protocol;
  const found = PROTOCOLS.find(one => one === named);
  if (found === undefined) bad.push(`the protocol \`${named}\` is none of ${PROTOCOLS.join(', ')}`);
  else protocol = found;
  const path = goodMoves(variant, fen, (words.get('path') ?? '').split(' ').filter(word => word !== ''), depth, bad);
  const linked = { source, fen, depth, path, protocol, letters: words.get('letters') ?? '', divides: words.getAll('divide') };
  return { variant, linked, bad };
}

/** The moves that can be played, in coordinates. */
function goodMoves(variant: Variant, fen: string, moves: readonly string[], depth: number, bad: string[]): string[] {
  if (moves.length === 0) return [];
  try {
    const board = new Board(variant, fen);
    for (const [ply, move] of moves.entries()) {
      if (ply + 1 >= depth) {
        bad.push(`the path has ${moves.length} moves, and a depth of ${depth} plies allows ${depth - 1}`);
        break;
      }
      try {
        board.push(move);
      } catch (error) {
        bad.push(`move ${ply + 1} of the path: ${error instanceof Error ? error.message : String(error)}`);
        break;
      }
    }
    return board.moveStack();
  } catch {
    // What is wrong with the FEN is said beside the board.
    return [];
  }
}
