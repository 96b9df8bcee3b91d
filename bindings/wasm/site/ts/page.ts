// The page: a game, its board, the engine and the panels, and what each of them does to the others.

import { CampioneError, Variant } from 'campione';

import { Analysis } from './analysis.js';
import { Annotate } from './annotate.js';
import { follow, restore } from './arrival.js';
import { BoardView } from './board-view.js';
import { type Acts, listenToControls } from './controls.js';
import { byId, copy, input, messageOf, tell, watched } from './dom.js';
import { Endings } from './endings.js';
import { Files } from './files.js';
import { Game } from './game.js';
import { GameTexts } from './game-texts.js';
import { Hand } from './hand.js';
import { drawIcons } from './icons.js';
import { Learn } from './learn.js';
import { link, perftLink } from './links.js';
import { Look } from './look.js';
import { watchRoom } from './low.js';
import { Match } from './match.js';
import { MoveList } from './move-list.js';
import { Openings } from './openings.js';
import { Opponent } from './opponent.js';
import type { Placement } from './palette.js';
import { Playing } from './playing.js';
import { Puzzles, puzzleIn } from './puzzles.js';
import { Review } from './review.js';
import { showRules } from './rules.js';
import { variantOf } from './saved.js';
import { type Scene, caption, showSides, viewOf } from './scene.js';
import { Setup } from './setup.js';
import { Sheets } from './sheets.js';
import { Sound } from './sound.js';
import { SpecialMoves } from './special-moves.js';
import { settingsNow } from './settings.js';
import { store } from './store.js';
import { Thinker } from './thinker.js';
import { listVariants, showNumber, showVariant } from './variants.js';

/** The whole page. */
export class Page {
  readonly #game = new Game();
  readonly #opponent = new Opponent();
  readonly #match = new Match(this.#game, this.#opponent, () => this.#sides());
  readonly #sound = new Sound();
  readonly #analysis = new Analysis(moves => this.#load(() => this.#game.playLine(moves)));
  readonly #endings = new Endings(move => this.#playing.play(move));
  readonly #openings = new Openings(move => this.#playing.play(move));
  readonly #review = new Review();
  readonly #learn = new Learn(this.#game, this.#review, this.#opponent);
  readonly #puzzles: Puzzles;
  readonly #playing: Playing;
  readonly #annotate = new Annotate(this.#game);
  readonly #moves = new MoveList(this.#game, this.#review);
  readonly #thinker: Thinker;
  readonly #board: BoardView;
  readonly #hand: Hand;
  readonly #specials: SpecialMoves;
  readonly #sheets: Sheets;
  readonly #setup: Setup;
  readonly #texts: GameTexts;
  readonly #look = new Look(this.#game.variant, () => this.#changed());
  #edited: Placement | undefined;

