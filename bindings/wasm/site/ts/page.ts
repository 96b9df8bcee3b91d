// The page: a game, its board, the engine and the panels, and what each of them does to the others.

import { type Board, CampioneError, type Drawings, type Info, type MoveInfo, type Theme, Variant } from 'campione';

import { type View, readPlacement } from './board-drawing.js';
import { BoardView, LAYOUT } from './board-view.js';
import { button, byId, copy, escaped, input, make, messageOf, select, tell } from './dom.js';
import { Files } from './files.js';
import { Game, sourceOf, variantOf } from './game.js';
import { GameTexts } from './game-texts.js';
import { MoveList } from './move-list.js';
import { ask, described, moveBetween, specials, targetsOf } from './moving.js';
import { LEVELS, Opponent, pawnsFor, scoreText } from './opponent.js';
import { showRules } from './rules.js';
import type { Placement } from './palette.js';
import { Setup } from './setup.js';
import { type Settings, link, linked, perftLink, store, stored } from './store.js';
import { listVariants, showVariant } from './variants.js';

/** The whole page. */
export class Page {
  readonly #game = new Game();
  readonly #opponent = new Opponent();
  readonly #board: BoardView;
  readonly #setup: Setup;
  readonly #moves: MoveList;
  readonly #texts: GameTexts;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #analysis = input('analysis');
  #drawings: Drawings = this.#game.variant.drawings();
  #drawn = '';
  #ruled = '';
  #flipped = false;
  #selected: string | undefined;
  /** What a waiting pawn becomes before the next move. */
  #first: string | undefined;
  #edited: Placement | undefined;
  #arrows: [string, string][] = [];
  /** What a button that is pointed at would do. */
  #pointed: [string, string][] | undefined;
  #thinking = false;
  /** What the engine said since the last frame. */
  #opinions: readonly Info[] | undefined;

