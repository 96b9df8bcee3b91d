// The two sides: who plays them, what they have lost, and their time.

import type { Drawings, Variant } from 'campione';

import { byId, make, pictured } from './dom.js';
import type { Placement } from './palette.js';

/** What is shown of a side. */
export interface SideShown {
  name: string;
  /** The time that is left, as a text. */
  clock?: string | undefined;
  runs: boolean;
  short: boolean;
}

/** The letters of the pieces by how many there are more of at the start than now. */
function missing(start: Placement, now: Placement): string[] {
  const left = new Map<string, number>();
  for (const letter of Object.values(start)) left.set(letter, (left.get(letter) ?? 0) + 1);
  for (const letter of Object.values(now)) left.set(letter, (left.get(letter) ?? 0) - 1);
  return [...left].flatMap(([letter, count]) => Array<string>(Math.max(0, count)).fill(letter));
}

/** What a side took of the other, the same pieces that it lost itself left out: `+` is what it is ahead. */
function taken(start: Placement, now: Placement, white: boolean): { letters: string[]; ahead: Set<string> } {
  const isOwn = (letter: string) => (letter === letter.toUpperCase()) === white;
  const lost = missing(start, now);
  const count = (letters: string[]) => letters.reduce((all, letter) => all.set(letter.toUpperCase(), (all.get(letter.toUpperCase()) ?? 0) + 1), new Map<string, number>());
  const [theirs, ours] = [count(lost.filter(letter => !isOwn(letter))), count(lost.filter(isOwn))];
  const ahead = new Set([...theirs].filter(([letter, number]) => number > (ours.get(letter) ?? 0)).map(([letter]) => letter));
  return { letters: lost.filter(letter => !isOwn(letter)), ahead };
}

/** How many pieces a side has more of than the other, by name: `a rook and 2 pawns ahead`. */
export function aheadText(now: Placement, white: boolean, variant: Variant): string {
  const parts = Object.entries(variant.pieces).flatMap(([letter, { name }]) => {
    const [own, other] = white ? [letter, letter.toLowerCase()] : [letter.toLowerCase(), letter];
    const count = (wanted: string) => Object.values(now).filter(found => found === wanted).length;
    const more = count(own) - count(other);
    return more <= 0 ? [] : [more === 1 ? name : `${more} ${name}s`];
  });
  return parts.length === 0 ? '' : `ahead by ${parts.join(', ')}`;
}

/** Shows a side in the strip above or below the board. */
export function showStrip(place: 'upper' | 'lower', white: boolean, shown: SideShown, turn: boolean, start: Placement, now: Placement, variant: Variant, drawings: Drawings): void {
  const strip = byId(place);
  const key = JSON.stringify([white, shown.name, turn, start, now, variant.id, drawings.colors.page, shown.clock === undefined]);
  if (strip.dataset['key'] !== key) {
    strip.dataset['key'] = key;
    const { letters, ahead } = taken(start, now, white);
    const order = Object.keys(variant.pieces);
    letters.sort((a, b) => order.indexOf(a.toUpperCase()) - order.indexOf(b.toUpperCase()));
    const words = aheadText(now, white, variant);
    const row = make('span', { class: 'taken', role: 'img', 'aria-label': `has taken ${letters.length} pieces${words === '' ? '' : `, ${words}`}`, title: words });
    letters.forEach((letter, index) => {
      if (index > 0 && letters[index - 1] !== letter) row.append(make('i', {}));
      const picture = pictured(drawings.pieces[letter]?.svg ?? '');
      if (!ahead.has(letter.toUpperCase())) picture.classList.add('even');
      row.append(picture);
    });
    strip.className = `strip ${place}${turn ? ' turn' : ''}`;
    const clock = shown.clock === undefined ? [] : [make('span', { class: 'clock', role: 'timer', 'aria-label': `Time of ${white ? 'White' : 'Black'}` })];
    strip.replaceChildren(make('span', { class: `side ${white ? 'white' : 'black'}`, 'aria-hidden': 'true' }), make('span', { class: 'name' }, shown.name), row, ...clock);
  }
  const clock = strip.querySelector('.clock');
  if (clock === null) return;
  if (clock.textContent !== shown.clock) clock.textContent = shown.clock ?? '';
  clock.classList.toggle('runs', shown.runs);
  clock.classList.toggle('short', shown.short);
}
