// Our package and ffish.js side by side, in one run: `node bench/compare.mjs`. The least time of several rounds.

import { readFileSync } from 'node:fs';
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

/** Microseconds of a call: the least of several rounds of about 50 ms. */
function time(call) {
  let times = 1;
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let i = 0; i < times; i++) call();
    const took = performance.now() - start;
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
  shown(game, 'perft 4', time(() => own.perft(4)), ...both(board => walk(board, 4)));
}

const engine = new Engine({ hash: 16 });
const { nodes, time: took } = await engine.position(new Board('capablanca')).go({ nodes: 1_000_000 });
console.log(`\nengine: ${number((nodes / took) * 1000)} nodes a second without a net, capablanca, ${nodes} nodes`);
const withNet = new Engine({ hash: 16, net: true });
const other = await withNet.position(new Board('capablanca')).go({ nodes: 1_000_000 });
console.log(`engine: ${number((other.nodes / other.time) * 1000)} nodes a second with the net`);
process.exit(0);
