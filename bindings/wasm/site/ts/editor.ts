// The editor of positions: pieces by taps and drags, and a widget for each other field of a FEN. What it makes need not be legal.

import { CampioneError, type Drawings, type Setup, type Variant } from 'campione';

import { button, make } from './dom.js';
import { type Placement, dragged, makePalette, placementText, tapped } from './palette.js';

export class Editor {
  readonly #place: HTMLElement;
  readonly #edited: (fen: string) => void;
  readonly #side = make('select', { id: 'side' }, new Option('White', 'w'), new Option('Black', 'b'));
  readonly #rights = make('fieldset', { id: 'rights' });
  readonly #enPassant = make('input', { id: 'en-passant', size: '5', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off' });
  readonly #halfmoves = make('input', { id: 'halfmoves', type: 'number', min: '0', inputmode: 'numeric' });
  readonly #number = make('input', { id: 'move-number', type: 'number', min: '1', inputmode: 'numeric' });
  readonly #waiting = make('input', { id: 'waiting-pawns', size: '10', spellcheck: 'false', autocapitalize: 'off', placeholder: 'e8:2' });
  readonly #waitingLabel = make('label', {}, 'Waiting pawns ', this.#waiting);
  readonly #palette = make('div', {});
  #variant: Variant | undefined;
  #placement: Placement = {};
  #held = new Set<string>();
  /** The letter that a tap puts on a square; empty to clear it. */
  #brush: string | undefined;

  /** An editor that says which FEN it makes. */
  constructor(place: HTMLElement, edited: (fen: string) => void) {
    this.#place = place;
    this.#edited = edited;
    const row = (...parts: HTMLElement[]) => make('p', { class: 'row' }, ...parts);
    place.append(
      make('p', {}, 'Choose a piece, then tap the squares on which it stands; drag pieces to other squares.'),
      this.#palette,
      row(
        make('label', {}, 'To move ', this.#side),
        make('label', {}, 'En passant ', this.#enPassant),
        this.#waitingLabel,
        make('label', {}, 'Half-move clock ', this.#halfmoves),
        make('label', {}, 'Move ', this.#number),
      ),
      this.#rights,
      row(
        button('Empty board', () => this.#replace({}), { id: 'empty' }),
        button('Start position', () => this.#start(), { id: 'start' }),
      ),
    );
    for (const field of [this.#side, this.#enPassant, this.#halfmoves, this.#number, this.#waiting]) {
      field.addEventListener('input', () => this.#change());
    }
  }

  /** Whether taps on the board are for the editor. */
  get isOpen(): boolean {
    return this.#place.closest('details')?.open === true;
  }

  /** The pieces on the board. */
  get placement(): Placement {
    return this.#placement;
  }

  /** Another variant, or another look of its pieces. */
  use(variant: Variant, drawings: Drawings): void {
    const chosen = this.#brush;
    this.#variant = variant;
    this.#palette.replaceChildren(makePalette(variant, drawings, letter => (this.#brush = letter)));
    if (chosen !== undefined) this.#palette.querySelector<HTMLButtonElement>(`[data-letter="${chosen}"]`)?.click();
    this.#waitingLabel.hidden = !variant.hasWaitingPawns;
  }

  /** Shows a FEN in all widgets, as far as it can be read; it need not be legal. */
  show(fen: string): void {
    const setup = this.#read(fen);
    if (setup === undefined) return;
    this.#placement = setup.placement;
    this.#side.value = setup.side.slice(0, 1);
    this.#enPassant.value = setup.enPassant;
    this.#halfmoves.value = String(setup.halfmoveClock);
    this.#number.value = String(setup.fullmoveNumber);
    this.#waiting.value = setup.waiting;
    this.#held = new Set(setup.rights.filter(({ held }) => held).map(({ letter }) => letter));
    this.#boxes(setup);
  }

  /** A square was tapped. */
  tap(square: string): void {
    this.#replace(tapped(this.#placement, square, this.#brush ?? ''));
  }

  /** A piece was dragged. */
  drag(from: string, to: string): void {
    this.#replace(dragged(this.#placement, from, to));
  }

  #read(fen: string): Setup | undefined {
    try {
      return this.#variant?.setup(fen);
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
      return undefined;
    }
  }

  #replace(placement: Placement): void {
    this.#placement = placement;
    // A right without its pieces has no box, and cannot be held.
    const setup = this.#variant === undefined ? undefined : this.#read(`${placementText(placement, this.#variant)} w - - 0 1`);
    if (setup !== undefined) this.#boxes(setup);
    this.#change();
  }

  #start(): void {
    if (this.#variant === undefined) return;
    this.show(this.#variant.startFen);
    this.#change();
  }

  #boxes({ rights }: Setup): void {
    this.#held = new Set(rights.map(({ letter }) => letter).filter(letter => this.#held.has(letter)));
    const focused = document.activeElement?.getAttribute('data-right');
    this.#rights.hidden = rights.length === 0;
    this.#rights.replaceChildren(
      make('legend', {}, 'Rights'),
      ...rights.map(({ letter, side, name }) => {
        const box = make('input', { type: 'checkbox', 'data-right': letter });
        box.checked = this.#held.has(letter);
        box.addEventListener('change', () => {
          if (box.checked) this.#held.add(letter);
          else this.#held.delete(letter);
          this.#change();
        });
        return make('label', { class: 'right' }, box, ` ${side === 'white' ? 'White' : 'Black'}: ${name}`);
      }),
    );
    if (focused !== null && focused !== undefined) this.#rights.querySelector<HTMLElement>(`[data-right="${focused}"]`)?.focus();
  }

  #change(): void {
    if (this.#variant !== undefined) this.#edited(this.#fen(this.#variant));
  }

  #fen(variant: Variant): string {
    const boxes = [...this.#rights.querySelectorAll('input')].map(box => box.dataset['right'] ?? '');
    const rights = boxes.filter(letter => this.#held.has(letter)).join('');
    const field = (widget: { value: string }, empty: string) => {
      const text = widget.value.trim().replace(/\s+/g, '');
      return text === '' ? empty : text;
    };
    const waiting = variant.hasWaitingPawns ? field(this.#waiting, '') : '';
    const rest = [field(this.#enPassant, '-'), field(this.#halfmoves, '0'), field(this.#number, '1'), waiting];
    return [placementText(this.#placement, variant), this.#side.value, rights === '' ? '-' : rights, ...rest].join(' ').trim();
  }
}
