// The package as it is packed and installed: what is in it, the examples of README.md, and what bundlers make of it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { blank, closed, served, skip } from './browser.mjs';

const OURS = fileURLToPath(new URL('../', import.meta.url));
const README = readFileSync(join(OURS, 'README.md'), 'utf8');

/** A project in which the package is installed. */
let project;
let files;

before(() => {
  project = mkdtempSync(join(tmpdir(), 'campione-package-'));
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', project], { cwd: OURS, encoding: 'utf8' }));
  files = packed.files.map(file => file.path);
  const folder = join(project, 'node_modules/campione');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, packed.filename), '-C', folder, '--strip-components', '1']);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});

after(() => rmSync(project, { recursive: true, force: true }));

test('what is packed', () => {
  for (const path of ['README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'dist/index.js', 'dist/index.d.ts', 'dist/ffish.js', 'dist/worker.js', 'dist/wasm/campione_bg.wasm', 'dist/nets/10x8.net', 'require.cjs']) {
    assert.ok(files.includes(path), path);
  }
  assert.ok(!files.some(path => /^(tests|site|ts|src|target)\//.test(path)), files.join(' '));
});

/** The fenced blocks of README.md of a language, each with the block of text that follows it. */
function examples(language) {
  const blocks = [...README.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind, text]) => ({ kind, text }));
  return blocks.flatMap(({ kind, text }, index) => (kind === language ? [{ text, prints: blocks[index + 1]?.kind === 'text' ? blocks[index + 1].text : '' }] : []));
}

test('the examples of README.md print what it says', () => {
  const all = examples('js');
  assert.ok(all.length >= 5);
  all.forEach(({ text, prints }, index) => {
    writeFileSync(join(project, `example-${index}.js`), text);
    assert.equal(execFileSync(process.execPath, [`example-${index}.js`], { cwd: project, encoding: 'utf8' }), prints, text);
  });
});

test('the page of README.md, from a plain file server', { skip }, async () => {
  const [{ text }] = examples('html');
  const server = await served(project, { '/index.html': text });
  const page = await blank(server.origin);
  // A browser asks for an icon by itself.
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  await page.goto(server.origin);
  await page.locator('#board svg').waitFor();
  await closed(page);
  server.close();
});

const PAGE = `<!DOCTYPE html><html lang="en"><title>x</title><link rel="icon" href="data:,"><p id="seen"></p><script type="module" src="SCRIPT"></script></html>`;
const MAIN = `import { Board, Engine } from 'campione';
const board = new Board('herb-garden');
const engine = new Engine({ hash: 1, net: true });
engine.position(board).go({ nodes: 2000 }).then(({ best }) => {
  document.getElementById('seen').textContent = board.legalMoves().length + ' ' + board.isLegal(best);
  engine.close();
});
`;

const BUNDLERS = {
  async vite(root, out) {
    const { build } = await import('vite');
    writeFileSync(join(root, 'index.html'), PAGE.replace('SCRIPT', './main.js'));
    await build({ root, base: './', logLevel: 'silent', configFile: false, build: { outDir: out } });
  },
  async webpack(root, out) {
    const { default: webpack } = await import('webpack');
    const stats = await new Promise((resolve, reject) => {
      webpack({ mode: 'production', context: root, entry: './main.js', output: { path: out } }, (error, stats) => (error ? reject(error) : resolve(stats)));
    });
    const { errors } = stats.toJson({ all: false, errors: true });
    assert.deepEqual(errors, []);
    writeFileSync(join(out, 'index.html'), PAGE.replace('SCRIPT', './main.js'));
  },
};

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  test(`a page bundled by ${name}, with its settings of the start`, async () => {
    const out = join(project, `out-${name}`);
    writeFileSync(join(project, 'main.js'), MAIN);
    await bundle(project, out);
    if (skip) return;
    const server = await served(out);
    const page = await blank(server.origin);
    await page.goto(server.origin);
    await page.waitForFunction(() => document.querySelector('#seen').textContent !== '');
    assert.match(await page.locator('#seen').textContent(), /^\d+ true$/);
    await closed(page);
    server.close();
  });
}

