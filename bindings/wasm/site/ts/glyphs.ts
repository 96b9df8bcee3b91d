// The signs behind moves, and texts of what stands there.

import { readScore, withoutScore } from './board-drawing.js';
import type { Node, Note } from './tree.js';

/** The usual signs of the first glyphs of PGN, and what they mean. */
export const GLYPHS: readonly (readonly [sign: string, meaning: string])[] = [
  ['', ''],
  ['!', 'good move'],
  ['?', 'mistake'],
  ['!!', 'excellent move'],
  ['??', 'blunder'],
  ['!?', 'interesting move'],
  ['?!', 'dubious move'],
];

/** What stands behind a move, taken apart. */
export interface Said {
  glyphs: string;
  comment: string;
  /** What an engine thought, in pawns for the side that moved. */
  score: number | null;
}

/** Takes the notes of a move apart. */
export function said(notes: readonly Note[]): Said {
  let score: number | null = null;
  let glyphs = '';
  const texts: string[] = [];
  for (const note of notes) {
    if ('nag' in note) {
      glyphs += GLYPHS[note.nag]?.[0] ?? ` $${note.nag}`;
      continue;
    }
    const found: number | null = score === null ? readScore(note.comment) : null;
    const text = found === null ? note.comment : withoutScore(note.comment);
    score ??= found;
    if (text !== '') texts.push(text);
  }
  return { glyphs, comment: texts.join(' '), score };
}

/** The notes of a move with another comment. A score of an engine stays. */
export function withComment({ notes }: Node, comment: string): Note[] {
  const kept = notes.filter(note => 'nag' in note);
  const scored = notes.find((note): note is { comment: string } => 'comment' in note && readScore(note.comment) !== null);
  const score = scored === undefined ? '' : scored.comment.slice(0, scored.comment.length - withoutScore(scored.comment).length).replace(/,\s*$/, '').trim();
  // A brace would end the comment of a PGN.
  const text = [score, comment.replaceAll('}', ')').replaceAll('{', '(').trim()].filter(part => part !== '').join(', ');
  return text === '' ? kept : [...kept, { comment: text }];
}

/** The notes of a move with a glyph switched on or off; of the first six there is one at a time. */
export function withGlyph({ notes }: Node, nag: number): Note[] {
  const had = notes.some(note => 'nag' in note && note.nag === nag);
  const rest = notes.filter(note => !('nag' in note) || note.nag >= GLYPHS.length);
  return had ? rest : [{ nag }, ...rest];
}
