// Puzzles on the board: the side to move mates in a number of moves, and the other side holds out as long as it can.

import { Variant } from 'campione';

import { squaresOf } from './analysis.js';
import type { Arrow } from './board-marks.js';
import { button, byId, copy, make, select, watched } from './dom.js';
import type { Game } from './game.js';
import { icon } from './icons.js';
import { inMoves, moveWord } from './moving.js';
import { GAMES, GRADES, type Puzzle, puzzlesOf, remember, remembered } from './puzzle-data.js';
import { PuzzleJudge } from './puzzle-judge.js';
import { type Node, pathOf } from './tree.js';

/** How long a move is seen before the answer comes, in milliseconds. */
const PAUSE = 350;

/** What the page does for puzzles. */
export interface PuzzleHost {
  /** Nobody plays, and nothing is analysed. */
  begin(): void;
  /** The puzzles are left: others may play again. */
  end(): void;
  draw(): void;
}

/** A puzzle on the board. */
interface Current {
  puzzle: Puzzle;
  root: Node;
  /** The moves to the mate, as far as they are known; another way is taken if a later move mates as soon. */
  line: readonly string[];
  /** The position in which a move is looked for; nothing while the other side answers, and at the end. */
  asked: Node | undefined;
  hints: number;
  /** The solution was shown. */
  shown: boolean;
}

/** The name of a puzzle in links: `carrera:17.45`. */
const nameOf = ({ variant, id }: Puzzle) => `${variant}:${id}`;

export class Puzzles {
  readonly #game: Game;
  readonly #host: PuzzleHost;
  readonly #judge = new PuzzleJudge();
  readonly #place = byId('puzzle');
  readonly #variant = make('select', { id: 'puzzle-game', 'aria-label': 'Game of the puzzles' }, ...GAMES.map(id => new Option(Variant.named(id).name, id)));
  readonly #grade = make('select', { id: 'puzzle-grade', 'aria-label': 'Difficulty' }, ...GRADES.map(grade => new Option(grade)));
  readonly #words = make('strong', { id: 'puzzle-words', role: 'status', 'aria-live': 'polite' });
  readonly #count = make('small', { id: 'puzzle-count', class: 'quiet' });
  readonly #acts = make('p', { class: 'row' });
  #all: readonly Puzzle[] = [];
  #current: Current | undefined;
  /** Changes with each puzzle, so that late answers are told from those that are waited for. */
  #task = 0;

