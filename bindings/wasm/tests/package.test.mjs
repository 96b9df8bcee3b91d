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
  for (const path of ['README.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'dist/index.js', 'dist/index.d.ts', 'dist/ffish.js', 'dist/worker.js', 'dist/wasm/campione_bg.wasm', 'dist/nets/10x8.net']) {
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
