// A user's variant file is a game at once; what is wrong with it is shown in place.

import { CampioneError, Variant, VariantError, iniNames } from 'campione';

import { button, byId, make, messageOf, watched } from './dom.js';

/** What the page does for files. */
export interface FileHost {
  /** Plays a variant from its start. */
  play(variant: Variant): void;
  /** Loads a game of a text. */
  loadPgn(text: string): void;
  /** The variant on the board. */
  variant(): Variant;
  /** Opens the panel. */
  open(): void;
}

/** Larger files are none of variants. */
const MOST = 1 << 20;

/** Larger files of games take the page too long to read. */
const MOST_PGN = 32 << 20;

/** A section of an ini file has a parent; a table of TOML has none. */
function isIni(text: string, name: string): boolean {
  if (/\.ini$/i.test(name)) return true;
  return !/\.toml$/i.test(name) && /^\s*\[[^\]\n]+:[^\]\n]*\]/m.test(text);
}

export class Files {
  readonly #host: FileHost;
  readonly #text = byId<HTMLTextAreaElement>('file-text');
  readonly #game = byId<HTMLSelectElement>('file-game');
  readonly #faults = byId('faults');
  #name = '';

  constructor(host: FileHost) {
    this.#host = host;
    const chooser = byId<HTMLInputElement>('file');
    chooser.addEventListener('change', () => {
      const [file] = chooser.files ?? [];
      chooser.value = '';
      if (file !== undefined) watched(this.open(file));
    });
    byId('play-file').addEventListener('click', () => this.play());
    byId('show-file').addEventListener('click', () => {
      this.#name = '';
      this.#text.value = host.variant().toToml();
      this.#list();
    });
    this.#text.addEventListener('input', () => {
      this.#name = '';
      this.#list();
    });
    const drags = (on: boolean) => document.body.classList.toggle('dropping', on);
    for (const type of ['dragenter', 'dragover']) {
      document.addEventListener(type, event => {
        event.preventDefault();
        drags(true);
      });
    }
    document.addEventListener('dragleave', () => drags(false));
    document.addEventListener('drop', event => {
      event.preventDefault();
      drags(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) watched(this.open(file));
    });
  }

  /** Opens a file: plays its variant, or shows what is wrong. */
  async open(file: File): Promise<void> {
    const isPgn = /\.pgn$/i.test(file.name);
    if (file.size > (isPgn ? MOST_PGN : MOST)) {
      this.#tell([isPgn ? `${file.name} has more than 32 MiB; the page reads smaller files of games` : `${file.name} has more than a mebibyte; it is no file of a variant`]);
      return;
    }
    const text = await file.text();
    if (isPgn) {
      this.#host.loadPgn(text);
      return;
    }
    this.#text.value = text;
    this.#name = file.name;
    this.#list();
    this.play();
  }

  /** Plays the variant of the text. */
  play(): void {
    const text = this.#text.value;
    this.#tell([]);
    const id = this.#name.replace(/\.[^.]*$/, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);
    try {
      const ini = isIni(text, this.#name);
      const variant = ini ? Variant.fromIni(text, this.#game.hidden ? undefined : this.#game.value) : Variant.fromToml(text, id === '' ? 'custom' : id);
      this.#host.play(variant);
      if (!ini) this.#tell(variant.warnings(text).map(({ place, reason }) => ({ place, reason: `Without effect: ${reason}` })));
    } catch (error) {
      const faults = error instanceof VariantError ? error.faults : [];
      this.#tell(
        faults.length > 0
          ? faults.map(({ field, place, reason }) => ({ place, reason: field === null ? reason : `${field}: ${reason}` }))
          : [messageOf(error)],
      );
    }
  }

  /** Offers the games of an ini file with several. */
  #list(): void {
    let names: string[] = [];
    try {
      if (isIni(this.#text.value, this.#name)) names = iniNames(this.#text.value);
    } catch (error) {
      if (!(error instanceof CampioneError)) throw error;
    }
    this.#game.replaceChildren(...names.map(name => new Option(name)));
    this.#game.hidden = names.length < 2;
    byId('file-panel').querySelector('label[for="file-game"]')?.toggleAttribute('hidden', names.length < 2);
  }

  #tell(faults: readonly (string | { place: readonly [number, number] | null; reason: string })[]): void {
    if (faults.length > 0) this.#host.open();
    const items = faults.map(fault => {
      if (typeof fault === 'string') return make('li', {}, fault);
      const { place, reason } = fault;
      if (place === null) return make('li', {}, reason);
      const [line, column] = place;
      return make('li', {}, button(`line ${line}, column ${column}`, () => this.#select(line)), ` ${reason}`);
    });
    this.#faults.replaceChildren(...items);
    if (faults.length > 0) this.#faults.scrollIntoView({ block: 'nearest' });
  }

  /** Selects a line of the text. */
  #select(line: number): void {
    const lines = this.#text.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.#text.focus();
    this.#text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  }
}