  constructor(game: Game, host: PuzzleHost) {
    this.#game = game;
    this.#host = host;
    const close = make('button', { type: 'button', class: 'icon', id: 'puzzle-close', 'aria-label': 'Leave the puzzles', title: 'Leave the puzzles' }, icon('close'));
    close.addEventListener('click', () => this.stop());
    for (const choice of [this.#variant, this.#grade]) choice.addEventListener('change', () => watched(this.#first()));
    this.#place.append(make('p', { class: 'row' }, this.#variant, this.#grade, close), make('p', {}, this.#words, ' ', this.#count), this.#acts);
  }

  get isActive(): boolean {
    return this.#current !== undefined;
  }

  /** Whether a move is looked for in the position that is shown. */
  get isAsking(): boolean {
    return this.#current?.asked !== undefined && this.#current.asked === this.#game.node;
  }

  /** Whether the other side is about to answer. */
  get isBusy(): boolean {
    return this.#current !== undefined && this.#current.asked === undefined && !this.#isOver;
  }

  /** The arrow of a hint. */
  get arrows(): readonly Arrow[] {
    const current = this.#current;
    if (current === undefined || current.hints < 2 || !this.isAsking) return [];
    const squares = squaresOf(current.line[this.#game.at] ?? '');
    return squares === undefined ? [] : [[...squares]];
  }

  get #isOver(): boolean {
    return this.#current?.shown === true || this.#game.outcome !== null;
  }

  /** Begins with puzzles of the game on the board, if it has any, or else with those of the last time. */
  async open(): Promise<void> {
    const { variant, grade } = remembered();
    const known = [this.#game.variant.id, variant].find(id => GAMES.some(game => game === id));
    this.#variant.value = known ?? GAMES[0];
    if (GRADES.some(each => each === grade)) this.#grade.value = grade ?? '';
    await this.#first();
  }

  /** Begins with the puzzle of a link. */
  async openNamed(name: string): Promise<void> {
    const [variant = '', id = ''] = name.split(':');
    if (!GAMES.some(game => game === variant)) throw new Error(`there are no puzzles of “${variant.slice(0, 40)}”; these have some: ${GAMES.join(', ')}`);
    this.#variant.value = variant;
    const all = await this.#load();
    const found = all.find(puzzle => puzzle.id === id);
    if (found === undefined) throw new Error(`there is no puzzle “${id.slice(0, 40)}” of ${variant}`);
    this.#pose(found);
  }

  async #load(): Promise<readonly Puzzle[]> {
    const variant = this.#variant.value;
    this.#all = await puzzlesOf(variant);
    return this.#all;
  }

  /** The first puzzle of the choice that is not solved. */
  async #first(): Promise<void> {
    const [variant, grade] = [this.#variant.value, this.#grade.value];
    const task = ++this.#task;
    await this.#load();
    if (task !== this.#task) return;
    remember({ ...remembered(), variant, grade });
    this.#next(undefined);
  }

  get #ofGrade(): readonly Puzzle[] {
    return this.#all.filter(({ grade }) => grade === this.#grade.value);
  }

  /** The next puzzle after this one that is not solved; after the last one it goes on with the first. */
  next(): void {
    this.#next(this.#current?.puzzle);
  }

  #next(after: Puzzle | undefined): void {
    const list = this.#ofGrade;
    const from = after === undefined ? 0 : list.indexOf(after) + 1;
    const order = [...list.slice(from), ...list.slice(0, from)];
    const solved = this.#solved;
    const next = order.find(({ id }) => !solved.has(id)) ?? order[0];
    if (next !== undefined) this.#pose(next);
  }

  get #solved(): ReadonlySet<string> {
    return new Set(remembered().solved[this.#variant.value] ?? []);
  }

  #pose(puzzle: Puzzle): void {
    this.#task++;
    this.#judge.stop();
    this.#grade.value = puzzle.grade;
    if (this.#current === undefined) this.#host.begin();
    // While the board changes there is no puzzle.
    this.#current = undefined;
    this.#game.pose(Variant.named(puzzle.variant), puzzle.fen);
    const { root } = this.#game;
    this.#current = { puzzle, root, line: puzzle.line, asked: root, hints: 0, shown: false };
    this.#say(this.#question(), this.#asking());
    this.#host.draw();
  }

  #question(): string {
    const side = this.#game.board.turn() === 'white' ? 'White' : 'Black';
    return `${side} mates ${inMoves(this.#left)}.`;
  }

  /** How many moves there are to the mate. */
  get #left(): number {
    return Math.ceil(((this.#current?.line.length ?? 0) - this.#game.at) / 2);
  }

  #asking(): [string, () => void][] {
    return [['Hint', () => this.hint()], ['Solution', () => this.#show()], ['Next', () => this.next()]];
  }

  /** First which piece moves, then where it goes. */
  hint(): void {
    const current = this.#current;
    const move = current?.line[this.#game.at];
    if (current === undefined || move === undefined || !this.isAsking) return;
    current.hints++;
    const words = moveWord(move, this.#game.board);
    this.#say(`${this.#question()} ${words}`, this.#asking());
    this.#host.draw();
  }

  #show(): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#judge.stop();
    this.#task++;
    const at = current.asked ?? current.root;
    current.shown = true;
    current.asked = undefined;
    this.#game.go(at);
    this.#game.playLine(current.line.slice(this.#game.at));
    this.#game.promote(this.#game.node);
    const path = pathOf(this.#game.node);
    this.#say(`The solution: ${path.map(({ san }) => san).join(' ')}`, this.#after());
    this.#host.draw();
  }

  #after(): [string, () => void][] {
    const again: [string, () => void] = ['Again', () => this.#current !== undefined && this.#pose(this.#current.puzzle)];
    return [['Next', () => this.next()], again];
  }

  /** A move was made in the position of the question. */
  async tried(): Promise<void> {
    const current = this.#current;
    const asked = current?.asked;
    if (current === undefined || asked === undefined) return;
    const { node } = this.#game;
    const ply = this.#game.at - 1;
    const task = ++this.#task;
    current.asked = undefined;
    current.hints = 0;
    let isRight = node.uci === current.line[ply];
    // The first move is the only one. A later one may mate as soon by another way.
    const left = Math.ceil((current.line.length - ply) / 2);
    this.#say(`${node.san} …`, []);
    if (!isRight) {
      const before = this.#game.board.copy();
      before.undo();
      const judged = await this.#judge.judge(before, node.uci, left);
      if (judged === undefined || task !== this.#task || this.#current !== current) return;
      if ('refutation' in judged) {
        this.#wrong(current, asked, node, judged.refutation, left);
        return;
      }
      current.line = [...current.line.slice(0, ply), ...judged.line];
      isRight = true;
    }
    // What was tried before stays as a variation.
    if (asked.children[0] !== node) this.#game.promote(node);
    if (this.#game.outcome !== null) {
      this.#finish(current);
      return;
    }
    await this.#answer(current, task);
  }

  /** The other side answers with what takes longest. */
  async #answer(current: Current, task: number): Promise<void> {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    await new Promise(resolve => setTimeout(resolve, still ? 0 : PAUSE));
    if (task !== this.#task || this.#current !== current) return;
    const reply = current.line[this.#game.at] ?? this.#game.board.legalMoves()[0];
    if (reply === undefined) return;
    this.#game.play(reply);
    current.asked = this.#game.node;
    this.#say(`Right. ${this.#game.node.san} holds out longest: mate ${inMoves(this.#left)}.`, this.#asking());
    this.#host.draw();
  }

  #wrong(current: Current, asked: Node, node: Node, refutation: string | undefined, left: number): void {
    let words = `${node.san} is not mate.`;
    if (this.#game.outcome !== null) {
      words = `${node.san} ends the game: ${this.#game.outcome.words}.`;
    } else if (left > 1) {
      words = `${node.san} does not mate ${inMoves(left)}.`;
      if (refutation !== undefined) {
        this.#game.play(refutation);
        words = `${node.san} does not mate ${inMoves(left)}: ${this.#game.node.san} is the answer.`;
      }
    }
    current.asked = asked;
    const again = () => {
      this.#game.go(asked);
      this.#say(this.#question(), this.#asking());
    };
    this.#say(words, [['Try again', again], ['Solution', () => this.#show()], ['Next', () => this.next()]]);
    this.#host.draw();
  }

  #finish(current: Current): void {
    const all = remembered();
    const { variant, id } = current.puzzle;
    const solved = all.solved[variant] ?? [];
    if (!solved.includes(id)) remember({ ...all, solved: { ...all.solved, [variant]: [...solved, id] } });
    this.#say(`Solved: ${this.#game.node.san}`, this.#after());
    this.#acts.querySelector('button')?.focus({ preventScroll: true });
    this.#host.draw();
  }

  /** Hides the puzzle where another game has come. */
  show(): void {
    if (this.#current !== undefined && this.#current.root !== this.#game.root) this.stop();
  }

  /** Leaves the puzzles; the position stays. */
  stop(): void {
    this.#task++;
    this.#judge.stop();
    this.#place.hidden = true;
    if (this.#current === undefined) return;
    this.#current = undefined;
    this.#host.end();
  }

  #say(words: string, acts: [string, () => void][]): void {
    this.#place.hidden = false;
    this.#words.textContent = words;
    const solved = this.#solved;
    const list = this.#ofGrade;
    const puzzle = this.#current?.puzzle;
    const number = puzzle === undefined ? 0 : list.findIndex(({ id }) => id === puzzle.id) + 1;
    this.#count.textContent = `${number} of ${list.length}, ${list.filter(({ id }) => solved.has(id)).length} solved`;
    const link = button('Copy a link', () => puzzle !== undefined && void copy(`${location.href.split('#')[0]}#puzzle=${nameOf(puzzle)}`, link), { id: 'puzzle-link' });
    this.#acts.replaceChildren(...acts.map(([text, act]) => button(text, act)), link);
  }
}

/** The puzzle that a link names; nothing if it names none. */
export function puzzleIn(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('puzzle') ?? undefined;
}
