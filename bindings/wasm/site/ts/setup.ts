// A position is set up by hand; what is wrong with it is said beside the board, and when nothing is, it can be played.

import { Board, CampioneError, type Drawings, FenError } from 'campione';

import { button, byId, make, messageOf } from './dom.js';
import { Editor } from './editor.js';
import type { Placement } from './palette.js';
import { stockText } from './stock.js';

/** What the page does for the setup. */
export interface SetupHost {
  /** Draws these pieces on the board, and sends taps on squares to the setup. Without pieces, the game is shown again. */
  edit(placement: Placement | undefined): void;
  /** Plays from this position. */
  start(fen: string): void;
  /** Closes the panel. */
  close(): void;
}

export class Setup {
  readonly #host: SetupHost;
  readonly #editor: Editor;
  readonly #faults = make('ol', { class: 'faults', 'aria-label': 'What is wrong' });
  readonly #play = button('Play from here', () => this.#done(), { id: 'setup-done', class: 'lead' });
  readonly #stock = make('p', { class: 'quiet', id: 'stock', title: 'The pieces that a side has lost: a pawn that has waited becomes one of them' });
  #board: Board | undefined;
  #fen = '';

  constructor(host: SetupHost) {
    this.#host = host;
    const place = byId('setup');
    const editor = make('div', {});
    const leave = button('Leave', () => host.close(), { id: 'setup-leave' });
    place.append(make('p', { class: 'row' }, this.#play, leave), make('div', { role: 'alert' }, this.#faults), editor, this.#stock);
    this.#editor = new Editor(editor, fen => this.#edited(fen));
  }

  /** Whether a position is being set up. */
  get isActive(): boolean {
    return this.#board !== undefined;
  }

  /** Begins with the position of a board. */
  begin(board: Board, drawings: Drawings): void {
    this.#board = board;
    this.#editor.use(board.variant(), drawings);
    this.#editor.show(board.fen());
    this.#edited(board.fen());
  }

  /** Leaves the setup; the game is shown again. */
  end(): void {
    if (this.#board === undefined) return;
    this.#board = undefined;
    this.#host.edit(undefined);
  }

  /** A square was tapped. */
  tap(square: string): void {
    this.#editor.tap(square);
  }

  /** A piece was dragged. */
  drag(from: string, to: string): void {
    this.#editor.drag(from, to);
  }

  #edited(fen: string): void {
    if (this.#board === undefined) return;
    this.#fen = fen;
    const faults = this.#wrong(fen);
    this.#faults.replaceChildren(...faults.map(reason => make('li', {}, reason)));
    this.#play.disabled = faults.length > 0;
    const variant = this.#board.variant();
    this.#stock.hidden = !variant.hasWaitingPawns;
    if (variant.hasWaitingPawns) this.#stock.textContent = stockText(this.#editor.placement, variant);
    this.#host.edit(this.#editor.placement);
  }

  /** All that is wrong with a position. */
  #wrong(fen: string): string[] {
    try {
      new Board(this.#board?.variant(), fen);
      return [];
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      const faults = error instanceof FenError ? error.faults.map(({ reason }) => reason) : [];
      return faults.length > 0 ? faults : [messageOf(error)];
    }
  }

  #done(): void {
    const fen = this.#fen;
    this.#host.close();
    this.#host.start(fen);
  }
}
