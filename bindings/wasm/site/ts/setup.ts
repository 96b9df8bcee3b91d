// A position is set up by hand: pieces are put on squares, and the library says what is wrong.

import { Board, type Drawings, type Variant } from 'campione';

import { button, make, messageOf, tell } from './dom.js';
import { type Placement, dragged, makePalette, placementText, tapped } from './palette.js';

/** What the page does for the setup. */
export interface SetupHost {
  /** Draws these pieces on the board, and sends taps on squares to the setup. Without pieces, the game is shown again. */
  edit(placement: Placement | undefined): void;
  /** Plays from this position. */
  start(fen: string): void;
}

export class Setup {
  readonly #host: SetupHost;
  readonly #place: HTMLElement;
  readonly #message = make('p', { class: 'message', role: 'alert', hidden: true });
  readonly #turn = make('select', { 'aria-label': 'Side to move' }, new Option('White to move', 'w'), new Option('Black to move', 'b'));
  readonly #castling = make('input', { 'aria-label': 'Castling rights', size: '12', spellcheck: 'false' });
  readonly #waiting = make('input', { 'aria-label': 'Waiting pawns, such as e8:2', size: '12', spellcheck: 'false' });
  readonly #waitingLabel = make('label', { hidden: true }, 'Waiting pawns ', this.#waiting);
  #variant: Variant | undefined;
  #placement: Placement | undefined;
  /** The letter that a tap puts on a square; empty to clear it. */
  #brush = '';

  constructor(place: HTMLElement, host: SetupHost) {
    this.#place = place;
    this.#host = host;
  }

  /** Whether a position is being set up. */
  get isActive(): boolean {
    return this.#placement !== undefined;
  }

  /** Begins with the position of a board. */
  begin(board: Board, drawings: Drawings): void {
    const variant = board.variant();
    this.#variant = variant;
    this.#placement = Object.fromEntries(board.placement());
    const [, turn = 'w', castling = '-', , , , waiting = ''] = board.fen().split(' ');
    this.#turn.value = turn;
    this.#castling.value = castling;
    this.#waiting.value = waiting;
    this.#waitingLabel.hidden = !variant.hasWaitingPawns;
    const palette = makePalette(variant, drawings, letter => (this.#brush = letter));
    this.#place.replaceChildren(
      make('p', {}, 'Choose a piece, then tap the squares on which it stands.'),
      palette,
      make('p', { class: 'row' }, this.#turn, make('label', {}, 'Castling ', this.#castling), this.#waitingLabel),
      make(
        'p',
        { class: 'row' },
        button('Empty board', () => this.#replace({})),
        button('Start position', () => this.#restart()),
        button('Play from here', () => this.#done(), { id: 'setup-done' }),
        button('Leave', () => this.end(), { id: 'setup-leave' }),
      ),
      this.#message,
    );
    tell(this.#message, '');
    this.#host.edit(this.#placement);
  }

  /** Leaves the setup; the game is shown again. */
  end(): void {
    if (this.#placement === undefined) return;
    this.#placement = undefined;
    this.#place.replaceChildren();
    const panel = this.#place.closest('details');
    if (panel !== null) panel.open = false;
    this.#host.edit(undefined);
  }

  /** A square was tapped. */
  tap(square: string): void {
    this.#replace(tapped(this.#placement ?? {}, square, this.#brush));
  }

  /** A piece was dragged. */
  drag(from: string, to: string): void {
    this.#replace(dragged(this.#placement ?? {}, from, to));
  }

  #restart(): void {
    const variant = this.#variant;
    if (variant === undefined) return;
    const board = new Board(variant);
    const [, turn = 'w', castling = '-'] = board.fen().split(' ');
    this.#turn.value = turn;
    this.#castling.value = castling;
    this.#waiting.value = '';
    this.#replace(Object.fromEntries(board.placement()));
  }

  #replace(placement: Placement): void {
    this.#placement = placement;
    tell(this.#message, '');
    this.#host.edit(placement);
  }

  #fen(variant: Variant): string {
    const waiting = this.#waiting.value.trim();
    const castling = this.#castling.value.trim();
    return [placementText(this.#placement ?? {}, variant), this.#turn.value, castling === '' ? '-' : castling, '- 0 1', waiting].join(' ').trim();
  }

  #done(): void {
    const variant = this.#variant;
    if (variant === undefined) return;
    try {
      const fen = new Board(variant, this.#fen(variant)).fen();
      this.end();
      this.#host.start(fen);
    } catch (error) {
      tell(this.#message, messageOf(error));
    }
  }
}
