// The position and the game as text: to copy, to paste, to choose one of several games.

import { type PgnError, type PgnGame, readPgn } from 'campione';

import { byId, copy, input, select, tell } from './dom.js';
import { type Game, notesOf } from './game.js';

/** A text with more games is for programs that look for games. */
const MOST_GAMES = 500;

function nameOf(game: PgnGame): string {
  const [white, black] = ['White', 'Black'].map(name => game.tag(name) ?? '?');
  const names = white === '?' && black === '?' ? (game.tag('Event') ?? '?') : `${white} – ${black}`;
  return `${game.number}. ${names} ${game.result}`;
}

export class GameTexts {
  readonly #game: Game;
  /** Does what may fail because of a text, and says in the panel why it did. */
  readonly #attempt: (act: () => void) => void;
  readonly #panel = byId<HTMLDetailsElement>('text-panel');
  readonly #pgn = byId<HTMLTextAreaElement>('pgn');
  readonly #choice = select('pgn-game');
  #games: PgnGame[] = [];

  constructor(game: Game, attempt: (act: () => void) => void) {
    this.#game = game;
    this.#attempt = attempt;
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    click('copy-fen', () => void copy(game.board.fen(), byId('copy-fen'), input('fen')));
    click('set-fen', () => this.#set());
    input('fen').addEventListener('keydown', event => {
      if (event.key === 'Enter') this.#set();
    });
    click('copy-pgn', () => void copy(this.#text(), byId('copy-pgn'), this.#pgn));
    click('load-pgn', () => this.load(this.#pgn.value));
    this.#choice.addEventListener('change', () => this.#choose(this.#games[this.#choice.selectedIndex]));
    this.#panel.addEventListener('toggle', () => this.show());
  }

  /** Shows both texts, but not over what is being written. */
  show(): void {
    tell(byId('text-message'), '');
    if (!this.#panel.open) return;
    if (document.activeElement !== input('fen')) input('fen').value = this.#game.board.fen();
    if (document.activeElement !== this.#pgn) this.#pgn.value = this.#text();
  }

  /** Loads the first game of a text, and offers the others. */
  load(text: string): void {
    this.#panel.open = true;
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
      this.#choice.replaceChildren(...games.map(game => new Option(nameOf(game))));
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
      select('opponent').value = 'none';
      this.#game.load(game.variant, game.start, game.moves.map(move => move.uci), 0, notesOf(game));
    });
  }

  #set(): void {
    this.#attempt(() => this.#game.load(this.#game.variant, input('fen').value));
  }

  #text(): string {
    const day = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
    return this.#game.pgn({ Event: 'A game in the browser', Date: day });
  }
}
