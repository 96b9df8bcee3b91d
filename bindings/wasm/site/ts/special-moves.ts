// Buttons for what one might not find on the board: castlings of all kinds, leaps, and pawns that have waited. Each is explained.

import type { Board, MoveInfo } from 'campione';

import type { Arrow } from './board-marks.js';
import { explain } from './chooser.js';
import { button, byId, make } from './dom.js';
import { described, ruleAbout, specials } from './moving.js';

/** What the page does for special moves. */
export interface SpecialHost {
  /** Plays one of some moves; asks which if there are several. */
  play(moves: readonly MoveInfo[]): void;
  /** Shows where the pieces of a move go; nothing to show the board as it is. */
  point(arrows: readonly Arrow[] | undefined): void;
  /** Another promotion is chosen for the pawn that has waited. */
  first(letter: string | undefined): void;
}

/** A button that explains rules. */
function why(titles: readonly string[], board: Board): HTMLElement[] {
  return titles.flatMap(title => {
    const words = ruleAbout(title, board.variant());
    return words === '' ? [] : [button(`${title}?`, () => explain(title, [{ rule: words }]), { class: 'why', title: 'The rule' })];
  });
}

/** Shows the castlings and leaps among the legal moves. */
export function showSpecials(legal: readonly MoveInfo[], board: Board, host: SpecialHost): void {
  const all = specials(legal, board);
  byId('special').hidden = all.length === 0;
  const buttons = all.map(({ label, moves }) => {
    const [only] = moves;
    const title = moves.length === 1 && only !== undefined ? described(only, board) : `${label} ${moves.length} ways`;
    const made = button(label, () => host.play(moves), { title });
    const arrows = moves.flatMap(({ from, to, partner }): Arrow[] => [[from, to], ...(partner === undefined ? [] : [[partner.from, partner.to, 'second'] as const])]);
    made.addEventListener('pointerenter', () => host.point(arrows));
    made.addEventListener('pointerleave', () => host.point(undefined));
    return made;
  });
  byId('special-moves').replaceChildren(...buttons, ...why([...new Set(all.map(({ name }) => name))], board));
}

/** Shows what a pawn that has waited may become before the next move. */
export function showWaiting(firsts: readonly (string | undefined)[], chosen: string | undefined, board: Board, isActive: boolean, host: SpecialHost): void {
  const waits = firsts.some(first => first !== undefined) && isActive;
  byId('waiting').hidden = !waits;
  if (!waits) return;
  const { pieces } = board.variant();
  const choices = firsts.map(first => {
    const radio = make('input', { type: 'radio', name: 'first', value: first ?? '' });
    radio.checked = first === chosen;
    radio.addEventListener('change', () => host.first(first));
    const name = first === undefined ? 'it waits on' : `it becomes a ${pieces[first]?.name ?? first}`;
    return make('label', {}, radio, ` ${name}`);
  });
  byId('waiting-choices').replaceChildren(...choices, make('span', { class: 'quiet' }, 'then make your move.'), ...why(['Promotion'], board));
}
