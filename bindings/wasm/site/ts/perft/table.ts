// The divide as a table: our counts, beside them those of another program, in any order.

import type { BisectStep, MoveInfo } from 'campione';

import { button, make } from '../dom.js';
import type { Counts } from './counter.js';

/** How a move fares in the other program. */
export type Verdict = 'equal' | 'different' | 'missing' | 'superfluous';

/** A line of the table. */
export interface Row {
  readonly text: string;
  /** In coordinates; nothing for a move of the other program that is not legal. */
  readonly uci: string | undefined;
  readonly squares: readonly [string, string] | undefined;
  readonly ours: number | undefined;
  readonly theirs: number | undefined;
  readonly verdict: Verdict | undefined;
}

/** The order of lines: by a column, and for the worst first by what differs. */
type Order = 'move' | 'ours' | 'theirs' | 'difference';

const RANK: Record<Verdict, number> = { missing: 0, superfluous: 1, different: 2, equal: 3 };

/** The squares of a text: the first and the last one. */
function squaresOf(text: string): readonly [string, string] | undefined {
  const found = text.match(/[a-l]\d+/g);
  const [first, last] = [found?.[0], found?.at(-1)];
  return first === undefined || last === undefined ? undefined : [first, last];
}

/** The lines of a position: its legal moves with the counts so far, and what another program has of them. */
export function rowsOf(legal: readonly MoveInfo[], counts: Counts | undefined, step: BisectStep | undefined): Row[] {
  const known = new Map(step?.moves.map(move => [move.uci, move]));
  const rows: Row[] = legal.map(({ uci, san, from, to }) => {
    const compared = known.get(uci);
    const ours = compared?.nodes ?? counts?.get(uci);
    const theirs = compared?.theirs ?? undefined;
    let verdict: Verdict | undefined;
    if (compared !== undefined && step?.listed === true) {
      // A program need not list a move after which nothing is counted.
      verdict = theirs === undefined ? (compared.nodes === 0 ? 'equal' : 'missing') : theirs === ours ? 'equal' : 'different';
    }
    return { text: san === uci ? uci : `${san} ${uci}`, uci, squares: [from, to], ours, theirs, verdict };
  });
  const more = step?.superfluous.map(({ text, nodes, squares }): Row => {
    return { text, uci: undefined, squares: squares ?? squaresOf(text), ours: undefined, theirs: nodes ?? undefined, verdict: 'superfluous' };
  });
  return [...rows, ...(more ?? [])];
}

/** What the board shows of lines that differ: words for the squares where the moves go, and arrows for moves of one program alone. */
export function marksOf(rows: readonly Row[]): { marks: Map<string, string>; arrows: (readonly [string, string])[] } {
  const marks = new Map<string, string>();
  const arrows: (readonly [string, string])[] = [];
  for (const { squares, verdict } of rows) {
    if (squares === undefined || verdict === undefined || verdict === 'equal') continue;
    // Several moves may go to one square; that one of them has another count is the least of it.
    if (verdict !== 'different' || !marks.has(squares[1])) marks.set(squares[1], verdict);
    if (verdict !== 'different') arrows.push(squares);
  }
  return { marks, arrows };
}

const number = (value: number | undefined) => (value === undefined ? '' : value.toLocaleString('en'));

/** The difference of a line. */
function differenceOf({ ours, theirs, verdict }: Row): number {
  return verdict === undefined ? 0 : (theirs ?? 0) - (ours ?? 0);
}

function signed(value: number): string {
  return value === 0 ? '0' : `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('en')}`;
}

/** What the page does for the table. */
export interface TableHost {
  /** Goes down to the position after a move. */
  down(uci: string): void;
  /** Shows a move on the board while it is pointed at; nothing to show all that differ. */
  point(squares: readonly [string, string] | undefined): void;
}

export class Table {
  readonly #place: HTMLElement;
  readonly #host: TableHost;
  #rows: readonly Row[] = [];
  #canGo = false;
  #compares = false;
  #order: Order = 'move';
  #down = false;

  constructor(place: HTMLElement, host: TableHost) {
    this.#place = place;
    this.#host = host;
  }

  /** Shows lines; `canGo` says whether one can go down from here. Where something is compared, what differs comes first. */
  show(rows: readonly Row[], canGo: boolean): void {
    const compares = rows.some(({ verdict }) => verdict !== undefined);
    if (compares !== this.#compares) [this.#order, this.#down] = [compares ? 'difference' : 'move', false];
    this.#compares = compares;
    this.#canGo = canGo;
    this.#rows = rows;
    this.#draw();
  }

  #sorted(): Row[] {
    const key = (row: Row): number | string => {
      if (this.#order === 'move') return row.text;
      if (this.#order === 'ours') return row.ours ?? -1;
      if (this.#order === 'theirs') return row.theirs ?? -1;
      return RANK[row.verdict ?? 'equal'];
    };
    const compare = (a: Row, b: Row) => {
      const [x, y] = [key(a), key(b)];
      const order = typeof x === 'string' && typeof y === 'string' ? x.localeCompare(y, 'en') : Number(x) - Number(y);
      return order !== 0 || this.#order !== 'difference' ? order : Math.abs(differenceOf(b)) - Math.abs(differenceOf(a));
    };
    const rows = [...this.#rows].sort(compare);
    return this.#down ? rows.reverse() : rows;
  }

  #draw(): void {
    const active = document.activeElement;
    const focused = this.#place.contains(active) ? (active as HTMLElement).dataset['key'] : undefined;
    const columns: [Order, string][] = [['move', 'Move'], ['ours', 'Nodes']];
    if (this.#compares) columns.push(['theirs', 'Engine'], ['difference', 'Difference']);
    const head = columns.map(([order, name]) => {
      const sorted = order !== this.#order ? 'none' : this.#down ? 'descending' : 'ascending';
      return make('th', { scope: 'col', 'aria-sort': sorted }, button(name, () => this.#sort(order), { 'data-key': `sort ${order}` }));
    });
    const body = this.#sorted().map(row => this.#line(row));
    this.#place.replaceChildren(
      make('table', { class: 'divide' }, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...body)),
    );
    if (focused !== undefined) this.#place.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  #sort(order: Order): void {
    // Counts are looked at from the largest on.
    this.#down = order === this.#order ? !this.#down : order === 'ours' || order === 'theirs';
    this.#order = order;
    this.#draw();
  }

  #line(row: Row): HTMLElement {
    const { text, uci, ours, theirs, verdict } = row;
    const go = uci !== undefined && this.#canGo;
    const move = go ? button(text, () => this.#host.down(uci), { 'data-key': uci, title: 'Go down to the position after this move' }) : text;
    const cells = [make('th', { scope: 'row' }, move), make('td', {}, number(ours))];
    if (this.#compares) {
      const words = verdict === undefined || verdict === 'equal' ? '=' : verdict === 'different' ? signed(differenceOf(row)) : verdict;
      cells.push(make('td', {}, number(theirs)), make('td', { class: 'words' }, words));
    }
    const line = make('tr', { class: verdict ?? 'none', ...(uci === undefined ? {} : { 'data-move': uci }) }, ...cells);
    for (const [type, on] of [['pointerenter', true], ['pointerleave', false], ['focusin', true], ['focusout', false]] as const) {
      line.addEventListener(type, () => this.#host.point(on ? row.squares : undefined));
    }
    return line;
  }
}