  constructor() {
    this.#board = new BoardView(byId('board'), {
      choose: square => void this.#choose(square),
      lift: square => this.#lift(square),
      drop: (from, to) => void (this.#edited === undefined ? this.#move(from, to) : this.#setup.drag(from, to)),
    });
    this.#setup = new Setup(byId('setup'), {
      edit: placement => this.#edit(placement),
      start: fen => this.#load(() => this.#game.load(this.#game.variant, fen)),
    });
    this.#moves = new MoveList(this.#game, at => this.#show(at));
    this.#texts = new GameTexts(this.#game, act => this.#load(act, 'text-message'));
    new Files({
      play: variant => this.#load(() => this.#game.load(variant)),
      loadPgn: text => this.#texts.load(text),
      variant: () => this.#game.variant,
    });
    this.#fill();
    this.#listen();
    this.#restore();
    this.#game.addEventListener('change', () => this.#changed());
    this.#changed();
  }

  /** The choices of the form. */
  #fill(): void {
    listVariants();
    select('level').append(...LEVELS.map(({ name }, index) => new Option(name, String(index + 1))));
    select('level').value = '4';
  }

  #listen(): void {
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    const change = (id: string, act: () => void) => byId(id).addEventListener('change', act);
    click('first', () => this.#show(0));
    click('back', () => this.#show(this.#game.at - 1));
    click('on', () => this.#show(this.#game.at + 1));
    click('last', () => this.#show(Infinity));
    click('takeback', () => this.#takeBack());
    click('flip', () => this.#flip());
    click('new', () => this.#load(() => this.#game.load(this.#game.variant)));
    click('random', () => {
      const [first, last] = this.#game.variant.numbering ?? [0, 0];
      this.#array(first + Math.floor(Math.random() * (last - first + 1)));
    });
    change('number', () => this.#array(input('number').valueAsNumber));
    change('variant', () => this.#load(() => this.#game.load(Variant.named(select('variant').value))));
    change('opponent', () => {
      const mode = select('opponent').value;
      if (mode === 'white' || mode === 'black') this.#flipped = mode === 'white';
      this.#changed();
    });
    change('level', () => this.#changed());
    change('lines', () => this.#changed());
    change('analysis', () => this.#changed());
    change('theme', () => this.#changed());
    this.#dark.addEventListener('change', () => this.#changed());
    byId('typed').addEventListener('submit', event => {
      event.preventDefault();
      this.#type();
    });
    click('bring-back', () => this.#load(() => this.#game.bringBack()));
    click('copy-link', () => void copy(link(this.#game.save()), byId('copy-link')));
    byId('setup-panel').addEventListener('toggle', () => {
      if (!byId<HTMLDetailsElement>('setup-panel').open) this.#setup.end();
      else if (!this.#setup.isActive) this.#setup.begin(this.#game.board, this.#drawings);
    });
    window.addEventListener('hashchange', () => this.#follow());
    document.addEventListener('keydown', event => this.#key(event));
  }

  #key(event: KeyboardEvent): void {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog') !== null;
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.#show(this.#game.at - 1),
      ArrowRight: () => this.#show(this.#game.at + 1),
      Home: () => this.#show(0),
      End: () => this.#show(Infinity),
      f: () => this.#flip(),
      u: () => this.#takeBack(),
      Escape: () => {
        this.#selected = undefined;
        this.#draw();
      },
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** The game of the link or of the last visit, or a new one. */
  #restore(): void {
    const { game, lost, settings } = stored();
    this.#set(settings);
    this.#game.remember(lost);
    try {
      if (game !== undefined) this.#game.restore(game);
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      // A game of another version may be none here; it waits with those that were lost.
      if (game !== undefined) this.#game.remember([...lost, game]);
    }
    this.#follow();
  }

  #set({ opponent, level, theme, flipped, analysis, lines }: Partial<Settings>): void {
    for (const [id, value] of Object.entries({ opponent, level, theme, lines })) {
      if ([...select(id).options].some(option => option.value === value)) select(id).value = String(value);
    }
    this.#flipped = flipped === true;
    this.#analysis.checked = analysis === true;
  }

  /** Goes to the position of the link, and forgets the link: a reload shows the game as it is then. */
  #follow(): void {
    if (location.hash.length < 2) return;
    const found = linked(location.hash);
    history.replaceState(null, '', location.pathname + location.search);
    if (found === undefined) return;
    // A position is looked at; a game without one is to be played.
    if (found.start !== undefined || found.moves !== undefined) select('opponent').value = 'none';
    this.#load(() => this.#game.load(variantOf(found.source), found.start, found.moves, found.at));
  }

  /** Does what may fail because of a text, and says why it did. */
  #load(act: () => void, place = 'message'): void {
    tell(byId(place), '');
    try {
      act();
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      tell(byId(place), messageOf(error));
    }
  }

  #array(number: number): void {
    const { id } = this.#game.variant;
    this.#load(() => this.#game.load(variantOf({ number, name: id })));
  }

  /** Whether the side to move is played by hand. */
  get #isByHand(): boolean {
    const mode = select('opponent').value;
    return mode !== 'both' && mode !== this.#game.board.turn();
  }

  /** Whether the engine is to move. */
  get #isEngines(): boolean {
    return !this.#isByHand && this.#game.isAtEnd && this.#game.outcome === null && this.#edited === undefined;
  }

  /** The moves that can be made on the board now: with the promotion that was chosen, where a pawn has waited. */
  get #legal() {
    if (this.#isEngines) return [];
    return this.#game.legal.filter(move => move.first === this.#first);
  }

  #lift(square: string): boolean {
    if (this.#edited !== undefined) return this.#edited[square] !== undefined;
    if (targetsOf(square, this.#legal).length === 0) return false;
    this.#selected = square;
    this.#draw();
    return true;
  }

  async #choose(square: string): Promise<void> {
    if (this.#edited !== undefined) {
      this.#setup.tap(square);
      return;
    }
    const from = this.#selected;
    // A piece that cannot move is taken up too: why it cannot is said when it is put down.
    const letter = this.#game.board.placement().get(square);
    const own = letter !== undefined && !this.#isEngines && (letter === letter.toUpperCase()) === (this.#game.board.turn() === 'white');
    if (from === square) {
      this.#selected = undefined;
    } else if (from !== undefined && targetsOf(from, this.#legal).includes(square)) {
      await this.#move(from, square);
      return;
    } else if (own) {
      this.#selected = square;
    } else if (from !== undefined) {
      await this.#move(from, square);
      return;
    }
    tell(byId('message'), '');
    this.#draw();
  }

  /** Moves from a square to another, or says why not. */
  async #move(from: string, to: string): Promise<void> {
    const { board } = this.#game;
    const found = await moveBetween(from, to, this.#legal, board, this.#drawings);
    this.#selected = undefined;
    if (found === 'none') this.#explain(from + to);
    else if (found !== 'cancelled' && board === this.#game.board) this.#play(found.uci);
    this.#draw();
  }

  #explain(move: string): void {
    if (this.#game.outcome !== null || this.#isEngines) return;
    try {
      const [reason] = this.#game.board.why(move);
      tell(byId('message'), reason === undefined ? '' : `Not ${move}: ${reason.text}`);
    } catch (error) {
      tell(byId('message'), messageOf(error));
    }
  }

  #play(move: string): void {
    this.#load(() => this.#game.play(move));
  }

  #type(): void {
    const field = input('move');
    const text = field.value.trim();
    if (text === '') return;
    if (this.#isEngines) {
      tell(byId('message'), 'It is the turn of the engine.');
      return;
    }
    const before = this.#game.board;
    this.#play(text);
    if (this.#game.board !== before) field.value = '';
  }

  #show(at: number): void {
    this.#game.show(at);
  }

  #takeBack(): void {
    // Against the engine, its answer too.
    const mode = select('opponent').value;
    const answered = (mode === 'white' || mode === 'black') && this.#isByHand && this.#game.at > 1;
    this.#game.takeBack(answered ? 2 : 1);
  }

  #flip(): void {
    this.#flipped = !this.#flipped;
    this.#changed();
  }

  #edit(placement: Placement | undefined): void {
    const began = this.#edited === undefined && placement !== undefined;
    this.#edited = placement;
    this.#selected = undefined;
    if (began || placement === undefined) this.#changed();
    else this.#draw();
  }

  /** Something is different: everything is shown again, stored, and the engine asked. */
  #changed(): void {
    const { board } = this.#game;
    this.#selected = undefined;
    this.#arrows = [];
    this.#pointed = undefined;
    const firsts = new Set(this.#game.legal.map(move => move.first));
    if (!firsts.has(this.#first)) this.#first = [...firsts][0];
    const dark = select('theme').value === 'auto' ? this.#dark.matches : select('theme').value === 'dark';
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
    this.#theme(dark ? 'dark' : 'light');
    tell(byId('message'), '');
    this.#variantShown();
    this.#specials(firsts);
    this.#list();
    this.#texts.show();
    const { source, start, moves, at } = this.#game.save();
    byId<HTMLAnchorElement>('perft-link').href = perftLink(source, start, moves.slice(0, at));
    this.#draw();
    const settings: Settings = {
      opponent: select('opponent').value,
      level: select('level').value,
      theme: select('theme').value,
      flipped: this.#flipped,
      analysis: this.#analysis.checked,
      lines: select('lines').value,
    };
    store({ game: this.#game.save(), lost: this.#game.lost, settings });
    void this.#ask(board);
  }

  /** Asks the engine for a move or for its opinion, whatever is due. */
  async #ask(board: Board): Promise<void> {
    const analyse = this.#analysis.checked && this.#game.outcome === null && this.#edited === undefined;
    this.#thinking = this.#isEngines;
    // What is due in the next frame is no longer wanted.
    this.#opinions = undefined;
    byId('gauge').hidden = !analyse;
    if (!analyse) byId('infos').replaceChildren();
    this.#state();
    try {
      if (this.#isEngines) {
        const move = await this.#opponent.move(board, Number(select('level').value));
        if (move !== undefined && board === this.#game.board) this.#game.play(move);
      } else if (analyse) {
        await this.#opponent.analyse(board, Number(select('lines').value), infos => {
          // Many come at once; one a frame is enough.
          if (this.#opinions === undefined) requestAnimationFrame(() => this.#opinion(board));
          this.#opinions = infos;
        });
      } else {
        this.#opponent.stop();
      }
    } catch (error) {
      this.#thinking = false;
      tell(byId('message'), messageOf(error));
    }
  }

  #opinion(board: Board): void {
    if (board !== this.#game.board) return;
    const infos = this.#opinions ?? [];
    const [best] = infos;
    this.#opinions = undefined;
    if (best === undefined) return;
    const white = board.turn() === 'white';
    const pawns = pawnsFor(best, white);
    byId('gauge').setAttribute('aria-valuenow', pawns.toFixed(2));
    byId('gauge-white').style.width = `${50 + 50 * (2 / Math.PI) * Math.atan(pawns / 2.5)}%`;
    byId('infos').replaceChildren(
      ...infos.map(info => make('li', {}, make('strong', {}, scoreText(info, white)), ` depth ${info.depth}: ${info.san.slice(0, 8).join(' ')}`)),
    );
    this.#arrows = infos.flatMap(({ pv: [move = ''] }): [string, string][] => {
      const found = /^([a-l]\d+)([a-l]\d+)/.exec(move);
      return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
    });
    this.#draw();
  }

  #theme(theme: Theme): void {
    const { variant } = this.#game;
    const key = `${theme} ${JSON.stringify(sourceOf(variant))}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    this.#drawings = variant.drawings(theme);
    showRules(byId('rules'), variant, this.#drawings);
    if (this.#setup.isActive) this.#setup.end();
  }

  #variantShown(): void {
    const { variant } = this.#game;
    const key = JSON.stringify(sourceOf(variant));
    if (key === this.#ruled) return;
    this.#ruled = key;
    showVariant(variant);
    const { numbering } = variant;
    byId('numbered').hidden = numbering === null || !variant.isBuiltIn;
    if (numbering !== null) {
      input('number').min = String(numbering[0]);
      input('number').max = String(numbering[1]);
      input('number').value = String(variant.arrayNumber ?? '');
    }
    document.title = `${variant.name} — Campione`;
  }

  /** Buttons for what one might not find on the board: castlings of all kinds, leaps, and pawns that have waited. */
  #specials(firsts: ReadonlySet<string | undefined>): void {
    const { board, variant } = this.#game;
    const all = specials(this.#legal, board);
    byId('special').hidden = all.length === 0;
    byId('special-moves').replaceChildren(
      ...all.map(({ label, moves }) => {
        const [only] = moves;
        const title = moves.length === 1 && only !== undefined ? described(only, board) : `${label} ${moves.length} ways`;
        const made = button(label, () => void this.#special(moves), { title });
        const pairs = moves.flatMap(({ from, to, partner }): [string, string][] => [[from, to], ...(partner ? [[partner.from, partner.to] as [string, string]] : [])]);
        made.addEventListener('pointerenter', () => this.#point(pairs));
        made.addEventListener('pointerleave', () => this.#point(undefined));
        return made;
      }),
    );
    const waits = [...firsts].some(first => first !== undefined) && !this.#isEngines;
    byId('waiting').hidden = !waits;
    byId('waiting-choices').replaceChildren(
      ...[...firsts].map(first => {
        const radio = make('input', { type: 'radio', name: 'first', value: first ?? '' });
        radio.checked = first === this.#first;
        radio.addEventListener('change', () => {
          this.#first = first;
          this.#specials(firsts);
          this.#draw();
        });
        const name = first === undefined ? 'it waits on' : `it becomes a ${variant.pieces[first]?.name ?? first}`;
        return make('label', {}, radio, ` ${name}, then the move`);
      }),
    );
  }

  /** Plays one of some special moves; asks which if there are several. */
  async #special(moves: readonly MoveInfo[]): Promise<void> {
    const { board } = this.#game;
    const [only] = moves;
    const move = moves.length === 1 ? only : await ask(moves, board, this.#drawings);
    if (move !== undefined && board === this.#game.board) this.#play(move.uci);
  }

  #point(arrows: [string, string][] | undefined): void {
    this.#pointed = arrows;
    this.#draw();
  }

  #list(): void {
    const { at } = this.#game;
    this.#moves.show(this.#drawings.colors);
    for (const id of ['first', 'back', 'takeback']) byId<HTMLButtonElement>(id).disabled = at === 0;
    for (const id of ['on', 'last']) byId<HTMLButtonElement>(id).disabled = this.#game.isAtEnd;
    byId('bring-back').hidden = this.#game.lost.length === 0;
  }

  /** `12. e4: Black to move, in check`. */
  #caption(): string {
    const { board, at, sans, outcome } = this.#game;
    const turn = board.turn() === 'white' ? 'White' : 'Black';
    const state = outcome === null ? `${turn} to move${board.isCheck() ? ', in check' : ''}` : `${outcome.words} (${outcome.result})`;
    const san = sans[at - 1];
    if (san === undefined) return state;
    return `${this.#game.numberOf(at - 1)} ${san}: ${state}`;
  }

  #state(): void {
    const text = this.#edited !== undefined ? 'A position is set up' : `${this.#caption()}${this.#thinking ? '; the engine thinks' : ''}`;
    if (byId('status').textContent !== text) byId('status').textContent = text;
  }

  #draw(): void {
    const { board, variant } = this.#game;
    const edited = this.#edited;
    const checked = edited === undefined ? board.checkedPieces()[0] : undefined;
    const ids = Object.fromEntries(Object.entries(this.#drawings.pieces).map(([letter, { id }]) => [letter, id]));
    const view: View = {
      layout: LAYOUT,
      files: variant.files,
      ranks: variant.ranks,
      flipped: this.#flipped,
      colors: this.#drawings.colors,
      placement: edited ?? readPlacement(board.fen(), variant.ranks),
      pieces: ids,
      last: edited === undefined ? this.#game.last : [],
      check: checked,
      waits: edited === undefined ? Object.fromEntries(board.waitingPawns()) : {},
      turn: board.turn(),
      title: escaped(this.#caption()),
      selected: this.#selected,
      targets: this.#selected === undefined ? [] : targetsOf(this.#selected, this.#legal),
      arrows: this.#pointed ?? this.#arrows,
    };
    const defs = Object.values(this.#drawings.pieces).map(({ svg }) => svg).join('');
    const movable = edited === undefined ? this.#legal.map(move => move.from) : Object.keys(edited);
    this.#board.draw(variant, view, defs, new Set(movable));
    this.#state();
  }
}
