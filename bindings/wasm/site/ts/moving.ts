// How a move is made: two squares, and a question where they mean several moves.

import { type Drawings, type MoveInfo, type Variant } from 'campione';

import { choose } from './chooser.js';
import { pictured } from './dom.js';

/** What a castling is called, from the rules of its variant. */
export function castlingName(letter: string, variant: Variant): string {
  const title = letter === 'L' ? "King's leap" : variant.rules.find(rule => rule.title.includes(`(${letter}-${letter},`))?.title;
  return title?.split(' (')[0] ?? 'Castling';
}

/** Where a piece may be dropped: its targets, and of a castling the partner's square too. */
export function targetsOf(from: string, legal: readonly MoveInfo[]): string[] {
  const targets = new Set<string>();
  for (const move of legal) {
    if (move.from !== from) continue;
    targets.add(move.to);
    if (move.partner !== undefined) targets.add(move.partner.from);
  }
  targets.delete(from);
  return [...targets];
}

function meant(from: string, to: string, legal: readonly MoveInfo[]): MoveInfo[] {
  return legal.filter(move => move.from === from && (move.to === to || move.partner?.from === to));
}

/** A move in words. */
export function described(move: MoveInfo, variant: Variant): string {
  if (move.castling !== undefined) {
    const name = castlingName(move.castling, variant).toLowerCase();
    const partner = move.partner === undefined ? '' : `, partner from ${move.partner.from} to ${move.partner.to}`;
    return `${move.san}: ${name}, king to ${move.to}${partner}`;
  }
  if (move.promotion !== undefined) return `${variant.pieces[move.promotion]?.name ?? move.promotion} (${move.san})`;
  return move.san;
}

/** The move between two squares. Asks if there are several; nothing if there is none, or if the question was not answered. */
export async function moveBetween(
  from: string,
  to: string,
  legal: readonly MoveInfo[],
  variant: Variant,
  drawings: Drawings,
  white: boolean,
): Promise<MoveInfo | 'none' | 'cancelled'> {
  const moves = meant(from, to, legal);
  const [only] = moves;
  if (only === undefined) return 'none';
  if (moves.length === 1) return only;
  const picture = (move: MoveInfo) => {
    const letter = move.promotion ?? '';
    const svg = drawings.pieces[white ? letter : letter.toLowerCase()]?.svg;
    return svg === undefined ? undefined : pictured(svg);
  };
  const title = moves.every(move => move.promotion !== undefined) ? 'The pawn becomes' : 'Which move?';
  const choices = moves.map(move => ({ value: move.uci, text: described(move, variant), picture: picture(move) }));
  const value = await choose(title, choices);
  return moves.find(move => move.uci === value) ?? 'cancelled';
}
