// The engine's books of openings beside the page, in the folder `openings`: `index.txt` has the games that have one. What the lines
// of a book play in the position that is shown is listed in the panel of the analysis.

import { Board, type Variant } from 'campione';

import { button, byId, make } from './dom.js';

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

/** Reads a book whose lines are like `startpos moves e2e4 e7e5 # 12`. Games with many start arrays have no line in common. */
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

async function load(name: string): Promise<string> {
  const answer = await fetch(`${FOLDER}/${name}.txt`);
  if (!answer.ok) throw new Error(`the openings ${name} cannot be loaded: ${answer.status} ${answer.statusText}`);
  return answer.text();
}

let names: Promise<readonly string[]> | undefined;
const loaded = new Map<string, Promise<Book>>();

/** The book of a variant; nothing if it has none. */
async function bookOf(variant: Variant): Promise<Book | undefined> {
  names ??= load('index').then(text => text.split('\n'), () => []);
  const name = variant.id;
  // A game of the user's may have the id of another one.
  if (!variant.isBuiltIn || !(await names).includes(name)) return undefined;
  let book = loaded.get(name);
  if (book === undefined) {
    book = load(name).then(text => read(text, variant));
    loaded.set(name, book);
    // The next time may have more luck.
    book.catch(() => loaded.delete(name));
  }
  return book;
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