test('require says what to write', () => {
  for (const name of ['campione', 'campione/ffish']) {
    writeFileSync(join(project, 'old.cjs'), `try { require('${name}'); } catch (error) { console.log(error.message); }`);
    assert.match(execFileSync(process.execPath, ['old.cjs'], { cwd: project, encoding: 'utf8' }), /^campione is an ES module: write `const \{ Board \} = await import/);
  }
});

test('the types need no skipLibCheck, nor those of a browser', () => {
  writeFileSync(join(project, 'strict.ts'), readFileSync(join(OURS, 'tests/types.ts'), 'utf8'));
  const strict = { strict: true, noEmit: true, skipLibCheck: false, target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', types: [] };
  try {
    for (const lib of [['ES2022', 'DOM'], ['ES2022']]) {
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...strict, lib }, files: ['strict.ts'] }));
      execFileSync(process.execPath, [join(OURS, 'node_modules/typescript/bin/tsc'), '-p', project], { encoding: 'utf8' });
    }
  } catch (error) {
    assert.fail(error.stdout);
  } finally {
    rmSync(join(project, 'tsconfig.json'));
  }
});

test('the server of the examples validates moves', async () => {
  const { server } = await import('../examples/server.mjs');
  await new Promise(listening => server.listen(0, '127.0.0.1', listening));
  const ask = async question => {
    const body = typeof question === 'string' ? question : JSON.stringify(question);
    const answer = await fetch(`http://127.0.0.1:${server.address().port}`, { method: 'POST', body });
    return [answer.status, await answer.json()];
  };
  try {
    const [status, played] = await ask({ variant: 'capablanca', moves: ['d4', 'd5'], move: 'Ci3' });
    assert.deepEqual([status, played.uci, played.san, played.result], [200, 'h1i3', 'Ci3', '*']);
    for (const [question, expected] of [
      [{ variant: 'capablanca', move: 'e5' }, /e5/],
      [{ variant: 'capa blanca 2', move: 'e4' }, /no variant/],
      [{ variant: 'chess', fen: '8/8', move: 'e4' }, /its board is 8x2/],
      ['{', /JSON/],
      ['null', /an object of JSON/],
      ['3', /an object of JSON/],
      ['"'.padEnd(200_000, 'x'), /too long/],
    ]) {
      const [status, { error }] = await ask(question);
      assert.equal(status, 400);
      assert.match(error, expected);
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('the React component of the examples draws a board', async () => {
  const [{ createElement }, { renderToString }, { ChessBoard }] = await Promise.all([import('react'), import('react-dom/server'), import('../examples/react.mjs')]);
  const html = renderToString(createElement(ChessBoard, { variant: 'archchess', size: 300 }));
  assert.match(html, /^<div role="img" aria-label="[^"]+ w [^"]+"><svg [^]*width="300"/);
});

test('the board of the examples is played on by clicks', { skip }, async () => {
  const server = await served(project, { '/index.html': readFileSync(join(OURS, 'examples/board.html'), 'utf8') });
  const page = await blank(server.origin);
  await page.route('**/favicon.ico', route => route.fulfill({ status: 204 }));
  await page.goto(server.origin);
  const svg = page.locator('#board svg');
  await svg.waitFor();
  const { width, height } = await svg.boundingBox();
  // e2 and e4: the fifth file of ten, the second and the fourth rank of eight.
  for (const rank of [2, 4]) await svg.click({ position: { x: (width * (76 + 450)) / 1128, y: (height * (14 + (8 - rank) * 100 + 50)) / 880 } });
  await page.waitForFunction(() => document.querySelector('#status').textContent.startsWith('white to move '));
  assert.match(await page.locator('#board').getAttribute('aria-label'), /^[^ ]*4P5[^ ]* w /);
  await closed(page);
  server.close();
});
