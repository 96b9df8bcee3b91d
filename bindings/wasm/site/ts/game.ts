// The game on the page: a variant, a start position, a tree of moves, and which of its positions is shown.

import { Board, type MoveInfo, type Outcome, Variant, writePgn } from 'campione';

import { NO_NOTES, type Notes, type Saved, type Source, lineOf, sourceOf, variantOf } from './saved.js';
import { type Node, type Note, bareTree, child, covers, endOf, isMain, linesAfter, pathOf, promote, remove, treeOf } from './tree.js';

/** How many games can be brought back. */
const MOST_LOST = 10;

/** How a game ended that the rules did not end: it was given up, agreed upon, or the time was over. */
export interface Ending {
  result: string;
  words: string;
}

const WORDS: Readonly<Record<string, string>> = { '1-0': 'White has won', '0-1': 'Black has won', '1/2-1/2': 'a draw' };

/** A game. It says `change` when anything is different. */
export class Game extends EventTarget {
  #variant = Variant.named('carrera');
  #source: Source = sourceOf(this.#variant);
  #tags: Notes['tags'] = [];
  /** The result that the text gives, or that was agreed upon, for the end of the main line. */
  #result: string | undefined;
  #words = '';
  #lost: Saved[] = [];
  /** A puzzle: whoever leaves it does not want it back. */
  #isQuestion = false;
  #start = this.#variant.startFen;
  #root = bareTree();
  #node = this.#root;
  /** The line through the node that is shown, to its end. */
  #line: readonly Node[] = [];
  #board = new Board(this.#variant);
  #infos: MoveInfo[] | undefined;
  #revision = 0;

  get variant(): Variant {
    return this.#variant;
  }

  /** The board of the position that is shown, with the moves up to there. */
  get board(): Board {
    return this.#board;
  }

  get start(): string {
    return this.#start;
  }

  /** Changes when the tree does. */
  get revision(): number {
    return this.#revision;
  }

  get root(): Node {
    return this.#root;
  }

  /** The move that led to the position that is shown. */
  get node(): Node {
    return this.#node;
  }

  get tags(): Notes['tags'] {
    return this.#tags;
  }

  /** The result that the text gives, or that was agreed upon. */
  get result(): string | undefined {
    return this.#result;
  }

  /** The result by the rules at the end of the main line; nothing if they let the game go on. */
  get decided(): string | undefined {
    return this.#finished().outcome()?.result;
  }

  /** How many moves lead to the position that is shown. */
  get at(): number {
    return this.#board.moveStack().length;
  }

  get isAtEnd(): boolean {
    return this.#node.children.length === 0;
  }

