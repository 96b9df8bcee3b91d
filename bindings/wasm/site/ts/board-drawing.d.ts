// What the page shares with the pages of `--html`: parts of `cli/picture/src/page/board.js`.

/** The colors of a graph, as values of CSS. */
export interface GraphColors {
  darkSquare: string;
  lightSquare: string;
  text: string;
  check: string;
}

/** The squares with pieces of the first field of a FEN, by name. */
export function readPlacement(fen: string, ranks: number): Record<string, string>;
export function drawGraph(scores: readonly (number | null)[], at: number, colors: GraphColors): string;
export function readScore(comment: string): number | null;
export function withoutScore(comment: string): string;
