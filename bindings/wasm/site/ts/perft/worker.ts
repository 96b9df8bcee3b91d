// A worker that counts. It does one thing after the other; to stop it is to end it.

import type { Board, Bisection } from 'campione';

import type { Source } from '../saved.js';
import type { Answer, Question, Spot, Walk } from './messages.js';

// Workers do not see the import map of the page.
const library: Promise<typeof import('campione')> = import(new URL('../../campione/index.js', import.meta.url).href);

const scope = globalThis as unknown as { postMessage(answer: Answer): void; onmessage: (event: MessageEvent<Question>) => void };

/** Boards are kept: the parts of a count begin with the same position. */
let root: { key: string; board: Board } | undefined;
/** A walk is kept: it has counted what the next one needs. */
let walk: { key: string; bisection: Bisection } | undefined;

async function boardOf({ source, fen, path }: Spot): Promise<Board> {
  const { Board, Variant } = await library;
  const rules = (from: Source) => {
    if ('toml' in from) return Variant.fromToml(from.toml, from.id);
    return Variant.named(from.name);
  };
  const key = JSON.stringify([source, fen]);
  if (root?.key !== key) root = { key, board: new Board(rules(source), fen) };
  const board = root.board.copy();
  board.pushMoves(path);
  return board;
}

async function walked({ spot, depth, protocol, letters, divides, known }: Walk): Promise<Answer> {
  const { Bisection } = await library;
  const key = JSON.stringify([spot, depth, protocol, letters]);
  if (walk?.key !== key) walk = { key, bisection: new Bisection(await boardOf(spot), depth, { protocol, letters }) };
  for (const one of known) walk.bisection.know(await boardOf({ ...spot, path: one.path }), one.depth, one.counts);
  return { kind: 'walked', result: walk.bisection.walk(divides) };
}

async function answer(question: Question): Promise<Answer> {
  if (question.kind === 'walk') return walked(question.walk);
  return { kind: 'counted', nodes: (await boardOf(question.spot)).perft(question.depth) };
}

scope.onmessage = ({ data }) => {
  void answer(data)
    .catch((error: unknown): Answer => ({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }))
    .then(answer => scope.postMessage(answer));
};
