// The page of perft: a position, its divide, and what another program makes of it.

import { Bisection, type BisectResult, type BisectStep, Board, CampioneError, FenError, type MoveInfo, type Protocol, Variant } from 'campione';

import { readPlacement } from '../board-drawing.js';
import { BoardView, type View } from '../board-view.js';
import { button, byId, copy, input, make, messageOf, select, tell } from '../dom.js';
import { Files } from '../files.js';
import { sourceOf } from '../saved.js';
import { wordsOf } from '../links.js';
import { Look } from '../look.js';
import { moveBetween, targetsOf } from '../moving.js';
import { storeTheme, stored } from '../store.js';
import { listVariants, showVariant } from '../variants.js';
import { CompareView, totalsOf } from './compare.js';
import { Counter, type Counts, type Progress, Stopped, speedOf } from './counter.js';
import { Editor } from '../editor.js';
import { type Linked, MOST_DEPTH, PROTOCOLS, fragment, opened } from './links.js';
import type { Known, Spot } from './messages.js';
import { Published } from './published.js';
import { type Row, Table, marksOf, rowsOf } from './table.js';
import { commandLine, epdLine, kitLine } from './texts.js';

/** A link is counted at once if there are not many more positions than this. */
const AT_ONCE = 1e9;

/** Between two looks at the progress, in milliseconds. */
const PAUSE = 300;

const sum = (counts: Counts) => [...counts.values()].reduce((all, nodes) => all + nodes, 0);

/** What is wrong with a divide, without the name of the argument. */
const reasonOf = (error: unknown) => messageOf(error).replace(/^\w+: (text \d+: )?/, '');

/** The whole page. */
export class PerftPage {
  readonly #board: BoardView;
  readonly #editor: Editor;
  readonly #table: Table;
  readonly #compare: CompareView;
  readonly #published: Published;
  /** Counts and walks do not end each other. */
  readonly #counter = new Counter();
  readonly #walker = new Counter();
  #variant = Variant.named('carrera');
  readonly #look = new Look(this.#variant, () => this.#themed());
  /** The text of the position, legal or not. */
  #fen = this.#variant.startFen;
  /** The board of the start, if it is legal. */
  #root: Board | undefined;
  /** The moves down to the position that is shown. */
  #path: readonly string[] = [];
  #shown: Board | undefined;
  #legal: readonly MoveInfo[] = [];
  #depth = 3;
  #divides: readonly string[] = [];
  #result: BisectResult | undefined;
  /** Counts that are complete, by position and depth. */
  #known = new Map<string, Counts>();
  #progress: Progress | undefined;
  #busy = 0;
  #rows: readonly Row[] = [];
  #pointed: readonly [string, string] | undefined;
  #selected: string | undefined;
  /** Whether the progress is shown soon. */
  #waits = false;

