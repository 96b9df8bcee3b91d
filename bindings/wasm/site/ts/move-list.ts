// The moves of the game to click through, in two columns, with variations and comments below the move that they belong to; and a graph.

import { drawGraph } from './board-drawing.js';
import { button, byId, make } from './dom.js';
import { Fairness } from './fairness.js';
import type { Game } from './game.js';
import { said } from './glyphs.js';
import { pawnsText } from './opponent.js';
import { type Node, pathOf } from './tree.js';

/** The colors of the graph are those of the page. */
const COLORS = { darkSquare: 'var(--graph-black)', lightSquare: 'var(--graph-white)', text: 'var(--ink)', check: 'var(--rubric)' };

/** What was found out about moves, beside what the text says. */
export interface Judge {
  /** The score of the position after a move, in pawns for White. */
  scoreOf(node: Node): number | undefined;
  /** `??`, `?` or `?!`, or nothing. */
  signOf(node: Node): string;
}

export class MoveList {
  readonly #game: Game;
  readonly #judge: Judge;
  readonly #list = byId('moves');
  readonly #fairness = new Fairness();
  readonly #buttons = new Map<Node, HTMLButtonElement>();
  #listed = '';
  #root: Node | undefined;
  #scores: (number | null)[] = [];

  constructor(game: Game, judge: Judge) {
    this.#game = game;
    this.#judge = judge;
    new ResizeObserver(() => {
      const current = this.#buttons.get(this.#game.node);
      if (current !== undefined) this.#scrollTo(current);
    }).observe(this.#list);
    byId('graph').addEventListener('click', event => {
      const { left, width } = byId('graph').getBoundingClientRect();
      this.#goMain(Math.round(((event.clientX - left) / width) * (this.#scores.length - 1)));
    });
  }

  #goMain(ply: number): void {
    let node = this.#game.root;
    for (let index = 0; index < ply && node.children[0] !== undefined; index++) node = node.children[0];
    this.#game.go(node);
  }

  /** Shows the moves, and which position is on the board. `revision` tells whether there is anything new. */
  show(revision: string): void {
    const { root, node } = this.#game;
    if (revision !== this.#listed || root !== this.#root) {
      this.#listed = revision;
      this.#root = root;
      this.#fill();
    }
    const hasScores = this.#scores.some(score => score !== null);
    byId('evaluation').hidden = !hasScores;
    if (hasScores) byId('graph').innerHTML = drawGraph(this.#scores, this.#plyOnMain(node), COLORS);
    this.#list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = this.#buttons.get(node);
    if (current === undefined) return;
    current.setAttribute('aria-current', 'step');
    this.#scrollTo(current);
  }

  /** How many moves of the main line lead to a node or to where its variation begins. */
  #plyOnMain(node: Node): number {
    const path = pathOf(node);
    const off = path.findIndex(each => each.parent?.children[0] !== each);
    return off < 0 ? path.length : off;
  }

  #fill(): void {
    const { root } = this.#game;
    this.#buttons.clear();
    const start = this.#button(root, 'Start');
    const items: HTMLElement[] = [make('li', { class: 'start' }, start), ...this.#note(root)];
    this.#scores = [this.#judge.scoreOf(root) ?? null];
    let row: HTMLElement | undefined;
    let ply = 0;
    for (let at = root; at.children[0] !== undefined; at = at.children[0], ply++) {
      const [main, ...others] = at.children;
      const white = this.#game.whites(ply);
      if (white || row === undefined) {
        row = make('li', { class: 'pair' }, make('span', { class: 'number', 'aria-hidden': 'true' }, this.#game.numberOf(ply).replace(/[.…]$/, '')));
        if (!white) row.append(make('span', { class: 'dots', 'aria-hidden': 'true' }, '…'));
        items.push(row);
      }
      row.append(this.#move(main));
      this.#scores.push(this.#scoreOf(main, white));
      const below = [...this.#note(main), ...others.map(other => make('li', { class: 'line' }, ...this.#line(other, ply)))];
      items.push(...below);
      if (!white || below.length > 0) row = undefined;
    }
    if (root.children.length === 0) items.push(this.#intro());
    this.#list.replaceChildren(...items);
  }

  /** Before the first move: what is played. */
  #intro(): HTMLElement {
    const { board, variant } = this.#game;
    const { name, about, arrayNumber } = variant;
    return make('li', { class: 'intro' }, make('h2', {}, name), about, ...(arrayNumber === undefined ? [] : [this.#fairness.line(board)]));
  }

  #scoreOf(node: Node, white: boolean): number | null {
    const judged = this.#judge.scoreOf(node);
    if (judged !== undefined) return judged;
    const { score } = said(node.notes);
    return score === null ? null : white ? score : -score;
  }

  #button(node: Node, text: string): HTMLButtonElement {
    const made = button(text, () => this.#game.go(node));
    this.#buttons.set(node, made);
    return made;
  }

  /** A move of the main line, with the score of the position after it. */
  #move(node: Node): HTMLElement {
    const { glyphs } = said(node.notes);
    const made = this.#button(node, node.san + (glyphs === '' ? this.#judge.signOf(node) : glyphs));
    const score = this.#judge.scoreOf(node);
    if (score === undefined) return made;
    const cell = make('span', { class: 'cell' }, made, make('span', { class: 'score' }, pawnsText(score)));
    return cell;
  }

  #note(node: Node): HTMLElement[] {
    const { comment } = said(node.notes);
    return comment === '' ? [] : [make('li', { class: 'note' }, comment)];
  }

  /** A variation in running text; those within it are indented below. */
  #line(first: Node, from: number): (HTMLElement | string)[] {
    const parts: (HTMLElement | string)[] = [];
    const comment = (text: string) => text !== '' && parts.push(make('span', { class: 'note' }, text));
    comment(said(first.before).comment);
    let number = true;
    let ply = from;
    for (let node: Node | undefined = first; node !== undefined; node = node.children[0], ply++) {
      const { glyphs, comment: text } = said(node.notes);
      if (number || this.#game.whites(ply)) parts.push(make('span', { class: 'number' }, this.#game.numberOf(ply)));
      parts.push(this.#button(node, node.san + glyphs));
      comment(text);
      const others: Node[] = node === first ? [] : (node.parent?.children.slice(1) ?? []);
      for (const other of others) parts.push(make('div', { class: 'line' }, ...this.#line(other, ply)));
      number = text !== '' || others.length > 0;
    }
    return parts;
  }

  /** Only the list is scrolled, never the page. */
  #scrollTo(made: HTMLElement): void {
    const [list, box, own] = [this.#list, this.#list.getBoundingClientRect(), made.getBoundingClientRect()];
    if (own.top < box.top) list.scrollTop -= box.top - own.top + box.height / 3;
    else if (own.bottom > box.bottom) list.scrollTop += own.bottom - box.bottom + box.height / 3;
  }
}
