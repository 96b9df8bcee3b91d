// What is drawn on a board beside its pieces: squares with coordinates, marks, arrows. All in units of a hundred to a square.

/** A side of a square. */
export const SIDE = 100;

/** The shape of a board, and from where it is seen. */
export interface Shape {
  files: number;
  ranks: number;
  flipped: boolean;
}

/** An arrow from a square to another; `kind` is `second`, `third` or `threat`, or nothing for the best. */
export type Arrow = readonly [from: string, to: string, kind?: string];

/** The upper left corner of a square. */
export function cornerOf(name: string, { files, ranks, flipped }: Shape): [number, number] {
  const [file, rank] = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
  return [(flipped ? files - 1 - file : file) * SIDE, (flipped ? rank : ranks - 1 - rank) * SIDE];
}

/** The squares. */
export function drawSquares(shape: Shape): string {
  const { files, ranks } = shape;
  let text = `<rect class="light" width="${files * SIDE}" height="${ranks * SIDE}"/><path class="dark" d="`;
  for (let rank = 1; rank <= ranks; rank++) {
    for (let file = 0; file < files; file++) {
      if ((file + rank) % 2 === 0) continue;
      const [x, y] = cornerOf(`${String.fromCharCode(97 + file)}${rank}`, shape);
      text += `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}Z`;
    }
  }
  return `${text}"/>`;
}

/** The letters of the files and the numbers of the ranks, in the corners of the squares at the edge. Above a piece they have a rim. */
export function drawCoordinates(shape: Shape, placement: Readonly<Record<string, string>>): string {
  const { files, ranks, flipped } = shape;
  const text = (square: string, words: string, place: string) => {
    const isDark = (square.charCodeAt(0) - 97 + Number(square.slice(1))) % 2 !== 0;
    const rim = placement[square] === undefined ? '' : isDark ? ' on-dark' : ' on-light';
    return `<text class="coordinate${rim}" ${place}>${words}</text>`;
  };
  const letters = Array.from({ length: files }, (_, file) => {
    const letter = String.fromCharCode(97 + file);
    const square = `${letter}${flipped ? ranks : 1}`;
    const [x, y] = cornerOf(square, shape);
    return text(square, letter, `x="${x + SIDE - 4}" y="${y + SIDE - 6}" text-anchor="end"`);
  });
  const numbers = Array.from({ length: ranks }, (_, rank) => {
    const square = `${flipped ? String.fromCharCode(96 + files) : 'a'}${rank + 1}`;
    const [x, y] = cornerOf(square, shape);
    return text(square, String(rank + 1), `x="${x + 4}" y="${y + 5}" dominant-baseline="hanging"`);
  });
  return [...letters, ...numbers].join('');
}

/** A square in one color. */
export function fill(name: string, shape: Shape, kind: string): string {
  const [x, y] = cornerOf(name, shape);
  return `<rect class="${kind}" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}"/>`;
}

/** Where a piece may go: a dot, or a ring around what would be taken. */
export function target(name: string, shape: Shape, taken: boolean): string {
  const [x, y] = cornerOf(name, shape).map(at => at + SIDE / 2);
  return taken ? `<circle class="taken" cx="${x}" cy="${y}" r="44"/>` : `<circle class="target" cx="${x}" cy="${y}" r="14"/>`;
}

/** How many moves a pawn waits. */
export function badge(name: string, shape: Shape, count: number): string {
  const [x, y] = cornerOf(name, shape).map(at => at + SIDE - 22) as [number, number];
  return `<circle cx="${x}" cy="${y}" r="19" fill="#7d2318" stroke="#fff8ec" stroke-width="3"/><text x="${x}" y="${y + 10}" font-size="29" font-weight="700" text-anchor="middle" fill="#fff8ec">${count}</text>`;
}

/** An arrow between the middles of two squares. */
export function drawArrow([from, to, kind = '']: Arrow, shape: Shape): string {
  const [x1, y1] = cornerOf(from, shape).map(at => at + SIDE / 2) as [number, number];
  const [x2, y2] = cornerOf(to, shape).map(at => at + SIDE / 2) as [number, number];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const at = (along: number, beside: number) => `${(x2 + dx * along - dy * beside).toFixed(1)} ${(y2 + dy * along + dx * beside).toFixed(1)}`;
  const width = kind === 'second' ? 12 : kind === 'third' ? 9 : 14;
  return `<g class="arrow ${kind}" fill="currentColor"><path d="M${(x1 + dx * 22).toFixed(1)} ${(y1 + dy * 22).toFixed(1)} L${at(-44, 0)}" stroke="currentColor" stroke-width="${width}"/><path d="M${at(-6, 0)} L${at(-48, 26)} L${at(-48, -26)} Z"/></g>`;
}