  /** The legal moves of the position that is shown. */
  get legal(): readonly MoveInfo[] {
    return (this.#infos ??= this.outcome === null ? this.#board.moves() : []);
  }

  get outcome(): Outcome | null {
    return this.#board.outcome();
  }

  /** How the game ended at the position that is shown, though the rules let it go on. */
  get ending(): Ending | undefined {
    if (this.#words === '' || this.#result === undefined || this.outcome !== null || !this.isAtEnd || !isMain(this.#node)) return undefined;
    return { result: this.#result, words: this.#words };
  }

  /** The two squares of the move that led here. */
  get last(): readonly string[] {
    const found = /^([a-l]\d+)([a-l]\d+)/.exec(this.#node.uci);
    return found === null ? [] : [found[1] ?? '', found[2] ?? ''];
  }

  /** Whether a ply is a move of White's. */
  whites(ply: number): boolean {
    return (ply % 2 === 0) === (this.#start.split(' ')[1] === 'w');
  }

  /** The number of a ply's move: `12.` or `12…`. */
  numberOf(ply: number): string {
    const [, turn = 'w', , , , number = '1'] = this.#start.split(' ');
    const half = ply + (turn === 'w' ? 0 : 1);
    return `${Number(number) + Math.floor(half / 2)}${half % 2 === 0 ? '.' : '…'}`;
  }

  /** Games that other ones took the place of, the last one last. */
  get lost(): readonly Saved[] {
    return this.#lost;
  }

  /** Another game. Throws a `CampioneError` and leaves this one as it was. */
  load(variant: Variant, start = variant.startFen, moves: readonly string[] = [], at: number = moves.length, notes: Notes = NO_NOTES, path?: readonly string[]): void {
    const was = this.#isQuestion;
    this.#replace(variant, start, moves, notes, before => was || this.#keep(before));
    this.#showPlace(at, path);
  }

  /** A position that is a question. What was there is kept, unless it was a question too. Throws a `CampioneError`. */
  pose(variant: Variant, start: string): void {
    const was = this.#isQuestion;
    this.#replace(variant, start, [], NO_NOTES, before => was || this.#keep(before));
    this.#isQuestion = true;
    this.#showPlace(0);
  }

  #replace(variant: Variant, start: string, moves: readonly string[], notes: Notes, keep: (before: Saved) => unknown): void {
    const board = new Board(variant, start);
    board.pushMoves(moves);
    const before = this.save();
    this.#variant = variant;
    this.#source = sourceOf(variant);
    this.#isQuestion = false;
    this.#start = board.startFen();
    this.#root = treeOf(lineOf(board.moveStack(), board.history(), notes));
    this.#node = this.#root;
    this.#tags = notes.tags;
    this.#result = notes.result;
    this.#words = board.outcome() === null && notes.result !== undefined ? (WORDS[notes.result] ?? '') : '';
    keep(before);
  }

  #showPlace(at: number, path?: readonly string[]): void {
    let node = this.#root;
    const next = (index: number) => (path === undefined ? node.children[0] : node.children.find(({ uci }) => uci === path[index]));
    const most = path?.length ?? (Number.isInteger(at) ? at : Infinity);
    for (let index = 0, to = next(0); index < most && to !== undefined; to = next(++index)) node = to;
    this.go(node, true);
  }

  /** The game of a stored one. Throws a `CampioneError`. */
  restore({ source, start, moves, at, notes, path }: Saved): void {
    this.load(variantOf(source), start, moves, at, notes, path);
  }

  /** What was lost in an earlier visit. */
  remember(lost: readonly Saved[]): void {
    this.#lost = lost.slice(-MOST_LOST);
  }

  /**
   * Brings back the last game that another one took the place of. The game that was there waits behind all others, so that calling this
   * again and again shows each of them. Throws a `CampioneError` if the game cannot be played any more.
   */
  bringBack(): void {
    const last = this.#lost.at(-1);
    if (last === undefined) return;
    const rest = this.#lost.slice(0, -1);
    this.#replace(variantOf(last.source), last.start, last.moves, last.notes ?? NO_NOTES, before => {
      this.#lost = rest;
      this.#keep(before);
      const [kept] = this.#lost.slice(rest.length);
      this.#lost = kept === undefined ? rest : [kept, ...rest];
    });
    this.#showPlace(last.at, last.path);
  }

  /** Plays a move in any notation; one that is new is a variation if others were tried. Throws a `MoveError`. */
  play(move: string): void {
    this.playLine([move]);
  }

  /** Plays several moves. Throws a `MoveError`. */
  playLine(moves: readonly string[]): void {
    const board = this.#board.copy();
    board.pushMoves(moves);
    const [ucis, sans, from] = [board.moveStack(), board.history(), this.at];
    let node = this.#node;
    const before = this.#root === node || isMain(node) ? endOf(this.#root) : undefined;
    for (let ply = from; ply < ucis.length; ply++) node = child(node, ucis[ply] ?? '', sans[ply] ?? '');
    // What ended there has gone on.
    if (before !== undefined && before.children.length > 0) [this.#result, this.#words] = [undefined, ''];
    this.go(node, true);
  }

  /** Keeps a game that another one took the place of, if there is anything in it that the other one lacks. */
  #keep(before: Saved): void {
    const { moves, start, source, notes = NO_NOTES } = before;
    if (moves.length === 0 && start === variantOf(source).startFen) return;
    const tree = treeOf(lineOf(moves, [], notes));
    const isSame = (other: string, from: Source) => start === other && JSON.stringify(source) === JSON.stringify(from);
    const tags = new Set(this.tags.map(tag => JSON.stringify(tag)));
    const isTold = notes.tags.every(tag => tags.has(JSON.stringify(tag))) && (notes.result === undefined || notes.result === this.#result);
    if (isSame(this.#start, this.#source) && isTold && covers(this.#root, tree)) return;
    // Moves that are taken back one after the other are one game.
    const last = this.#lost.at(-1);
    if (last !== undefined && isSame(last.start, last.source) && covers(treeOf(lineOf(last.moves, [], last.notes ?? NO_NOTES)), tree)) return;
    this.#lost = [...this.#lost.slice(1 - MOST_LOST), before];
  }

  /** Shows the position after so many moves of the line that is shown. */
  show(at: number): void {
    const to = Math.max(0, Math.min(at, this.#line.length));
    this.go(to === 0 ? this.#root : (this.#line[to - 1] ?? this.#root));
  }

  /** Shows the position after a move of the tree. */
  go(node: Node, always = false): void {
    if (node === this.#node && !always) return;
    if (always) this.#revision++;
    const board = new Board(this.#variant, this.#start);
    const path = pathOf(node);
    board.pushMoves(path.map(({ uci }) => uci));
    this.#board = board;
    this.#node = node;
    this.#line = this.#through(node, path);
    this.#infos = undefined;
    this.dispatchEvent(new Event('change'));
  }

  /** The line through a node: as it was before, as far as that goes, and then along the main moves. */
  #through(node: Node, path: readonly Node[]): Node[] {
    const line = [...path];
    for (let at = node; ; ) {
      const known = this.#line[line.length];
      const next = known !== undefined && at.children.includes(known) ? known : at.children[0];
      if (next === undefined) return line;
      line.push(next);
      at = next;
    }
  }

  /** Shows the end of the main line. */
  showEnd(): void {
    this.go(endOf(this.#root));
  }

  /** Takes back the moves that led to the position that is shown, with what follows them. */
  takeBack(count: number): void {
    const path = pathOf(this.#node);
    const first = path[Math.max(0, path.length - count)];
    if (first !== undefined) this.remove(first);
  }

  /** Takes a move out of the tree, with what follows it. It can be brought back. */
  remove(node: Node): void {
    if (node.parent === undefined) return;
    const before = this.save();
    const end = endOf(this.#root);
    remove(node);
    if (endOf(this.#root) !== end) [this.#result, this.#words] = [undefined, ''];
    this.#keep(before);
    this.go(pathOf(this.#node).includes(node) ? node.parent : this.#node, true);
  }

  /** Makes the variation of a move the main one of its position. */
  promote(node: Node): void {
    const end = endOf(this.#root);
    if (!promote(node)) return;
    if (endOf(this.#root) !== end) [this.#result, this.#words] = [undefined, ''];
    this.go(this.#node, true);
  }

  /** Writes glyphs and comments behind a move, in place of what was there. */
  annotate(node: Node, notes: readonly Note[]): void {
    node.notes = [...notes];
    this.go(this.#node, true);
  }

  /** Gives the game other tags. */
  tag(tags: Notes['tags']): void {
    this.#tags = tags;
    this.go(this.#node, true);
  }

  /** Ends the game at the end of its main line; with the result `*` it goes on. */
  end({ result, words }: Ending): void {
    [this.#result, this.#words] = result === '*' ? [undefined, ''] : [result, words];
    this.go(endOf(this.#root), true);
  }

  #notes(line = linesAfter(this.#root)): Notes {
    const notes = { tags: this.#tags, before: this.#root.notes, behind: line.map(({ remarks }) => remarks) };
    return this.#result === undefined ? notes : { ...notes, result: this.#result };
  }

  save(): Saved {
    const line = linesAfter(this.#root);
    const notes = this.#notes(line);
    const bare = notes.result === undefined && notes.tags.length === 0 && notes.before.length === 0 && notes.behind.every(remarks => remarks.length === 0);
    const way = pathOf(this.#node).map(({ uci }) => uci);
    const path = isMain(this.#node) ? {} : { path: way };
    return { source: this.#source, start: this.#start, moves: line.map(({ uci }) => uci), at: way.length, ...path, ...(bare ? {} : { notes }) };
  }

  /** The board after the main line. */
  #finished(): Board {
    const board = new Board(this.#variant, this.#start);
    board.pushMoves(linesAfter(this.#root).map(({ uci }) => uci));
    return board;
  }

  /** The whole game in the export format. `tags` are added if it has none of its own. */
  pgn(tags: Readonly<Record<string, string>>): string {
    const moves = linesAfter(this.#root);
    const board = this.#finished();
    const own = this.#tags.length > 0 ? this.#tags.filter(([name]) => name !== 'Result') : Object.entries(tags);
    const result = board.outcome()?.result ?? this.#result ?? board.result();
    return writePgn(board, { tags: own, remarks: this.#root.notes, moves, result });
  }
}
