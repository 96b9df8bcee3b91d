// The board on the page: a picture, and above it a button for each square, for fingers, keys and screen readers alike.

import type { Variant } from 'campione';

import { type Arrow, type Shape, SIDE, badge, drawArrow, drawCoordinates, drawSquares, fill, target } from './board-marks.js';
import { Men } from './board-men.js';
import { make } from './dom.js';

/** What is drawn. */
export interface View extends Shape {
  /** Letters by squares. */
  placement: Readonly<Record<string, string>>;
  /** The ids of the drawings by letters. */
  pieces: Readonly<Record<string, string>>;
  /** The two squares of the last move, or none. */
  last: readonly string[];
  /** The square of a king in check. */
  check?: string | undefined;
  /** Numbers of moves by squares. */
  waits: Readonly<Record<string, number>>;
  selected?: string | undefined;
  targets?: readonly string[];
  arrows?: readonly Arrow[];
}

/** What the page wants to know of the board. */
export interface Listener {
  /** A square was chosen: by a tap, a click or a key. */
  choose(square: string): void;
  /** A piece was taken up; whether it may go anywhere. */
  lift(square: string): boolean;
  /** A piece was dropped on another square. */
  drop(from: string, to: string): void;
}

/** How far a finger must go before it drags, in pixels. */
const SLACK = 5;

const PARTS = '<defs><radialGradient id="alarm"><stop offset="0.1" style="stop-color:var(--alarm)"/><stop offset="1" style="stop-color:var(--alarm);stop-opacity:0"/></radialGradient></defs><g></g><g></g><g class="men"></g><g></g><g></g>';

export class BoardView {
  readonly #place: HTMLElement;
  readonly #listener: Listener;
  readonly #svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  /** The drawings of the pieces, to which the board refers. */
  readonly #pieces = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  readonly #ground: Element;
  readonly #below: Element;
  readonly #coordinates: Element;
  readonly #above: Element;
  readonly #men: Men;
  readonly #squares = make('div', { class: 'squares', role: 'grid' });
  readonly #buttons = new Map<string, HTMLButtonElement>();
  /** What each button says, so that only what is different is told. */
  readonly #labels = new Map<string, string>();
  #marked = '';
  #lettered = '';
  #shape = '';
  #view: View | undefined;
  #drawn = '';
  #focused = '';
  #drag: { from: string; x: number; y: number; ghost: HTMLElement | undefined } | undefined;
  /** Where a piece was just put by hand. */
  #dropped: string | undefined;

