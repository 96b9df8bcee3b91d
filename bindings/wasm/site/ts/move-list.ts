// The moves of the game to click through, with the comments of the text it came from, and a graph of what an engine thought of it.

import type { Colors, Line, Remark } from 'campione';

import { drawGraph, readScore, withoutScore } from './board-drawing.js';
import { button, byId, make } from './dom.js';
import type { Game } from './game.js';

/** The usual signs of the first glyphs. */
const GLYPHS = ['', '!', '?', '!!', '??', '!?', '?!'];

const glyph = (number: number): string => GLYPHS[number] ?? `$${number}`;

/** A variation as text. */
function lineText(line: Line): string {
  return [...line.remarks.map(remarkText), ...line.moves.flatMap(move => [move.san, ...move.remarks.map(remarkText)])].join(' ');
}

function remarkText(remark: Remark): string {
  if ('nag' in remark) return glyph(remark.nag);
  return 'comment' in remark ? remark.comment : `(${lineText(remark.variation)})`;
}

export class MoveList {
  readonly #game: Game;
  readonly #list = byId('moves');
  readonly #go: (at: number) => void;
  #listed: readonly unknown[] = [];
  /** What an engine thought of each position, in pawns for White. */
  #scores: (number | null)[] = [];

  /** `go` shows the position after so many moves. */
  constructor(game: Game, go: (at: number) => void) {
    this.#game = game;
    this.#go = go;
    byId('graph').addEventListener('click', event => {
      const { left, width } = byId('graph').getBoundingClientRect();
      go(Math.round(((event.clientX - left) / width) * (this.#scores.length - 1)));
    });
  }

  /** Shows the moves, and which position is on the board. */
  show(colors: Colors): void {
    const { sans, notes, at } = this.#game;
    if (sans !== this.#listed[0] || notes !== this.#listed[1]) {
      this.#listed = [sans, notes];
      this.#fill();
    }
    const hasScores = this.#scores.some(score => score !== null);
    byId('evaluation').hidden = !hasScores;
    if (hasScores) byId('graph').innerHTML = drawGraph(this.#scores, at, colors);
    this.#list.querySelectorAll('button').forEach((made, index) => {
      if (index === at) {
        made.setAttribute('aria-current', 'step');
        this.#scrollTo(made);
      } else {
        made.removeAttribute('aria-current');
      }
    });
  }

  #fill(): void {
    const { sans, notes } = this.#game;
    const item = (text: string, to: number) => make('li', {}, button(text, () => this.#go(to)));
    const note = (text: string) => (text === '' ? [] : [make('li', { class: 'note' }, text)]);
    const items = [item('Start', 0), ...note(notes.before.map(remarkText).join(' '))];
    this.#scores = [null];
    sans.forEach((san, ply) => {
      const remarks = notes.behind[ply] ?? [];
      let score: number | null = null;
      let glyphs = '';
      const texts = remarks.map(remark => {
        if ('nag' in remark) {
          glyphs += remark.nag < GLYPHS.length ? glyph(remark.nag) : ` ${glyph(remark.nag)}`;
          return '';
        }
        if (!('comment' in remark) || score !== null) return remarkText(remark);
        score = readScore(remark.comment);
        return score === null ? remark.comment : withoutScore(remark.comment);
      });
      this.#scores.push(score === null ? null : this.#game.whites(ply) ? score : -score);
      const number = this.#game.whites(ply) || ply === 0 ? `${this.#game.numberOf(ply)} ` : '';
      items.push(item(number + san + glyphs, ply + 1), ...note(texts.filter(text => text !== '').join(' ')));
    });
    this.#list.replaceChildren(...items);
  }

  /** Only the list is scrolled, never the page. */
  #scrollTo(made: HTMLElement): void {
    const list = this.#list;
    const top = made.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + made.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
  }
}
