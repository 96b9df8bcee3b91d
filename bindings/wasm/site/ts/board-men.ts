// The pieces on the board: each keeps its element while it moves, so that the browser shows the way.

import { type Shape, SIDE, cornerOf } from './board-marks.js';

interface Man {
  letter: string;
  use: SVGUseElement;
}

const isSameSide = (one: string, other: string) => (one === one.toUpperCase()) === (other === other.toUpperCase());

function distance(from: string, to: string): number {
  return Math.hypot(from.charCodeAt(0) - to.charCodeAt(0), Number(from.slice(1)) - Number(to.slice(1)));
}

export class Men {
  readonly #group: SVGGElement;
  #men = new Map<string, Man>();
  #shape = '';
  #lifted: string | undefined;

  constructor(group: SVGGElement) {
    this.#group = group;
  }

  /** Shows the pieces; `dropped` is where the hand put one, which needs no way. */
  show(placement: Readonly<Record<string, string>>, ids: Readonly<Record<string, string>>, shape: Shape, dropped: string | undefined): void {
    const key = `${shape.files} ${shape.ranks} ${shape.flipped}`;
    const still = key !== this.#shape;
    this.#shape = key;
    this.#group.classList.toggle('still', still);
    const next = new Map<string, Man>();
    const left = new Map<string, Man>();
    for (const [square, man] of this.#men) (placement[square] === man.letter ? next : left).set(square, man);
    const place = ({ use }: Man, square: string) => {
      const [x, y] = cornerOf(square, shape);
      use.style.transform = `translate(${x}px, ${y}px)`;
    };
    for (const [square, letter] of Object.entries(placement)) {
      if (next.has(square)) continue;
      const from = this.#origin(square, letter, left);
      const man = from === undefined ? { letter, use: document.createElementNS('http://www.w3.org/2000/svg', 'use') } : left.get(from)!;
      if (from !== undefined) left.delete(from);
      man.letter = letter;
      man.use.classList.toggle('still', from === undefined || square === dropped);
      // What moves is above the others. It must be seen there, where it was, before it goes.
      this.#group.append(man.use);
      if (from !== undefined && !still && square !== dropped) getComputedStyle(man.use).getPropertyValue('transform');
      place(man, square);
      next.set(square, man);
    }
    for (const { use } of left.values()) use.remove();
    for (const [square, man] of next) {
      const id = `#${ids[man.letter] ?? ''}`;
      if (man.use.getAttribute('href') !== id) man.use.setAttribute('href', id);
      if (still) place(man, square);
    }
    this.#men = next;
    this.lift(undefined);
  }

  /** Takes a piece off its square while it is in the hand. */
  lift(square: string | undefined): void {
    if (this.#lifted !== undefined) this.#men.get(this.#lifted)?.use.classList.remove('lifted');
    this.#lifted = square;
    if (square !== undefined) this.#men.get(square)?.use.classList.add('lifted');
  }

  /** Where a piece came from: the nearest square that lost such a piece, or a pawn of the same side. */
  #origin(square: string, letter: string, left: ReadonlyMap<string, Man>): string | undefined {
    const from = [...left].filter(([, man]) => man.letter === letter);
    const pawns = from.length > 0 ? [] : [...left].filter(([, man]) => man.letter.toUpperCase() === 'P' && isSameSide(man.letter, letter));
    return [...from, ...pawns].map(([name]) => name).sort((a, b) => distance(a, square) - distance(b, square))[0];
  }
}

/** The pieces as a picture alone, of drawings that are on the page. */
export function drawMen(placement: Readonly<Record<string, string>>, ids: Readonly<Record<string, string>>, shape: Shape): string {
  return Object.entries(placement)
    .map(([square, letter]) => {
      const [x, y] = cornerOf(square, shape);
      return `<use href="#${ids[letter] ?? ''}" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}"/>`;
    })
    .join('');
}
