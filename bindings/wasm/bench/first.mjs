// How long a program takes to its first result: `node bench/first.mjs [ROUNDS]`. Each is a new process of Node that loads a package and
// counts the legal moves of the start position; the first one loads nothing. Milliseconds, the least of all rounds, since other programs may
// run on the machine. Prints a table in Markdown.

import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';

const FFISH = createRequire(import.meta.url).resolve('ffish-es6');
const PROGRAMS = {
  'nothing but Node': '',
  '`Board`': "import { Board } from 'campione'; if (new Board('capablanca').legalMoves().length !== 28) process.exit(1);",
  '`campione/ffish`':
    "import Module from 'campione/ffish'; const ffish = await new Module(); if (new ffish.Board('capablanca').numberLegalMoves() !== 28) process.exit(1);",
  // Where there is `fetch`, it looks for its file on the network.
  'ffish.js': `import { readFileSync } from 'node:fs'; delete globalThis.fetch; const { default: make } = await import(${JSON.stringify(FFISH)});
    const ffish = await make({ wasmBinary: readFileSync(${JSON.stringify(FFISH.replace(/[^/]*$/, 'ffish.wasm'))}), print() {}, printErr() {} });
    if (new ffish.Board('capablanca').numberLegalMoves() !== 28) process.exit(1);`,
  'chess.js, chess': "import { Chess } from 'chess.js'; if (new Chess().moves().length !== 20) process.exit(1);",
};
const ROUNDS = Number(process.argv[2] ?? 20);
const folder = new URL('..', import.meta.url);

/** Wall time and processor time of a new process. */
function measured(program) {
  const start = performance.now();
  // Node tells no processor time of its children: each says its own.
  const ended = `${program}\nconst { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', ended], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return [performance.now() - start, Number(stdout)];
}

const times = Object.fromEntries(Object.keys(PROGRAMS).map(name => [name, [Infinity, Infinity]]));
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const now = measured(program);
    times[name] = times[name].map((time, index) => Math.min(time, now[index]));
  }
}
console.log('| program | wall | processor |\n|---|--:|--:|');
for (const [name, [wall, used]] of Object.entries(times)) console.log(`| ${name} | ${wall.toFixed(0)} | ${used.toFixed(0)} |`);
