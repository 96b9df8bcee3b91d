// A position is set up by hand: pieces are put on squares, and the library says what is wrong.

import { Board, type Drawings, type Variant } from 'campione';

import { button, make, messageOf, pictured, tell } from './dom.js';

/** What the page does for the setup. */
export interface SetupHost {
  /** Draws these pieces on the board, and sends taps on squares to the setup. Without pieces, the game is shown again. */
  edit(placement: Record<string, string> | undefined): void;
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
  #placement: Record<string, string> | undefined;
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
    const letters = Object.keys(variant.pieces);
    const palette = make('div', { class: 'palette', role: 'group', 'aria-label': 'What a tap puts on a square' });
    const brush = (letter: string) => {
      const name = letter === '' ? 'Clear a square' : `${letter === letter.toUpperCase() ? 'white' : 'black'} ${variant.pieces[letter.toUpperCase()]?.name ?? ''}`;
      const made = button('', () => this.#choose(letter, palette), { 'aria-label': name, title: name, 'aria-pressed': 'false', 'data-letter': letter });
      made.append(letter === '' ? 'Clear' : pictured(drawings.pieces[letter]?.svg ?? ''));
      return made;
    };
    const rows = [letters, [...letters.map(letter => letter.toLowerCase()), '']];
    palette.append(...rows.map(row => make('div', { class: 'row' }, ...row.map(brush))));
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
    this.#choose(letters[0] ?? '', palette);
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
    const placement = { ...this.#placement };
    if (this.#brush === '' || placement[square] === this.#brush) delete placement[square];
    else placement[square] = this.#brush;
    this.#replace(placement);
  }

  /** A piece was dragged. */
  drag(from: string, to: string): void {
    const { [from]: letter, ...placement } = this.#placement ?? {};
    if (letter !== undefined) this.#replace({ ...placement, [to]: letter });
  }

  #choose(letter: string, palette: HTMLElement): void {
    this.#brush = letter;
    for (const brush of palette.querySelectorAll('button')) {
      brush.setAttribute('aria-pressed', String(brush.dataset['letter'] === letter));
    }
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

  #replace(placement: Record<string, string>): void {
    this.#placement = placement;
    tell(this.#message, '');
    this.#host.edit(placement);
  }

  #fen(variant: Variant): string {
    const rows: string[] = [];
    for (let rank = variant.ranks; rank >= 1; rank--) {
      let [row, empty] = ['', 0];
      for (let file = 0; file < variant.files; file++) {
        const letter = this.#placement?.[`${String.fromCharCode(97 + file)}${rank}`];
        if (letter === undefined) {
          empty++;
        } else {
          row += (empty > 0 ? String(empty) : '') + letter;
          empty = 0;
        }
      }
      rows.push(row + (empty > 0 ? String(empty) : ''));
    }
    const waiting = this.#waiting.value.trim();
    const castling = this.#castling.value.trim();
    return [rows.join('/'), this.#turn.value, castling === '' ? '-' : castling, '- 0 1', waiting].join(' ').trim();
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
