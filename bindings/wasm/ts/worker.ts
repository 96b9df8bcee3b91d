// The engine's worker. It does one thing after the other; a search is one call that nothing interrupts, and to stop one is to end
// the worker.

import type { Answer, Question, Told } from './messages.js';
import init, { RawBoard, RawEngine, RawVariant } from './wasm/campione.js';

declare const process: { versions?: { node?: string } } | undefined;

let engine: RawEngine | undefined;
let send: (answer: Answer) => void;
/** What must be done before a search: the library made ready, a net read, or the error told. */
let loading: Promise<void> | undefined;

function boardOf({ variant, start, moves }: Told): RawBoard {
  const rules = 'name' in variant ? RawVariant.named(variant.name) : RawVariant.from_toml(variant.toml, variant.id);
  const board = new RawBoard(rules, start);
  board.push_all(moves, '');
  return board;
}

async function answer(question: Question): Promise<void> {
  if (question.kind === 'load') {
    await init({ module_or_path: question.module });
    engine = new RawEngine(question.hash);
    send({ kind: 'ready' });
    return;
  }
  await loading;
  if (engine === undefined) return;
  if (question.kind === 'net') {
    engine.set_net(question.bytes);
    return;
  }
  if (question.kind === 'clear') {
    engine.clear();
    return;
  }
  if (question.kind === 'level') {
    engine.set_level(question.level, question.seed);
    return;
  }
  const { number, game, limits } = question;
  const board = boardOf(game);
  const result = engine.go(board, limits, (info: string) => send({ kind: 'info', number, info }));
  board.free();
  send({ kind: 'done', number, result });
}

function ask(question: Question): void {
  const number = question.kind === 'go' ? question.number : null;
  const failed = (error: unknown) => send({ kind: 'failed', number, error: typeof error === 'string' ? error : String(error) });
  const answered = answer(question).catch(failed);
  if (question.kind === 'load' || question.kind === 'net') loading = answered;
}

// Nothing is awaited at the top level: bundlers may make a classic script of this module.
if (typeof process === 'object' && process?.versions?.node !== undefined) {
  const name = 'node:worker_threads';
  void import(/* webpackIgnore: true */ /* @vite-ignore */ name).then(({ parentPort }) => {
    send = message => parentPort.postMessage(message);
    parentPort.on('message', ask);
  });
} else {
  const scope = globalThis as unknown as { postMessage: (answer: Answer) => void; onmessage: (event: MessageEvent) => void };
  send = message => scope.postMessage(message);
  scope.onmessage = event => ask(event.data as Question);
}
