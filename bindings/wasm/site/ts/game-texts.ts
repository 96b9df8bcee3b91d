// The position and the game as text: to copy, to paste, to save, to choose one of several games.

import { CampioneError, type PgnError, type PgnGame, Variant, readPgn } from 'campione';

import { button, byId, copy, input, make, messageOf, tell } from './dom.js';
import type { Game } from './game.js';
import { offersFor } from './offers.js';
import { notesOf } from './saved.js';
import { Tags } from './tags.js';

/** A text with more games is for programs that look for games. */
const MOST_GAMES = 500;

function nameOf(game: PgnGame): string {
  const [white, black] = ['White', 'Black'].map(name => game.tag(name) ?? '?');
  return white === '?' && black === '?' ? (game.tag('Event') ?? '?') : `${white} – ${black}`;
}

/** What the page does for texts. */
export interface TextHost {
  /** Opens the panel. */
  open(): void;
  isOpen(): boolean;
  /** A game is looked at, so nobody plays it. */
  look(): void;
  /** Who plays, as tags. */
  names(): { White: string; Black: string };
  /** A game begins from a position. */
  begin(): void;
}

export class GameTexts {
  readonly #game: Game;
  readonly #host: TextHost;
  readonly #pgn = byId<HTMLTextAreaElement>('pgn');
  readonly #tags: Tags;
  #games: PgnGame[] = [];

  constructor(game: Game, host: TextHost) {
    this.#game = game;
    this.#host = host;
    this.#tags = new Tags(game, () => this.#usualTags());
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    click('copy-fen', () => void copy(game.board.fen(), byId('copy-fen'), input('fen')));
    click('set-fen', () => this.#set());
    input('fen').addEventListener('keydown', event => {
      if (event.key === 'Enter') this.#set();
    });
    click('copy-pgn', () => void copy(this.#text(), byId('copy-pgn'), this.#pgn));
    click('load-pgn', () => this.load(this.#pgn.value));
    click('save-pgn', () => this.#download());
  }

  /** Shows both texts, but not over what is being written. */
  show(): void {
    tell(byId('text-message'), '');
    if (!this.#host.isOpen()) return;
    if (document.activeElement !== input('fen')) input('fen').value = this.#game.board.fen();
    this.#tags.show();
    if (document.activeElement !== this.#pgn) this.#pgn.value = this.#text();
  }

  /** Loads the first game of a text, and offers the others. */
  load(text: string): void {
    this.#host.open();
    this.#attempt(() => {
      const { variant } = this.#game;
      const errors: PgnError[] = [];
      const games: PgnGame[] = [];
      for (const game of readPgn(text, { variant, overrule: !variant.isBuiltIn, onError: error => errors.push(error) })) {
        if (games.push(game) === MOST_GAMES) break;
      }
      const [first] = games;
      const [error] = errors;
      if (first === undefined && error !== undefined) throw error;
      this.#games = games;
      byId('pgn-games').hidden = games.length < 2;
      this.#choose(first);
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
      const full = games.length === MOST_GAMES ? `Only the first ${MOST_GAMES} games are offered.` : '';
      const said = first === undefined ? 'There is no game in the text.' : error === undefined ? full : `${error.message}${more}`;
      tell(byId('text-message'), said);
    });
  }

  #choose(game: PgnGame | undefined): void {
    if (game === undefined) return;
    this.#attempt(() => {
      this.#host.look();
      this.#game.load(game.variant, game.start, game.moves.map(move => move.uci), 0, notesOf(game));
    });
    const items = this.#games.map(other => {
      const parts = [`${other.number}.`, nameOf(other), other.result].map(part => make('span', {}, part));
      const made = make('button', { type: 'button', ...(other === game ? { 'aria-current': 'true' } : {}) }, ...parts);
      made.addEventListener('click', () => this.#choose(other));
      return make('li', {}, made);
    });
    byId('pgn-list').replaceChildren(...items);
  }

  #set(): void {
    const fen = input('fen').value;
    const { variant } = this.#game;
    tell(byId('text-message'), '');
    try {
      this.#start(variant, fen);
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      const place = byId('text-message');
      tell(place, messageOf(error));
      const offers = offersFor(fen, variant);
      if (offers.length > 0) place.append('\nIt is a position of another game. Open it as: ', ...offers.flatMap(offer => [this.#offer(offer, fen), ' ']));
    }
  }

  #start(variant: Variant, fen: string): void {
    this.#game.load(variant, fen);
    this.#host.begin();
  }

  #offer(variant: Variant, fen: string): HTMLElement {
    return button(variant.name, () => this.#attempt(() => this.#start(variant, fen)), { 'data-offer': variant.id });
  }

  /** Does what may fail because of a text, and says why it did. */
  #attempt(act: () => void): void {
    tell(byId('text-message'), '');
    try {
      act();
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      tell(byId('text-message'), messageOf(error));
    }
  }

  #text(): string {
    return this.#game.pgn(this.#usualTags());
  }

  #usualTags(): Record<string, string> {
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    return { Event: 'A game in the browser', Date: day, ...this.#host.names() };
  }

  #download(): void {
    const address = URL.createObjectURL(new Blob([this.#text()], { type: 'application/vnd.chess-pgn' }));
    make('a', { href: address, download: `${this.#game.variant.id}.pgn` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
}
