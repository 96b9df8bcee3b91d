// Small helpers for the page.

/** The element with an id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found as T;
}

/** The choice with an id. */
export const select = (id: string): HTMLSelectElement => byId<HTMLSelectElement>(id);

/** The field of one line with an id. */
export const input = (id: string): HTMLInputElement => byId<HTMLInputElement>(id);

/** A new element with attributes and children. A function is a listener for `click`. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | boolean | (() => void)> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener('click', value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A button that does something. */
export function button(text: string, click: () => void, attributes: Record<string, string | boolean> = {}): HTMLButtonElement {
  const made = make('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', click);
  return made;
}

/** Text that is safe within XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, c => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
}

/** The drawing of a piece alone. */
export function pictured(svg: string, label = ''): SVGSVGElement {
  const holder = document.createElement('div');
  const named = label === '' ? 'aria-hidden="true"' : `role="img" aria-label="${escaped(label)}"`;
  // An id must not be there twice; alone, a drawing is not referred to.
  holder.innerHTML = `<svg viewBox="0 0 100 100" ${named}>${svg.replace(/ id="[^"]*"/, '')}</svg>`;
  return holder.firstElementChild as SVGSVGElement;
}

/** Shows a message in a place for errors, or hides the place. */
export function tell(place: HTMLElement, message: string): void {
  place.textContent = message;
  place.hidden = message === '';
}

/** A text without the places of documents where rules stand: the page shows the rules itself. */
export function uncited(text: string): string {
  return text.replace(/\s*\[RULES\.md[^\]]*\]/g, '').replace(/\s*\(RULES\.md[^)]*\)/g, '');
}

/** What went wrong, as a sentence. */
export function messageOf(error: unknown): string {
  return uncited(error instanceof Error ? error.message : String(error));
}

/** Waits for work of which nobody else hears: what goes wrong with it is said on the page. */
export function watched(work: Promise<unknown>): void {
  work.catch((error: unknown) => tell(byId('message'), messageOf(error)));
}

/** Copies a text, and says on the button that it did. */
export async function copy(text: string, from: HTMLButtonElement, field?: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  const label = (from.dataset['label'] ??= from.textContent ?? '');
  try {
    await navigator.clipboard.writeText(text);
    from.textContent = 'Copied';
  } catch {
    // Without a clipboard the text is selected, to be copied by hand.
    if (field !== undefined) field.select();
    else window.prompt('Copy this', text);
    from.textContent = 'Selected: copy it';
  }
  setTimeout(() => (from.textContent = label), 1500);
}
