// A low board leaves room below it. The two sides have their strips there, above and below the board, if there is enough for both.

import { byId } from './dom.js';

/** Says on the page whether there is enough room; what it says changes the layout, so it measures without it. */
function measure(): void {
  const { classList } = document.body;
  classList.remove('low');
  const spare = byId('board').parentElement!.parentElement!.clientHeight - byId('board').clientHeight;
  classList.toggle('low', spare >= byId('upper').offsetHeight + byId('lower').offsetHeight);
}

/** Measures now, and whenever the window or the shape of the board changes. */
export function watchRoom(): void {
  addEventListener('resize', measure);
  new MutationObserver(measure).observe(document.documentElement, { attributeFilter: ['style'] });
  new MutationObserver(measure).observe(byId('gauge'), { attributeFilter: ['hidden'] });
  measure();
}
