// The choice of a variant, on both pages.

import { Variant, ownVariants, variants } from 'campione';

import { byId, input, make, select } from './dom.js';

const FIVE = ['carrera', 'archchess', 'herb-garden', 'crc', 'courier-spiel'];

/** Fills the choice with the built-in variants. */
export function listVariants(): void {
  const own = new Set(ownVariants());
  const group = (label: string, ids: string[]) => make('optgroup', { label }, ...ids.map(id => new Option(Variant.named(id).name, id)));
  select('variant').append(
    group('Large boards of four centuries', FIVE),
    group('Their relatives', [...own].filter(id => !FIVE.includes(id))),
    group('Known from elsewhere', variants().filter(id => !own.has(id))),
  );
}

/** Shows which variant it is; one of a file gets a line of its own. */
export function showVariant(variant: Variant): void {
  const list = select('variant');
  list.querySelector('option[data-own]')?.remove();
  if (variant.isBuiltIn) {
    list.value = variant.id;
  } else {
    list.append(make('option', { value: variant.id, 'data-own': true }, `${variant.name} (your file)`));
    list.selectedIndex = list.options.length - 1;
  }
}

/** Shows the number of the start array, where arrays have numbers. */
export function showNumber(variant: Variant): void {
  const { numbering } = variant;
  byId('numbered').hidden = numbering === null || !variant.isBuiltIn;
  document.title = `${variant.name} — Campione`;
  if (numbering === null) return;
  const [field, number] = [input('number'), String(variant.arrayNumber ?? '')];
  [field.min, field.max] = [String(numbering[0]), String(numbering[1])];
  if (field.dataset['shown'] === number) return;
  field.dataset['shown'] = number;
  field.value = number;
}
