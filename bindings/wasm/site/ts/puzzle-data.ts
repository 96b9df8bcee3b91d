// The puzzles: mates that one first move alone forces. Each game has a file, loaded when it is asked for.

import { kept, textOf } from './loading.js';

/** The games that have puzzles, those of the old books first. */
export const GAMES = ['carrera', 'archchess', 'herb-garden', 'crc', 'courier-spiel', 'capablanca', 'chess'] as const;

export const GRADES = ['easy', 'medium', 'hard'] as const;

export type Grade = (typeof GRADES)[number];

/** A puzzle of a file. */
export interface Puzzle {
  variant: string;
  /** Its name in links. */
  id: string;
  grade: Grade;
  fen: string;
  /** The only first move, the longest defence, and so on to the mate. */
  line: readonly string[];
}

const isGrade = (text: string | undefined): text is Grade => GRADES.some(grade => grade === text);

function read(text: string, variant: string): Puzzle[] {
  const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'));
  return lines.map(line => {
    const [id = '', grade, fen = '', moves = ''] = line.split('\t');
    if (!isGrade(grade)) throw new Error(`the puzzles of ${variant} are damaged: ${line.slice(0, 80)}`);
    return { variant, id, grade, fen, line: moves.split(' ') };
  });
}

/** The puzzles of a game, the easiest of each grade first. Rejects if the file cannot be loaded. */
export const puzzlesOf = kept<readonly Puzzle[]>(async variant => read(await textOf(`puzzles/${variant}.tsv`, `the puzzles of ${variant}`), variant));

const KEY = 'campione-puzzles';

/** What is remembered: which puzzles are solved, by the names of their games, and what was chosen last. */
export interface Remembered {
  solved: Record<string, string[]>;
  variant?: string | undefined;
  grade?: string | undefined;
}

/** What was remembered, as far as it can be read. */
export function remembered(): Remembered {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const { solved = {}, variant, grade } = (typeof found === 'object' && found !== null ? found : {}) as Partial<Remembered>;
    const lists = Object.entries(solved).filter(([, ids]) => Array.isArray(ids) && ids.every(id => typeof id === 'string'));
    return { solved: Object.fromEntries(lists), variant, grade };
  } catch {
    return { solved: {} };
  }
}

/** Remembers it. Where storage is full or forbidden, nothing is. */
export function remember(what: Remembered): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // There is nothing to do without it.
  }
}
