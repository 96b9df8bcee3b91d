// A game as it is stored and linked, and where its variant comes from.

import { type Line, type PgnGame, type Ply, type Remark, Variant } from 'campione';

/** Where a variant comes from, so that it can be had again. */
export type Source = { name: string } | { number: number; name: string } | { toml: string; id: string };

/** What a game as text has beside the moves of its main line. */
export interface Notes {
  tags: readonly (readonly [string, string])[];
  /** What stands before the first move. */
  before: readonly Remark[];
  /** What stands behind each move: glyphs, comments, variations. */
  behind: readonly (readonly Remark[])[];
  /** The result of the text, or of a game that was given up. */
  result?: string | undefined;
}

/** A game as it is stored and linked. */
export interface Saved {
  source: Source;
  start: string;
  /** The moves of the main line. */
  moves: readonly string[];
  /** How many moves of the main line lead to the position that is shown. */
  at: number;
  /** The moves to the position that is shown, if it is in a variation. */
  path?: readonly string[] | undefined;
  notes?: Notes | undefined;
}

export const NO_NOTES: Notes = { tags: [], before: [], behind: [] };

/** What a game that was read has beside its moves. */
export function notesOf({ tags, remarks, moves, result }: PgnGame): Notes {
  return { tags, before: remarks, behind: moves.map(move => move.remarks), result };
}

/** The variant of a source. Throws a `CampioneError`. */
export function variantOf(source: Source): Variant {
  if ('toml' in source) return Variant.fromToml(source.toml, source.id);
  if ('number' in source) return source.name === 'chess960' ? Variant.chess960(source.number) : Variant.crc(source.number);
  return Variant.named(source.name);
}

/** The source of a variant. */
export function sourceOf(variant: Variant): Source {
  if (!variant.isBuiltIn) return { toml: variant.toToml(), id: variant.id };
  if (variant.arrayNumber !== undefined) return { number: variant.arrayNumber, name: variant.id };
  return { name: variant.id };
}

/** The line of moves that were played, with what stands behind them. */
export function lineOf(moves: readonly string[], sans: readonly string[], { before, behind }: Notes): Line {
  return { remarks: before, moves: moves.map((uci, ply): Ply => ({ uci, san: sans[ply] ?? uci, remarks: behind[ply] ?? [] })) };
}
