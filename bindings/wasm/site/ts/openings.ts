// The engine's books of openings beside the page, in the folder `openings`: `index.txt` has the games that have one. What the lines
// of a book play in the position that is shown is listed in the panel of the analysis.

import { Board, Variant } from 'campione';

import { button, byId, make } from './dom.js';
import { kept, textOf } from './loading.js';

const FOLDER = 'openings';

/** How many moves are shown. */
const MOST_MOVES = 12;

/** A move in the lines of a book. */
interface Played {
  lines: number;
  /** The sum of the scores at the ends of these lines, in centipawns for White. */
  sum: number;
}

/** The moves of each position of a book, by its hash. */
type Book = ReadonlyMap<bigint, ReadonlyMap<string, Played>>;

/** Reads a book whose lines are like `startpos moves e2e4 e7e5 # 12`. */
function read(text: string, variant: Variant): Book {
  const book = new Map<bigint, Map<string, Played>>();
  for (const [, moves = '', score = '0'] of text.matchAll(/^startpos moves (.+) # (-?\d+)$/gm)) {
    const board = new Board(variant);
    for (const move of moves.split(' ')) {
      const place = board.hash();
      const known = book.get(place) ?? new Map<string, Played>();
      const played = known.get(move) ?? { lines: 0, sum: 0 };
      known.set(move, { lines: played.lines + 1, sum: played.sum + Number(score) });
      book.set(place, known);
      board.push(move);
    }
  }
  return book;
}

const load = (name: string) => textOf(`${FOLDER}/${name}.txt`, `the openings ${name}`);

let names: Promise<readonly string[]> | undefined;
/** The book of a built-in game. */
const bookNamed = kept(async name => read(await load(name), Variant.named(name)));

/** The book of a variant; nothing if it has none. */
async function bookOf(variant: Variant): Promise<Book | undefined> {
  names ??= load('index').then(text => text.split('\n'), () => []);
  // A game of the user's may have the id of another one.
  return variant.isBuiltIn && (await names).includes(variant.id) ? bookNamed(variant.id) : undefined;
}

/** `+0.12`. */
function pawns({ lines, sum }: Played): string {
  const text = (sum / lines / 100).toFixed(2);
  return text.startsWith('-') ? text : `+${text}`;
}

export class Openings {
  readonly #place = byId('openings');
  readonly #play: (uci: string) => void;
  #board: Board | undefined;

  /** `play` plays a move from the position that is shown. */
  constructor(play: (uci: string) => void) {
    this.#play = play;
  }

  /** Shows the moves of the book from the position of a board; without one, or outside of the book, nothing. */
  async show(board: Board | undefined): Promise<void> {
    this.#board = board;
    this.#place.hidden = true;
    if (board === undefined) return;
    const book = await bookOf(board.variant());
    const moves = book?.get(board.hash());
    if (moves === undefined || this.#board !== board) return;
    const sans = new Map(board.moves().map(({ uci, san }) => [uci, san]));
    const most = [...moves].sort(([, a], [, b]) => b.lines - a.lines).slice(0, MOST_MOVES);
    const buttons = most.map(([uci, played]) => {
      const made = button(sans.get(uci) ?? uci, () => this.#play(uci));
      made.append(make('small', {}, ` ${played.lines}, ${pawns(played)}`));
      return made;
    });
    this.#place.replaceChildren(make('p', {}, make('strong', {}, 'Book'), ...buttons));
    this.#place.hidden = false;
  }
}