  constructor() {
    this.#board = new BoardView(byId('board'), {
      choose: square => void this.#choose(square),
      lift: square => this.#lift(square),
      drop: (from, to) => void (this.#editor.isOpen ? this.#editor.drag(from, to) : this.#move(from, to)),
    });
    this.#editor = new Editor(byId('editor'), fen => this.#set(fen, 'editor'));
    const point = (squares: readonly [string, string] | undefined) => {
      this.#pointed = squares;
      this.#draw();
    };
    this.#table = new Table(byId('table'), { down: uci => this.#go([...this.#path, uci]), point });
    this.#compare = new CompareView({ go: path => this.#go(path), point });
    this.#published = new Published(byId('published'), (fen, depth) => {
      this.#depth = Math.min(depth, MOST_DEPTH);
      input('depth').value = String(this.#depth);
      this.#open(this.#variant, fen);
    });
    // A count that is shown by then is compared as well.
    void this.#published.load().then(() => this.#say(this.#caption()));
    new Files({
      play: variant => this.#open(variant, variant.startFen),
      loadPgn: () => tell(byId('message'), 'A game is for the page to play.'),
      variant: () => this.#variant,
      open: () => (byId<HTMLDetailsElement>('file-panel').open = true),
    });
    listVariants();
    const { theme } = stored().settings;
    if ([...select('theme').options].some(({ value }) => value === theme)) select('theme').value = String(theme);
    this.#listen();
    this.#themed();
    if (!this.#follow()) this.#open(this.#variant, this.#fen);
  }

  #listen(): void {
    const on = (id: string, type: string, act: () => void) => byId(id).addEventListener(type, act);
    const click = (id: string, act: () => void) => on(id, 'click', act);
    on('variant', 'change', () => {
      const variant = Variant.named(select('variant').value);
      this.#open(variant, variant.startFen);
    });
    on('fen', 'input', () => this.#set(input('fen').value, 'field'));
    on('depth', 'change', () => this.#deepen());
    byId('count-form').addEventListener('submit', event => {
      event.preventDefault();
      void this.#count();
    });
    click('stop', () => this.#stop());
    click('up', () => this.#go(this.#path.slice(0, -1)));
    click('flip', () => this.#flip());
    click('copy-fen', () => void copy(this.#shown?.fen() ?? this.#fen, byId('copy-fen'), input('fen')));
    click('copy-link', () => this.#copyLink());
    click('copy-command', () => void copy(commandLine(this.#variant, this.#shown?.fen() ?? this.#fen, this.#left), byId('copy-command')));
    click('copy-epd', () => void this.#copyCounts('copy-epd', (board, counts) => epdLine(board.fen(), counts)));
    click('copy-kit', () => void this.#copyCounts('copy-kit', kitLine));
    on('protocol', 'change', () => this.#forget());
    on('letters', 'change', () => this.#forget());
    byId('paste-form').addEventListener('submit', event => {
      event.preventDefault();
      void this.#paste();
    });
    byId('paste').addEventListener('keydown', event => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.#paste();
    });
    click('unpaste', () => void this.#walk(this.#divides.slice(0, -1)));
    click('clear', () => this.#forget());
    on('editor-panel', 'toggle', () => {
      // What is edited is the position on the board.
      if (this.#editor.isOpen && this.#path.length > 0 && this.#shown !== undefined) this.#set(this.#shown.fen(), 'link');
      else this.#draw();
    });
    on('theme', 'change', () => {
      storeTheme(select('theme').value);
      this.#themed();
    });
    window.addEventListener('hashchange', () => this.#follow());
    document.addEventListener('keydown', event => this.#key(event));
  }

  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) {
      if (this.#selected !== undefined) {
        this.#selected = undefined;
        this.#draw();
      } else {
        this.#stop();
      }
      return;
    }
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null;
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'u') this.#go(this.#path.slice(0, -1));
    else if (event.key === 'f') this.#flip();
    else return;
    event.preventDefault();
  }

  /** Plies that are left below the position that is shown. */
  get #left(): number {
    return this.#depth - this.#path.length;
  }

  get #protocol(): Protocol {
    return PROTOCOLS.find(protocol => protocol === select('protocol').value) ?? 'uci';
  }

  /** All that a link has. */
  get #linked(): Linked {
    return {
      source: sourceOf(this.#variant),
      fen: this.#fen,
      depth: this.#depth,
      path: this.#path,
      protocol: this.#protocol,
      letters: input('letters').value.trim(),
      divides: this.#divides,
    };
  }

  /** Shows what a link has, and says what is bad about it; whether there is a link. */
  #follow(): boolean {
    const place = byId('link-message');
    tell(place, '');
    try {
      const found = opened(location.hash, this.#linked);
      if (found === undefined || location.hash === fragment(this.#linked).text) return found !== undefined;
      const { variant, linked, bad } = found;
      this.#depth = linked.depth;
      input('depth').value = String(linked.depth);
      select('protocol').value = linked.protocol;
      input('letters').value = linked.letters;
      this.#open(variant, linked.fen, linked.path, linked.divides);
      const faulty = this.#root === undefined ? ['the position is not legal: see below'] : [];
      if (bad.length + faulty.length > 0) tell(place, `In the link: ${[...bad, ...faulty].join('; ')}.`);
      return true;
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      this.#open(this.#variant, this.#fen);
      tell(place, `In the link: ${messageOf(error)}`);
      return true;
    }
  }

  /** Shows a position of a variant, and where one is in its tree. */
  #open(variant: Variant, fen: string, path: readonly string[] = [], divides: readonly string[] = []): void {
    this.#variant = variant;
    showVariant(variant);
    this.#published.show(variant);
    this.#dress();
    this.#set(fen, 'link', path, divides);
  }

  /** Takes a text as the position. */
  #set(fen: string, from: 'field' | 'editor' | 'link', path: readonly string[] = [], divides: readonly string[] = []): void {
    this.#stop();
    this.#fen = fen.trim();
    let faults: FenError['faults'] = [];
    try {
      this.#root = new Board(this.#variant, this.#fen);
      // As we write it; but nobody's text is changed while it is typed.
      if (from !== 'field') this.#fen = this.#root.fen();
    } catch (error) {
      if (!(error instanceof FenError)) throw error;
      this.#root = undefined;
      faults = error.faults;
    }
    if (from !== 'field') input('fen').value = this.#fen;
    if (from !== 'editor') this.#editor.show(this.#fen);
    byId('fen-faults').replaceChildren(
      ...faults.map(({ reason, code }) => make('li', {}, reason, ...(code === undefined ? [] : [' ', make('code', {}, code)]))),
    );
    this.#divides = [];
    this.#result = undefined;
    tell(byId('link-message'), '');
    this.#place(path);
    void this.#walk(divides).then(() => {
      if (divides.length === 0 && from !== 'editor') this.#countSoon();
    });
  }

  /** Counts, unless that would take long. */
  #countSoon(): void {
    if (this.#shown !== undefined && Math.max(this.#legal.length, 2) ** this.#left <= AT_ONCE) void this.#count();
  }

  /** Goes to the position after these moves, and counts it. */
  #go(path: readonly string[]): void {
    if (path.length >= this.#depth) {
      tell(byId('message'), `A depth of ${this.#depth} plies goes no further down.`);
      return;
    }
    this.#counter.stop();
    this.#place(path);
    this.#countSoon();
  }

  #place(path: readonly string[]): void {
    this.#path = path;
    this.#selected = undefined;
    this.#pointed = undefined;
    this.#progress = undefined;
    this.#shown = this.#root?.copy();
    this.#shown?.pushMoves(path);
    this.#legal = this.#shown?.moves() ?? [];
    tell(byId('message'), '');
    this.#changed();
  }

  #deepen(): void {
    const depth = input('depth').valueAsNumber;
    if (!(Number.isInteger(depth) && depth >= 1 && depth <= MOST_DEPTH)) {
      tell(byId('message'), `The depth is a number of plies from 1 to ${MOST_DEPTH}.`);
      return;
    }
    this.#depth = depth;
    this.#divides = [];
    this.#place(this.#path.slice(0, depth - 1));
    void this.#walk([]);
  }

  get #spot(): Spot {
    return { source: sourceOf(this.#variant), fen: this.#fen, path: this.#path };
  }

  /** What was counted here. */
  get #counts(): Counts | undefined {
    return this.#shown === undefined ? undefined : this.#known.get(this.#keyOf(this.#left));
  }

  #keyOf(depth: number, board = this.#shown): string {
    return JSON.stringify([sourceOf(this.#variant), board?.fen(), depth]);
  }

  /** What was counted for the questions of the walk. */
  #ofWalk(root: Board): Known[] {
    const { steps = [], question = null } = this.#result ?? {};
    return [...steps, ...(question === null ? [] : [question])].flatMap(({ path, depth }) => {
      const board = root.copy();
      board.pushMoves(path);
      const counts = this.#known.get(this.#keyOf(depth, board));
      return counts === undefined ? [] : [{ path, depth, counts }];
    });
  }

  async #count(): Promise<void> {
    const depth = this.#left;
    if (this.#shown === undefined || this.#counts !== undefined) {
      this.#changed();
      return;
    }
    const key = this.#keyOf(depth);
    const began = performance.now();
    byId<HTMLProgressElement>('progress').value = 0;
    await this.#during(async () => {
      const counts = await this.#counter.divide(this.#spot, depth, progress => {
        this.#progress = progress;
        this.#showSoon(began);
      });
      this.#known.set(key, counts);
      if (this.#keyOf(this.#left) !== key) return;
      this.#progress = undefined;
      this.#changed();
      this.#say(`${this.#countOf(counts)} (${speedOf(sum(counts), began)})`);
    });
  }

  /** Shows soon how far the count has come: not so often that nobody can read it, or hear it. */
  #showSoon(began: number): void {
    if (this.#waits) return;
    this.#waits = true;
    setTimeout(() => {
      this.#waits = false;
      if (this.#progress === undefined) return;
      const { done, parts, nodes } = this.#progress;
      const bar = byId<HTMLProgressElement>('progress');
      bar.value = parts === 0 ? 1 : done / parts;
      this.#say(`Counting: ${nodes.toLocaleString('en')} (${speedOf(nodes, began)})`);
      this.#list();
    }, PAUSE);
  }

  /** Shows that something goes on, and says what went wrong. */
  async #during(work: () => Promise<void>): Promise<void> {
    this.#busy++;
    this.#state();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Stopped)) tell(byId('message'), messageOf(error));
    } finally {
      this.#busy--;
      this.#state();
    }
  }

  #state(): void {
    byId<HTMLButtonElement>('stop').disabled = this.#busy === 0;
    byId<HTMLButtonElement>('count').disabled = this.#root === undefined;
    byId('progress').hidden = this.#busy === 0;
  }

  #stop(): void {
    if (this.#busy > 0) this.#say('Stopped.');
    this.#counter.stop();
    this.#walker.stop();
  }

  #say(text: string): void {
    if (byId('status').textContent !== text) byId('status').textContent = text;
  }

  /** Takes what was pasted as the answer to the question. */
  async #paste(): Promise<void> {
    const field = byId<HTMLTextAreaElement>('paste');
    if (field.value.trim() === '') {
      tell(byId('paste-message'), 'Paste what your engine prints: a line with a move and a count for each move.');
      return;
    }
    const { question = null } = this.#result ?? {};
    const root = this.#root;
    if (question === null || root === undefined) return;
    try {
      // What is no divide at any depth is told before anything is counted.
      new Bisection(root, 1).walk([field.value]);
    } catch (error) {
      tell(byId('paste-message'), reasonOf(error));
      return;
    }
    // Our own count of the position in question has all workers, and can be stopped.
    if (question.path.join(' ') !== this.#path.join(' ')) this.#place(question.path);
    if (question.depth === this.#left) {
      await this.#count();
      if (this.#counts === undefined) return;
    }
    if (await this.#walk([...this.#divides, field.value])) field.value = '';
  }

  #forget(): void {
    void this.#walk([]);
  }

  /** Walks as far as these divides go; whether they can be used. */
  async #walk(divides: readonly string[]): Promise<boolean> {
    const place = byId('paste-message');
    tell(place, '');
    const root = this.#root;
    if (root === undefined) {
      this.#changed();
      return false;
    }
    const { depth, protocol, letters } = this.#linked;
    let good = false;
    await this.#during(async () => {
      try {
        const result =
          divides.length === 0
            ? new Bisection(root, depth, { protocol, letters }).walk([])
            : await this.#walker.walk({ spot: { ...this.#spot, path: [] }, depth, protocol, letters, divides, known: this.#ofWalk(root) });
        if (root !== this.#root) return;
        this.#divides = divides;
        this.#result = result;
        good = true;
        const step = result.steps.at(-1);
        if (step !== undefined) this.#place(result.report?.path ?? step.path);
        else this.#changed();
      } catch (error) {
        if (error instanceof Stopped) return;
        // Without the divides, at least the first question is asked.
        if (this.#result === undefined && divides.length > 0) await this.#walk([]);
        else this.#changed();
        tell(place, reasonOf(error));
      }
    });
    return good;
  }

  /** What was pasted about the position that is shown. */
  get #step(): BisectStep | undefined {
    const path = this.#path.join(' ');
    const here = this.#result?.steps.filter(step => step.path.join(' ') === path) ?? [];
    return here.find(step => step.depth === this.#left) ?? here[0];
  }

  #lift(square: string): boolean {
    if (this.#editor.isOpen) return this.#editor.placement[square] !== undefined;
    if (targetsOf(square, this.#legal).length === 0) return false;
    this.#selected = square;
    this.#draw();
    return true;
  }

  async #choose(square: string): Promise<void> {
    if (this.#editor.isOpen) {
      this.#editor.tap(square);
      return;
    }
    const from = this.#selected;
    if (from !== undefined && from !== square) {
      await this.#move(from, square);
      return;
    }
    this.#selected = from === square || targetsOf(square, this.#legal).length === 0 ? undefined : square;
    this.#draw();
  }

  /** Goes down by a move on the board. */
  async #move(from: string, to: string): Promise<void> {
    const board = this.#shown;
    this.#selected = undefined;
    if (board === undefined) return;
    const found = await moveBetween(from, to, this.#legal, board, this.#look.drawings);
    if (board !== this.#shown) return;
    if (found === 'none') {
      const [reason] = board.why(from + to);
      tell(byId('message'), reason === undefined ? '' : `Not ${from}${to}: ${reason.text}`);
    } else if (found !== 'cancelled') {
      this.#go([...this.#path, found.uci]);
      return;
    }
    this.#draw();
  }

  #flip(): void {
    this.#look.flipped = !this.#look.flipped;
    this.#draw();
  }

  #themed(): void {
    this.#dress();
    this.#draw();
  }

  /** Takes the drawings of the variant in the colors of the page. */
  #dress(): void {
    if (this.#look.show(this.#variant)) this.#editor.use(this.#variant, this.#look.drawings);
  }

  /** Something is different: everything is shown again. */
  #changed(): void {
    document.title = `Perft of ${this.#variant.name} — Campione`;
    const { text } = fragment(this.#linked);
    history.replaceState(null, '', location.pathname + location.search + text);
    const words = wordsOf(sourceOf(this.#variant));
    words.set('fen', this.#fen);
    if (this.#path.length > 0) words.set('moves', this.#path.join(' '));
    byId<HTMLAnchorElement>('play-link').href = `index.html#${words}`;
    byId<HTMLButtonElement>('up').disabled = this.#path.length === 0;
    for (const id of ['unpaste', 'clear']) byId<HTMLButtonElement>(id).disabled = this.#divides.length === 0;
    for (const id of ['copy-command', 'copy-epd', 'copy-kit', 'compare']) byId<HTMLButtonElement>(id).disabled = this.#root === undefined;
    if (this.#root === undefined || this.#result === undefined) {
      byId('question').replaceChildren(make('p', {}, this.#root === undefined ? 'There is no legal position to compare.' : 'Nothing can be compared yet.'));
      byId('paste-form').hidden = true;
    } else {
      this.#compare.show(this.#result, this.#protocol, this.#variant);
    }
    this.#crumbs();
    this.#list();
    this.#state();
    this.#say(this.#caption());
    this.#draw();
  }

  #caption(): string {
    if (this.#root === undefined) return 'The position is not legal.';
    const step = this.#step;
    if (step !== undefined) return totalsOf(step);
    const counts = this.#counts;
    return counts === undefined ? `Depth ${this.#left}: not counted yet` : this.#countOf(counts);
  }

  /** A count, and what is known of it. */
  #countOf(counts: Counts): string {
    const nodes = sum(counts);
    const known = this.#published.compare(this.#variant, this.#shown?.fen() ?? '', this.#left, nodes);
    return `perft ${this.#left} = ${nodes.toLocaleString('en')}${known}`;
  }

  /** The moves down to here, to go back up. */
  #crumbs(): void {
    const sans = this.#root?.copy();
    sans?.pushMoves(this.#path);
    const names = ['Start', ...(sans?.history() ?? [])];
    byId('crumbs').replaceChildren(
      ...names.map((name, ply) => {
        const made = button(name, () => this.#go(this.#path.slice(0, ply)));
        if (ply === this.#path.length) made.setAttribute('aria-current', 'step');
        return make('li', {}, made);
      }),
    );
  }

  #list(): void {
    this.#rows = rowsOf(this.#legal, this.#counts ?? this.#progress?.counts, this.#step);
    this.#table.show(this.#rows, this.#left > 1);
  }

  /** The counts of depth 1, 2, … here, as a text. */
  async #copyCounts(id: string, write: (board: Board, counts: number[]) => string): Promise<void> {
    const board = this.#shown;
    if (board === undefined) return;
    await this.#during(async () => {
      const counts: number[] = [];
      for (let depth = 1; depth <= this.#left; depth++) {
        const key = this.#keyOf(depth);
        const found = this.#known.get(key) ?? (await this.#counter.divide(this.#spot, depth, () => {}));
        this.#known.set(key, found);
        counts.push(sum(found));
      }
      await copy(write(board, counts), byId<HTMLButtonElement>(id));
      this.#changed();
    });
  }

  #copyLink(): void {
    const { text, complete } = fragment(this.#linked);
    if (!complete) tell(byId('message'), 'The divides are too long for a link, which has all the rest.');
    void copy(`${location.href.split('#')[0]}${text}`, byId<HTMLButtonElement>('copy-link'));
  }

  #draw(): void {
    const shown = this.#shown;
    const pieces = shown === undefined ? this.#editor.placement : readPlacement(shown.fen(), this.#variant.ranks);
    const { marks, arrows } = marksOf(this.#rows);
    const view: View = {
      files: this.#variant.files,
      ranks: this.#variant.ranks,
      flipped: this.#look.flipped,
      placement: { ...pieces },
      pieces: Object.fromEntries(Object.entries(this.#look.drawings.pieces).map(([letter, { id }]) => [letter, id])),
      last: [],
      check: shown?.checkedPieces()[0],
      waits: shown === undefined ? {} : Object.fromEntries(shown.waitingPawns()),
      selected: this.#selected,
      targets: this.#selected === undefined ? [] : targetsOf(this.#selected, this.#legal),
      arrows: this.#pointed === undefined ? arrows : [this.#pointed],
    };
    const defs = Object.values(this.#look.drawings.pieces).map(({ svg }) => svg).join('');
    const movable = this.#editor.isOpen ? Object.keys(pieces) : this.#legal.map(({ from }) => from);
    this.#board.draw(this.#variant, view, defs, new Set(movable), marks);
  }
}
