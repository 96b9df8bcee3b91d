// The icons: our own drawings, in lines on a square of 24 units. `data-icon` names the one that an element begins with.

const PATHS: Readonly<Record<string, string>> = {
  first: 'M6 5v14M19 5l-8 7 8 7',
  back: 'm15 5-8 7 8 7',
  next: 'm9 5 8 7-8 7',
  last: 'M18 5v14M5 5l8 7-8 7',
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12H9',
  flip: 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.5.4.6 1 .6 2.2h6c0-1.200.1-1.800.600-2.200A6 6 0 0 0 12 3Z',
  analyse: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  pen: 'm4 20 1-5L16 4l4 4L9 19ZM13 7l4 4',
  plus: 'M12 5v14M5 12h14',
  dice: 'M5 5h14v14H5ZM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01',
  opponent: 'M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7ZM3 20c0-4 3-6 6-6s6 2 6 6M16 4.500a3.500 3.500 0 0 1 0 6M18 14.500c2 1 3 3 3 5.500',
  book: 'M12 6c-2-1.500-5-2-8-2v14c3 0 6 .5 8 2 2-1.500 5-2 8-2V4c-3 0-6 .5-8 2ZM12 6v14',
  setup: 'M4 4h16v16H4ZM4 12h16M12 4v16M4 4h8v8H4M12 12h8v8h-8',
  text: 'M6 3h8l4 4v14H6ZM14 3v4h4M9 12h6M9 16h6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  threat: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12Z',
  enter: 'M20 5v7H5M9 8l-4 4 4 4',
  puzzle: 'M5 8h4a2.500 2.500 0 1 1 5 0h4v4a2.500 2.500 0 1 1 0 5v3H5v-3a2.500 2.500 0 1 0 0-5Z',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'M12 20V5M6 11l6-6 6 6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
};

/** An icon. */
export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.innerHTML = `<path d="${PATHS[name] ?? ''}"/>`;
  // A dot is a line without length: it needs a thicker pen.
  if (name === 'more' || name === 'dice') svg.style.strokeWidth = name === 'more' ? '3' : '2';
  return svg;
}

/** Draws the icons of all elements that name one. */
export function drawIcons(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-icon]')) element.prepend(icon(element.dataset['icon'] ?? ''));
}
