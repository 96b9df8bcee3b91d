// The drawing of a board, `cli/picture/src/page/board.js`: one source with the pages of `--html`.

import type { Colors } from 'campione';

/** Where things are on a picture. */
export interface Layout {
  side: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What is drawn. */
export interface View {
  layout: Layout;
  files: number;
  ranks: number;
  flipped: boolean;
  colors: Colors;
  /** Letters by squares. */
  placement: Record<string, string>;
  /** The ids of the drawings by letters. */
  pieces: Record<string, string>;
  last: readonly string[];
  check?: string | undefined;
  waits: Record<string, number>;
  turn: 'white' | 'black';
  /** Text that is safe as XML. */
  title: string;
  selected?: string | undefined;
  targets?: readonly string[];
  arrows?: readonly (readonly [string, string])[];
}

export function boardGeometry(view: Pick<View, 'layout' | 'files' | 'ranks' | 'flipped'>): {
  width: number;
  height: number;
  corner(name: string): [number, number];
};
export function readPlacement(fen: string, ranks: number): Record<string, string>;
export function drawBoard(view: View): string;
export function drawGraph(scores: readonly (number | null)[], at: number, colors: Colors): string;
export function readScore(comment: string): number | null;
export function withoutScore(comment: string): string;
