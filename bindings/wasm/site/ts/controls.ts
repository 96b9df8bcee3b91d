// The buttons, choices and keys of the page.

import { byId, input, select } from './dom.js';
import { listenToKeys } from './keys.js';

/** What the controls do. */
export interface Acts {
  first(): void;
  back(): void;
  on(): void;
  last(): void;
  /** Goes to the next or the last of the moves of the same position. */
  sibling(by: number): void;
  takeBack(): void;
  flip(): void;
  hint(): void;
  /** A new game. */
  begin(): void;
  resign(): void;
  draw(): void;
  review(): void;
  learn(): void;
  puzzles(): void;
  /** A new game, or the next puzzle. */
  next(): void;
  /** Moves are to be typed, where there is no field for it at first. */
  typing(): void;
  /** A new game from a numbered array. */
  array(number: number): void;
  random(): void;
  variant(id: string): void;
  /** Others play. */
  opponent(): void;
  /** A setting is different. */
  changed(): void;
  bringBack(): void;
  copyLink(): void;
  annotate(): void;
  promote(): void;
  remove(): void;
  glyph(nag: number): void;
  /** The piece in the hand is put down. */
  empty(): void;
}

/** Listens to all of them. */
export function listenToControls(acts: Acts): void {
  const clicks: Readonly<Record<string, () => void>> = {
    'first': acts.first,
    'back': acts.back,
    'on': acts.on,
    'last': acts.last,
    'takeback': acts.takeBack,
    'flip': acts.flip,
    'hint': acts.hint,
    'new': acts.begin,
    'begin': acts.begin,
    'resign': acts.resign,
    'draw': acts.draw,
    'review': acts.review,
    'learn-open': acts.learn,
    'puzzles-open': acts.puzzles,
    'puzzles-more': acts.puzzles,
    'type-open': acts.typing,
    'random': acts.random,
    'bring-back': acts.bringBack,
    'copy-link': acts.copyLink,
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener('click', act);
  const change = (id: string, act: () => void) => byId(id).addEventListener('change', act);
  change('number', () => acts.array(input('number').valueAsNumber));
  change('variant', () => acts.variant(select('variant').value));
  change('opponent', acts.opponent);
  for (const id of ['level', 'lines', 'clock', 'analysis', 'threat', 'theme', 'sound']) change(id, acts.changed);
  listenToKeys([
    { keys: ['ArrowLeft'], words: 'back', act: acts.back },
    { keys: ['ArrowRight'], words: 'next', act: acts.on },
    { keys: ['ArrowUp'], words: 'the move before of the same position', act: () => acts.sibling(-1) },
    { keys: ['ArrowDown'], words: 'the next move of the same position', act: () => acts.sibling(1) },
    { keys: ['Home'], words: 'start', act: acts.first },
    { keys: ['End'], words: 'end', act: acts.last },
    { keys: ['f'], words: 'turn the board', act: acts.flip },
    { keys: ['u'], words: 'take back', act: acts.takeBack },
    { keys: ['n'], words: 'new game; among puzzles, the next one', act: acts.next },
    { keys: ['h'], words: 'hint', act: acts.hint },
    { keys: ['a'], words: 'analyse', act: () => input('analysis').click() },
    { keys: ['t'], words: 'threat', act: () => input('threat').click() },
    { keys: ['m'], words: 'annotate the move', act: acts.annotate },
    { keys: ['p'], words: 'make the variation the main line', act: acts.promote },
    { keys: ['Delete'], words: 'delete the move and what follows', act: acts.remove },
    { keys: ['!'], words: 'good move', act: () => acts.glyph(1) },
    { keys: ['?'], words: 'mistake', act: () => acts.glyph(2) },
    { keys: ['Escape'], words: 'put the piece down', act: acts.empty },
  ]);
}