  constructor() {
    drawIcons();
    listVariants();
    this.#sheets = new Sheets(id => this.#sheet(id));
    this.#specials = new SpecialMoves(this.#game, {
      play: uci => this.#playing.play(uci),
      isOpen: () => this.#playing.isOpen,
      drawings: () => this.#look.drawings,
      draw: () => this.#draw(),
    });
    this.#hand = new Hand(this.#game, {
      drawings: () => this.#look.drawings,
      legal: () => this.#specials.legal,
      isOpen: () => this.#playing.isOpen,
      play: uci => this.#playing.play(uci),
      draw: () => this.#draw(),
    });
    this.#board = new BoardView(byId('board'), {
      choose: square => (this.#edited === undefined ? watched(this.#hand.choose(square)) : this.#setup.tap(square)),
      lift: square => (this.#edited === undefined ? this.#hand.lift(square) : this.#edited[square] !== undefined),
      drop: (from, to) => (this.#edited === undefined ? watched(this.#hand.move(from, to)) : this.#setup.drag(from, to)),
    });
    this.#setup = new Setup({
      edit: placement => this.#edit(placement),
      start: fen => this.#new(() => this.#game.load(this.#game.variant, fen)),
      close: () => this.#sheets.close(),
    });
    this.#texts = new GameTexts(this.#game, {
      open: () => this.#sheets.open('text-panel'),
      isOpen: () => this.#sheets.isOpen('text-panel'),
      look: () => this.#match.look(),
      names: () => ({ White: this.#match.tagOf('white'), Black: this.#match.tagOf('black') }),
      begin: () => {
        this.#match.begin();
        this.#sides();
      },
    });
    new Files({
      play: variant => this.#new(() => this.#game.load(variant)),
      loadPgn: text => this.#texts.load(text),
      variant: () => this.#game.variant,
      open: () => this.#sheets.open('file-panel'),
    });
    this.#thinker = new Thinker(this.#game, this.#opponent, this.#match, this.#analysis, { draw: () => this.#draw(), state: () => this.#state(), play: uci => this.#playing.play(uci) });
    this.#puzzles = new Puzzles(this.#game, {
      begin: () => this.#match.beginPuzzles(),
      end: () => this.#match.endPuzzles(),
      draw: () => this.#changed(),
    });
    const players = { match: this.#match, sound: this.#sound, learn: this.#learn, puzzles: this.#puzzles, thinker: this.#thinker };
    this.#playing = new Playing(this.#game, players, { load: act => this.#load(act), isEdited: () => this.#edited !== undefined });
    listenToControls(this.#acts());
    window.addEventListener('hashchange', () => this.#follow());
    // The time that has gone by since the last move.
    window.addEventListener('pagehide', () => this.#store());
    const { flipped, clock } = restore(this.#game);
    this.#look.flipped = flipped;
    this.#match.clock.restore(clock);
    this.#game.addEventListener('change', () => this.#changed());
    this.#changed();
    watchRoom();
    this.#follow();
  }

  /** What buttons and keys do. */
  #acts(): Acts {
    const game = this.#game;
    const show = (by: number) => game.show(game.at + by);
    return {
      first: () => game.show(0),
      back: () => show(-1),
      on: () => show(1),
      last: () => game.show(Infinity),
      sibling: by => this.#playing.sibling(by),
      takeBack: () => this.#playing.takeBack(),
      flip: () => this.#flip(),
      hint: () => (this.#puzzles.isActive ? this.#puzzles.hint() : watched(this.#thinker.hint())),
      begin: () => this.#new(() => game.load(game.variant)),
      resign: () => this.#match.resign(),
      draw: () => watched(this.#offer()),
      review: () => watched(this.#reviewed(() => this.#learn.stop())),
      learn: () => {
        const side = this.#match.byHand;
        watched(this.#reviewed(() => this.#learn.begin(side)));
      },
      puzzles: () => {
        this.#sheets.close();
        watched(this.#puzzles.open());
      },
      next: () => (this.#puzzles.isActive ? this.#puzzles.next() : this.#new(() => game.load(game.variant))),
      typing: () => {
        this.#sheets.close();
        document.body.classList.add('typing');
        input('move').focus();
      },
      array: number => this.#array(number),
      random: () => this.#random(),
      variant: id => this.#new(() => game.load(Variant.named(id))),
      opponent: () => {
        if (this.#match.isAgainstEngine) this.#look.flipped = this.#match.mode === 'white';
        this.#changed();
      },
      changed: () => this.#changed(),
      bringBack: () => this.#new(() => game.bringBack(), () => this.#match.clock.set(undefined)),
      copyLink: () => void copy(link(game.save(), game.pgn({})), byId('copy-link')),
      annotate: () => this.#annotate.toggle(),
      promote: () => this.#annotate.promote(),
      remove: () => this.#annotate.remove(),
      glyph: nag => this.#annotate.glyph(nag),
      empty: () => this.#hand.empty(),
    };
  }

  /** Goes where the link says. */
  #follow(): void {
    const puzzle = puzzleIn(location.hash);
    if (puzzle !== undefined) {
      history.replaceState(null, '', location.pathname + location.search);
      watched(this.#puzzles.openNamed(puzzle));
      return;
    }
    this.#load(() => {
      const bad = follow(this.#game, () => this.#match.look());
      if (bad.length > 0) tell(byId('message'), `In the link: ${bad.join('. ')}.`);
    });
  }

  /** Does what may fail because of a text, and says why it did; whether it did not. */
  #load(act: () => void): boolean {
    tell(byId('message'), '');
    try {
      act();
      return true;
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      tell(byId('message'), messageOf(error));
      return false;
    }
  }

  /** Another game, and the clocks that it begins with. Where there is none, the one that is played goes on with its own. */
  #new(act: () => void, begin = () => this.#match.begin()): void {
    const before = this.#match.clock.save();
    begin();
    if (this.#load(act)) this.#learn.stop();
    else this.#match.clock.restore(before);
  }

  async #offer(): Promise<void> {
    const words = await this.#match.offer();
    // To look at the position has ended what the engine was thinking about.
    this.#thinker.ask(true);
    tell(byId('message'), words);
  }

  #array(number: number): void {
    this.#new(() => this.#game.load(variantOf({ number, name: this.#game.variant.id })));
  }

  #random(): void {
    const [first, last] = this.#game.variant.numbering ?? [0, 0];
    this.#array(first + Math.floor(Math.random() * (last - first + 1)));
  }

  #flip(): void {
    this.#look.flipped = !this.#look.flipped;
    this.#changed();
  }

  /** Looks at all positions of the game, and then does something. */
  async #reviewed(then: () => void): Promise<void> {
    this.#sheets.close();
    input('analysis').checked = false;
    this.#match.look();
    this.#changed();
    let done = false;
    try {
      done = await this.#review.run(this.#game, this.#opponent, (at, all) => {
        this.#learn.progress(at, all);
        this.#list();
      });
    } catch (error) {
      this.#learn.stop();
      throw error;
    }
    this.#list();
    if (done) then();
  }

  #sheet(id: string | undefined): void {
    if (id === 'setup-panel') this.#setup.begin(this.#game.board, this.#look.drawings);
    else this.#setup.end();
    if (id === 'text-panel') this.#texts.show();
    this.#match.show();
  }

  #edit(placement: Placement | undefined): void {
    const began = this.#edited === undefined && placement !== undefined;
    this.#edited = placement;
    if (began || placement === undefined) this.#changed();
    else this.#draw();
  }

  /** Something is different: everything is shown again, stored, and the engine asked. */
  #changed(): void {
    this.#hand.forget();
    this.#sound.isOn = input('sound').checked;
    if (this.#look.show(this.#game.variant)) {
      showRules(byId('rules'), this.#game.variant, this.#look.drawings);
      if (this.#setup.isActive) this.#sheets.close();
    }
    tell(byId('message'), '');
    this.#puzzles.show();
    showVariant(this.#game.variant);
    showNumber(this.#game.variant);
    this.#specials.show();
    this.#list();
    this.#texts.show();
    this.#match.show();
    const { source, start } = this.#game.save();
    byId<HTMLAnchorElement>('perft-link').href = perftLink(source, start, this.#game.board.moveStack());
    this.#analysis.look(this.#look.drawings, this.#look.flipped);
    this.#draw();
    this.#store();
    const looked = input('analysis').checked && this.#edited === undefined ? this.#game.board : undefined;
    watched(this.#openings.show(looked));
    watched(this.#endings.show(looked));
    this.#thinker.ask(this.#edited === undefined && !this.#review.isRunning);
  }

  /** Keeps everything for the next visit. */
  #store(): void {
    store({ game: this.#game.save(), lost: this.#game.lost, settings: settingsNow(this.#look.flipped), clock: this.#match.clock.save() });
  }

  #list(): void {
    this.#moves.show(`${this.#game.revision} ${this.#review.revision}`);
    this.#annotate.show();
    for (const id of ['first', 'back', 'takeback']) byId<HTMLButtonElement>(id).disabled = this.#game.at === 0;
    for (const id of ['on', 'last']) byId<HTMLButtonElement>(id).disabled = this.#game.isAtEnd;
    byId('bring-back').hidden = this.#game.lost.length === 0;
  }

  #state(): void {
    const text = this.#edited !== undefined ? 'A position is set up' : `${caption(this.#game)}${this.#thinker.isThinking ? '; the engine thinks' : ''}`;
    if (byId('status').textContent !== text) byId('status').textContent = text;
  }

  get #scene(): Scene {
    return {
      drawings: this.#look.drawings,
      flipped: this.#look.flipped,
      edited: this.#edited,
      selected: this.#hand.selected,
      targets: this.#hand.targets,
      arrows: this.#specials.pointed ?? [...this.#puzzles.arrows, ...this.#thinker.hints, ...this.#analysis.arrows],
    };
  }

  #sides(): void {
    showSides(this.#game, this.#match, this.#scene);
  }

  #draw(): void {
    const { variant } = this.#game;
    const defs = Object.values(this.#look.drawings.pieces).map(({ svg }) => svg).join('');
    const movable = this.#edited === undefined ? this.#specials.legal.map(move => move.from) : Object.keys(this.#edited);
    this.#board.draw(variant, viewOf(this.#game, this.#scene), defs, new Set(movable));
    this.#sides();
    this.#state();
  }
}