  constructor(place: HTMLElement, listener: Listener) {
    this.#place = place;
    this.#listener = listener;
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#svg.innerHTML = PARTS;
    const [, ground, below, men, coordinates, above] = this.#svg.children;
    [this.#ground, this.#below, this.#coordinates, this.#above] = [ground!, below!, coordinates!, above!];
    this.#men = new Men(men as SVGGElement);
    this.#pieces.setAttribute('aria-hidden', 'true');
    this.#pieces.setAttribute('class', 'drawings');
    place.append(this.#svg, this.#squares, this.#pieces);
    new ResizeObserver(() => this.#scale()).observe(place);
    this.#squares.addEventListener('pointerdown', event => this.#down(event));
    this.#squares.addEventListener('pointermove', event => this.#move(event));
    this.#squares.addEventListener('pointerup', event => this.#up(event));
    this.#squares.addEventListener('pointercancel', () => this.#cancel());
    this.#squares.addEventListener('keydown', event => this.#key(event));
    // Some browsers click when the key comes up.
    this.#squares.addEventListener('keyup', event => {
      if (event.key === ' ') event.preventDefault();
    });
    // Screen readers click without a pointer.
    this.#squares.addEventListener('click', event => {
      const square = (event.target as HTMLElement).dataset['square'];
      if (event.detail === 0 && square !== undefined) this.#listener.choose(square);
    });
  }

  /** Letters and numbers of about the same size on a small and on a large board. */
  #scale(): void {
    const square = this.#place.clientWidth / (this.#view?.files ?? 10);
    if (square > 0) this.#place.style.setProperty('--coordinate', `${Math.min(28, Math.max(11, 1120 / square))}px`);
  }

  /**
   * Draws. `defs` are the drawings of the pieces, `movable` the squares whose pieces can go somewhere, `marks` words for squares, which
   * are their classes too.
   */
  draw(variant: Variant, view: View, defs: string, movable: ReadonlySet<string>, marks: ReadonlyMap<string, string> = new Map()): void {
    const shape = [view.files, view.ranks, view.flipped].join(' ');
    this.#view = view;
    if (shape !== this.#shape) {
      this.#shape = shape;
      document.documentElement.style.setProperty('--files', String(view.files));
      document.documentElement.style.setProperty('--ranks', String(view.ranks));
      this.#svg.setAttribute('viewBox', `0 0 ${view.files * SIDE} ${view.ranks * SIDE}`);
      this.#ground.innerHTML = drawSquares(view);
      this.#grid(view);
      this.#scale();
    }
    if (defs !== this.#drawn) {
      this.#drawn = defs;
      this.#pieces.innerHTML = `<defs>${defs}</defs>`;
    }
    this.#marks(view);
    const coordinates = drawCoordinates(view, view.placement);
    if (coordinates !== this.#lettered) this.#coordinates.innerHTML = this.#lettered = coordinates;
    this.#men.show(view.placement, view.pieces, view, this.#dropped);
    this.#dropped = undefined;
    if (this.#drag?.ghost !== undefined) this.#men.lift(this.#drag.from);
    for (const [square, button] of this.#buttons) this.#label(square, button, variant, movable, marks.get(square));
  }

  #marks(view: View): void {
    const { last, check, selected, targets = [], waits, arrows = [], placement } = view;
    const below = last.map(square => fill(square, view, 'last'));
    if (check !== undefined) below.push(fill(check, view, 'alarm'));
    if (selected !== undefined) below.push(fill(selected, view, 'picked'));
    const above = targets.map(square => target(square, view, placement[square] !== undefined));
    above.push(...Object.entries(waits).map(([square, count]) => badge(square, view, count)));
    // The best is above the others.
    above.push(...[...arrows].reverse().map(arrow => drawArrow(arrow, view)));
    const marks = `${below.join('')} ${above.join('')} ${view.flipped}`;
    if (marks === this.#marked) return;
    this.#marked = marks;
    this.#below.innerHTML = below.join('');
    this.#above.innerHTML = above.join('');
  }

  #label(square: string, button: HTMLButtonElement, variant: Variant, movable: ReadonlySet<string>, mark: string | undefined): void {
    const view = this.#view;
    if (view === undefined) return;
    const letter = view.placement[square];
    const name = letter === undefined ? '' : (variant.pieces[letter.toUpperCase()]?.name ?? letter);
    const side = letter === undefined ? 'empty' : letter === letter.toUpperCase() ? 'white' : 'black';
    const wait = view.waits[square];
    const words = [
      name === '' ? '' : ` ${name}`,
      wait === undefined ? '' : `, waits for ${wait} moves`,
      square === view.selected ? ', selected' : '',
      view.targets?.includes(square) === true ? ', can be reached' : '',
      view.check === square ? ', in check' : '',
      mark === undefined ? '' : `, ${mark}`,
    ];
    const label = `${square}, ${side}${words.join('')}`;
    const kind = [movable.has(square) ? 'movable' : '', mark ?? ''].join(' ').trim();
    if (this.#labels.get(square) === `${kind} ${label}`) return;
    this.#labels.set(square, `${kind} ${label}`);
    button.setAttribute('aria-label', label);
    button.setAttribute('aria-selected', String(square === view.selected));
    button.className = kind;
  }

  #grid({ files, ranks, flipped }: Shape): void {
    this.#squares.style.gridTemplate = `repeat(${ranks}, 1fr) / repeat(${files}, 1fr)`;
    this.#squares.setAttribute('aria-label', `board of ${files} files and ${ranks} ranks`);
    this.#buttons.clear();
    this.#labels.clear();
    this.#squares.replaceChildren();
    for (let row = 0; row < ranks; row++) {
      const rank = flipped ? row + 1 : ranks - row;
      const line = make('div', { role: 'row' });
      for (let column = 0; column < files; column++) {
        const square = `${String.fromCharCode(97 + (flipped ? files - 1 - column : column))}${rank}`;
        const button = make('button', { type: 'button', role: 'gridcell', tabindex: '-1', 'data-square': square });
        this.#buttons.set(square, button);
        line.append(button);
      }
      this.#squares.append(line);
    }
    if (!this.#buttons.has(this.#focused)) this.#focused = 'a1';
    this.#buttons.get(this.#focused)?.setAttribute('tabindex', '0');
  }

  #focus(square: string, now: boolean): void {
    const button = this.#buttons.get(square);
    if (button === undefined) return;
    this.#buttons.get(this.#focused)?.setAttribute('tabindex', '-1');
    this.#focused = square;
    button.setAttribute('tabindex', '0');
    if (now) button.focus();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const turned = this.#view?.flipped === true ? -1 : 1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-turned, 0],
      ArrowRight: [turned, 0],
      ArrowUp: [0, turned],
      ArrowDown: [0, -turned],
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const file = this.#focused.charCodeAt(0) + step[0];
      const rank = Number(this.#focused.slice(1)) + step[1];
      this.#focus(`${String.fromCharCode(file)}${rank}`, true);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.#listener.choose(this.#focused);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The square at a place of the window. */
  #squareAt(x: number, y: number): string | undefined {
    const view = this.#view;
    if (view === undefined) return undefined;
    const box = this.#squares.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * view.files);
    const row = Math.floor(((y - box.top) / box.height) * view.ranks);
    if (column < 0 || row < 0 || column >= view.files || row >= view.ranks) return undefined;
    const file = view.flipped ? view.files - 1 - column : column;
    return `${String.fromCharCode(97 + file)}${view.flipped ? row + 1 : view.ranks - row}`;
  }

  #down(event: PointerEvent): void {
    const square = this.#squareAt(event.clientX, event.clientY);
    if (event.button !== 0 || square === undefined) return;
    this.#focus(square, false);
    this.#drag = { from: square, x: event.clientX, y: event.clientY, ghost: undefined };
    if (this.#view?.placement[square] !== undefined) this.#squares.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (drag === undefined) return;
    if (drag.ghost === undefined) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLACK || !this.#listener.lift(drag.from)) return;
      drag.ghost = this.#ghost(drag.from);
      this.#men.lift(drag.from);
    }
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  }

  /** The picture of a piece that is dragged. */
  #ghost(square: string): HTMLElement {
    const view = this.#view;
    const ghost = make('div', { class: 'dragged' });
    const id = view?.pieces[view.placement[square] ?? ''] ?? '';
    const size = (this.#squares.getBoundingClientRect().width / (view?.files ?? 1)) * 1.1;
    ghost.style.width = `${size}px`;
    ghost.innerHTML = `<svg viewBox="0 0 100 100"><use href="#${id}"/></svg>`;
    document.body.append(ghost);
    return ghost;
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#cancel();
    const square = this.#squareAt(event.clientX, event.clientY);
    if (drag === undefined || square === undefined) return;
    if (drag.ghost === undefined) {
      if (square === drag.from) this.#listener.choose(square);
    } else if (square !== drag.from) {
      this.#dropped = square;
      this.#listener.drop(drag.from, square);
    }
  }

  #cancel(): void {
    this.#drag?.ghost?.remove();
    this.#men.lift(undefined);
    this.#drag = undefined;
  }
}
