// How a move is made: two squares, and a question where they mean several moves.

import type { Board, Drawings, MoveInfo, Variant } from 'campione';

import { choose } from './chooser.js';
import { pictured } from './dom.js';

/** What a castling is called. */
function castlingName(letter: string, variant: Variant): string {
  if (letter === 'L') return "King's leap";
  const name = variant.castlings[letter] ?? 'castling';
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

/** The rule of a variant about something: its sentences, or nothing. */
export function ruleAbout(subject: string, variant: Variant): string {
  const wanted = subject.toLowerCase();
  return variant.rules.find(({ title }) => title.toLowerCase().startsWith(wanted))?.rule ?? '';
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

/** What a castling's partner is called: rook, champion, centaur. */
function partnerName(move: MoveInfo, board: Board): string {
  return (move.partner === undefined ? undefined : board.pieceAt(move.partner.from)?.name) ?? 'partner';
}

/** Where the pieces of a castling go. */
function goals(move: MoveInfo, board: Board): string {
  const partner = move.partner === undefined ? '' : `, ${partnerName(move, board)} to ${move.partner.to}`;
  return `king to ${move.to}${partner}`;
}

/** A move in words. */
export function described(move: MoveInfo, board: Board): string {
  const variant = board.variant();
  if (move.castling !== undefined) return `${castlingName(move.castling, variant)}: ${goals(move, board)} (${move.san})`;
  if (move.promotion !== undefined) return `${variant.pieces[move.promotion]?.name ?? move.promotion} (${move.san})`;
  return move.san;
}

/** So many castlings with one partner have a button each; of more there is one that asks. */
const FEW = 3;

/** Castlings of all kinds and leaps: each a button, or one for all free castlings with the same partner. */
export function specials(legal: readonly MoveInfo[], board: Board): { label: string; name: string; moves: MoveInfo[] }[] {
  const groups = new Map<string, MoveInfo[]>();
  for (const move of legal) {
    if (move.castling === undefined) continue;
    const key = `${move.castling} ${move.partner?.from ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), move]);
  }
  return [...groups.values()].flatMap(moves => {
    const [first] = moves;
    if (first?.partner === undefined || first.castling === undefined || moves.length <= FEW) {
      const name = castlingName(first?.castling ?? '', board.variant());
      return moves.map(move => ({ label: move.partner === undefined ? `King's leap to ${move.to}` : move.san, name, moves: [move] }));
    }
    const name = castlingName(first.castling, board.variant());
    return [{ label: `${name} with the ${partnerName(first, board)} on ${first.partner.from} …`, name, moves }];
  });
}

/** Asks which of several moves is meant. */
export async function ask(moves: readonly MoveInfo[], board: Board, drawings: Drawings): Promise<MoveInfo | undefined> {
  const picture = (move: MoveInfo) => {
    const letter = move.promotion ?? '';
    const svg = drawings.pieces[board.turn() === 'white' ? letter : letter.toLowerCase()]?.svg;
    return svg === undefined ? undefined : pictured(svg);
  };
  const [first] = moves;
  const castling = moves.every(move => move.castling === first?.castling) ? first?.castling : undefined;
  const promotes = moves.every(move => move.promotion !== undefined);
  const title = castling !== undefined ? castlingName(castling, board.variant()) : promotes ? 'The pawn becomes' : 'Which move?';
  const text = (move: MoveInfo) => (castling === undefined ? described(move, board) : goals(move, board));
  const choices = moves.map(move => ({ value: move.uci, text: text(move), picture: picture(move) }));
  const about = castling !== undefined ? title : promotes ? 'Promotion' : '';
  const value = await choose(title, about === '' ? '' : ruleAbout(about, board.variant()), choices);
  return moves.find(move => move.uci === value);
}

/** The move between two squares. Asks if there are several; nothing if there is none, or if the question was not answered. */
export async function moveBetween(
  from: string,
  to: string,
  legal: readonly MoveInfo[],
  board: Board,
  drawings: Drawings,
): Promise<MoveInfo | 'none' | 'cancelled'> {
  const moves = meant(from, to, legal);
  const [only] = moves;
  if (only === undefined) return 'none';
  return moves.length === 1 ? only : ((await ask(moves, board, drawings)) ?? 'cancelled');
}

/** Which piece a move moves: `The archbishop on c3 moves.` */
export function moveWord(uci: string, board: Board): string {
  const move = board.moves().find(each => each.uci === uci);
  if (move === undefined) return '';
  if (move.castling !== undefined) return `${castlingName(move.castling, board.variant())} helps.`;
  return `The ${board.pieceAt(move.from)?.name ?? 'piece'} on ${move.from} moves.`;
}

/** How soon a mate comes: `in one move`, `in 3 moves`. */
export const inMoves = (count: number) => (count === 1 ? 'in one move' : `in ${count} moves`);
