// What to ask the other program next, and what was found.

import type { BisectQuestion, BisectReport, BisectResult, BisectStep, Protocol, Variant } from 'campione';

import { button, byId, copy, make } from '../dom.js';

/** What one types into the other program. */
export function commandsOf({ fen, sent, depth }: BisectQuestion, protocol: Protocol, variant: Variant): string {
  if (protocol === 'template') return fen;
  const moves = sent.length > 0 ? ` moves ${sent.join(' ')}` : '';
  const own = protocol === 'uci' ? [`position fen ${fen}${moves}`, `go perft ${depth}`] : ['force', `setboard ${fen}`, ...sent, `divide ${depth}`];
  return [...variant.chosenBy(protocol), ...own].join('\n');
}

/** Why it is asked, in words. */
function whyOf({ path, san, sent, counts, depth }: BisectQuestion, protocol: Protocol): string {
  const plies = `${depth} ${depth === 1 ? 'ply' : 'plies'}`;
  const [last] = san.slice(-1);
  if (last === undefined) return `Divide the position to ${plies} with your engine, and paste what it prints.`;
  if (counts !== null) {
    const [ours, theirs] = counts;
    return `Your engine counts ${theirs.toLocaleString('en')} after ${path.at(-1)} (${last}), right is ${ours.toLocaleString('en')}. Go down: divide the position after it to ${plies}.`;
  }
  if (protocol !== 'template' && sent.length < path.length) {
    return `Is your engine right when it is told the position, and not the moves? Divide the position after ${last} once more, to ${plies}, set up like this.`;
  }
  return `Divide the position after ${last} to ${plies}.`;
}

/** Both totals of an answer, and the difference in words. */
export function totalsOf({ depth, differs, nodes: [ours, theirs] }: BisectStep): string {
  const same = differs ? 'the same, but not of the same moves' : 'the same';
  const difference = theirs - ours;
  const words = difference === 0 ? same : `${Math.abs(difference).toLocaleString('en')} too ${difference > 0 ? 'many' : 'few'}`;
  return `perft ${depth} = ${ours.toLocaleString('en')}; your engine has ${theirs.toLocaleString('en')}: ${words}`;
}

/** What the page does for the panel. */
export interface CompareHost {
  /** Shows the position after these moves from the start of the walk. */
  go(path: readonly string[]): void;
  /** Shows a move on the board. */
  point(squares: readonly [string, string] | undefined): void;
}

/** Shows what a walk says. */
export class CompareView {
  readonly #host: CompareHost;
  readonly #place = byId('question');

  constructor(host: CompareHost) {
    this.#host = host;
  }

  show(result: BisectResult, protocol: Protocol, variant: Variant): void {
    const read = result.steps.at(-1);
    const note = read === undefined ? [] : [make('p', { id: 'read-as' }, `Read: ${read.notation}${read.sum === null ? '' : `; its counts add up to ${read.sum.toLocaleString('en')}, which is not its total`}.${this.#doubt(result)}`)];
    const { question, report } = result;
    if (question !== null) this.#place.replaceChildren(...note, ...this.#question(question, protocol, variant));
    else if (report !== null) this.#place.replaceChildren(...note, ...this.#report(report));
    byId('paste-form').hidden = question === null;
  }

  /** If no count fits, the divide may be of another depth or position. */
  #doubt({ steps }: BisectResult): string {
    const step = steps.at(-1);
    if (step === undefined || !step.listed || step.depth === 1 || step.moves.length < 2) return '';
    const fits = step.moves.some(({ nodes, theirs }) => theirs === nodes);
    return fits ? '' : ` No count is the same: is it of this position, at depth ${step.depth}?`;
  }

  #question(question: BisectQuestion, protocol: Protocol, variant: Variant): HTMLElement[] {
    const commands = commandsOf(question, protocol, variant);
    const copier = (label: string, text: string, id: string) => {
      const made = button(label, () => void copy(text, made), { id });
      return made;
    };
    const copies = [copier(protocol === 'template' ? 'Copy the FEN' : 'Copy the commands', commands, 'copy-commands')];
    if (protocol !== 'template') copies.push(copier('Copy the FEN alone', question.fen, 'copy-question-fen'));
    if (question.path.length > 0) copies.push(button('Show this position', () => this.#host.go(question.path), { id: 'show-question' }));
    return [
      make('p', { id: 'why' }, whyOf(question, protocol)),
      make('pre', { id: 'commands', tabindex: '0', 'aria-label': 'What to type into the engine' }, commands),
      make('p', { class: 'row' }, ...copies),
    ];
  }

  #report(report: BisectReport): HTMLElement[] {
    if (report.agrees) {
      const nodes = report.compared?.nodes[0].toLocaleString('en');
      return [make('p', { class: 'found' }, `No difference to depth ${report.compared?.depth}: ${nodes} nodes.`)];
    }
    const list = (id: string, items: readonly Node[][]) => (items.length === 0 ? [] : [make('ul', { id }, ...items.map(item => make('li', {}, ...item)))]);
    const moves = (kind: string) => report[kind === 'missing' ? 'missing' : 'superfluous'].map(({ move, san, rule, source }) => {
      const found = move.match(/[a-l]\d+/g);
      const [from, to] = [found?.[0], found?.at(-1)];
      const squares = from === undefined || to === undefined ? undefined : ([from, to] as const);
      const shown = button(san === null || san === move ? move : `${move} (${san})`, () => this.#host.point(squares));
      return [make('strong', {}, `${kind}: `), shown, document.createTextNode(` ${rule}${source === '' ? '' : ` [${source}]`}`)];
    });
    const where = report.san.length === 0 ? 'In the position at the start of the walk' : `After ${report.san.join(' ')}`;
    const wrong = report.playedWrongly;
    return [
      make('p', { class: 'found' }, `${where} your engine is wrong.`),
      ...list('disputed', [...moves('missing'), ...moves('superfluous')]),
      ...list('rules-broken', report.rules.map(({ rule, source }) => [make('strong', {}, 'Rule: '), document.createTextNode(`${rule}${source === '' ? '' : ` [${source}]`}`)])),
      ...(wrong === null ? [] : [make('p', { id: 'played-wrongly' }, `It plays ${wrong.move} (${wrong.san}) wrongly.`)]),
      ...list('notes', report.notes.map(note => [document.createTextNode(note)])),
      make('p', { class: 'row' }, button('Show this position', () => this.#host.go(report.path), { id: 'show-found' })),
    ];
  }
}
