// A count as text for other places: a command line, a line of EPD, a line of the conformance kit.

import type { Board, Variant } from 'campione';

/** A word as a shell reads it. */
function quoted(word: string): string {
  return /^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command that counts the same. A variant of a user's file is named by the file. */
export function commandLine(variant: Variant, fen: string, depth: number): string {
  const name = variant.isBuiltIn ? variant.id : `${variant.id}.toml`;
  return `campione perft ${depth} -v ${quoted(name)} --divide ${quoted(fen)}`;
}

/** A line of EPD with the counts of depth 1, 2, …. */
export function epdLine(fen: string, counts: readonly number[]): string {
  return `${fen} ${counts.map((nodes, index) => `;D${index + 1} ${nodes}`).join(' ')}`;
}

/** A line of the conformance kit. */
export function kitLine(board: Board, counts: readonly number[]): string {
  return board.kitLine(`${board.variant().id}-1`, counts, 'counted in the browser');
}
