// Our package and ffish.js side by side, in one run, and the engine beside the native one: `node bench/compare.mjs [ROUNDS] [BINARY]`.
// Times are those of the processor, the least of several rounds. BINARY is `campione`, built in release mode; without it, that of the repository is looked for.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Board, Engine } from 'campione';
import Ours from 'campione/ffish';

async function theirs() {
  const path = createRequire(import.meta.url).resolve('ffish-es6');
  // Where there is `fetch`, it looks for its file on the network.
  const { fetch } = globalThis;
  delete globalThis.fetch;
  const { default: make } = await import(path);
  const loaded = await make({ wasmBinary: readFileSync(new URL('ffish.wasm', `file://${path}`)), print() {}, printErr() {} });
  globalThis.fetch = fetch;
  return loaded;
}

const VARIANTS = ['capablanca', 'gothic', 'janus', 'chess'];
const ROUNDS = Number(process.argv[2] ?? 7);
const BINARY = process.argv[3] ?? new URL('../../../target/release/campione', import.meta.url).pathname;

/** Milliseconds of the processor that this program has used. */
const used = () => process.cpuUsage().user / 1000;

/** Microseconds of a call: the least of several rounds of about 50 ms. */
function time(call) {
  let times = 1;
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = used();
    for (let i = 0; i < times; i++) call();
    const took = used() - start;
    if (took < 25) {
      times *= Math.max(2, Math.ceil(50 / Math.max(took, 0.1)));
      round--;
      continue;
    }
    least = Math.min(least, (took * 1000) / times);
  }
  return least;
}

function walk(board, depth) {
  if (depth === 0) return 1;
  let count = 0;
  for (const move of board.legalMoves().split(' ')) {
    if (move === '') return 0;
    board.push(move);
    count += walk(board, depth - 1);
    board.pop();
  }
  return count;
}

const ffish = await theirs().catch(error => {
  console.log(`ffish.js does not load: ${error}`);
  return null;
});
const ours = await Ours();
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
const number = value => value.toLocaleString('en', { maximumFractionDigits: 1 });
const shown = (game, task, own, facade, their) =>
  row(game, task, number(own), number(facade), their === null ? '–' : number(their), their === null ? '–' : `${number(their / own)}x`);

row('game', 'task', '`Board`', '`campione/ffish`', 'ffish.js', '`Board` is faster');
row('---', '---', '--:', '--:', '--:', '--:');
for (const game of VARIANTS) {
  const [own, facade, their] = [new Board(game), new ours.Board(game), ffish && new ffish.Board(game)];
  const both = call => [time(() => call(facade)), their && time(() => call(their))];
  shown(game, 'legal moves', time(() => own.legalMoves()), ...both(board => board.legalMoves().split(' ')));
  shown(game, 'SAN of all legal moves', time(() => own.legalMovesSan()), ...both(board => board.legalMovesSan().split(' ')));
  shown(game, 'perft 3', time(() => own.perft(3)), ...both(board => walk(board, 3)));
}

/** Nodes a second: the most of several searches of so many nodes, ours and the native one in turns. */
async function engines(variant, net) {
  const nodes = 1_000_000;
  let [own, native] = [0, 0];
  for (let round = 0; round < 3; round++) {
    const engine = new Engine({ hash: 16, net });
    // What an engine does first is compiled by the way.
    await engine.go({ nodes: 20_000 });
    const start = used();
    await engine.position(new Board(variant)).go({ nodes });
    own = Math.max(own, (nodes / (used() - start)) * 1000);
    engine.close();
    if (!existsSync(BINARY)) continue;
    const how = ['analyse', '-v', variant, '--nodes', String(nodes), '--threads', '1', '--hash', '16', ...(net ? [] : ['--no-net'])];
    // The shell says how long the processor worked.
    const timed = ['-c', 'TIMEFORMAT=%U; time "$@" >/dev/null', 'bash', BINARY, ...how];
    const { stderr } = spawnSync('bash', timed, { encoding: 'utf8' });
    native = Math.max(native, nodes / Number(stderr.trim().split('\n').at(-1)));
  }
  row(variant, net ? 'net' : 'no net', number(own / 1000), native === 0 ? '–' : number(native / 1000), native === 0 ? '–' : (own / native).toFixed(2));
}

console.log();
row('engine', 'evaluation', 'wasm, thousand nodes a second', 'native', 'ratio');
row('---', '---', '--:', '--:', '--:');
for (const [variant, net] of [['capablanca', false], ['capablanca', true], ['courier-spiel', false]]) await engines(variant, net);
process.exit(0);
