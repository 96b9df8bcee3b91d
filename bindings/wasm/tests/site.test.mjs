// The page to play in a real browser: games by clicks, special moves, a reload, bad files, a phone, both themes.
// Skipped where there is no browser or no built page. CAMPIONE_PICTURES names a folder for screenshots.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { delimiter, extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../site/dist/', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const folders = (process.env.PATH ?? '').split(delimiter);
const executablePath = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(path => existsSync(path));
const playwright = await import('playwright-core').catch(() => undefined);
const skip = !executablePath
  ? `there is no ${NAMES.join(', no ')} (Debian: chromium)`
  : !playwright
    ? 'playwright-core is not installed'
    : !existsSync(ROOT)
      ? 'the page is not built (./build-site)'
      : false;
if (skip) console.log(`page: skipped, ${skip}`);

const pictures = process.env.CAMPIONE_PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
let server;
let browser;
let origin;

before(async () => {
  if (skip) return;
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const path = pathname === '/' ? 'index.html' : pathname;
    try {
      const body = await readFile(join(ROOT, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${server.address().port}/`;
  browser = await playwright.chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page whose every error fails the test. */
async function opened(options = {}, hash = '') {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.faults = [];
  page.on('pageerror', error => page.faults.push(String(error)));
  page.on('console', message => message.type() === 'error' && page.faults.push(message.text()));
  page.on('request', request => {
    const { origin: from, protocol } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && `${from}/` !== origin) page.faults.push(`from the network: ${request.url()}`);
  });
  await page.goto(origin + hash);
  await page.waitForSelector('[data-ready]');
  return page;
}

async function closed(page, picture) {
  if (picture) await shot(page, picture);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

const shot = (page, name) => (pictures ? page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true }) : undefined);
const square = (page, name) => page.locator(`[data-square="${name}"]`);
const status = page => page.locator('#status').textContent();
const message = page => page.locator('#message').textContent();
const sans = page => page.locator('#moves button').allTextContents().then(all => all.slice(1).map(text => text.replace(/^\d+\.+ */, '')));
const link = (variant, fen, moves = '') => `#${new URLSearchParams({ variant, fen, ...(moves && { moves }) })}`;

async function taps(page, ...squares) {
  for (const name of squares) await square(page, name).click();
}

/** A legal move by clicks: the first one of a list of squares that can be taken up, with any question answered by its first answer. */
async function playAny(page, random) {
  const movable = await page.locator('.squares .movable').evaluateAll(all => all.map(one => one.dataset.square));
  const from = movable[random(movable.length)];
  await square(page, from).click();
  const targets = await page.locator('.squares [aria-label*="can be reached"]').evaluateAll(all => all.map(one => one.dataset.square));
  await square(page, targets[random(targets.length)]).click();
  if (await page.locator('#chooser').evaluate(dialog => dialog.open)) await page.locator('#choices button').first().click();
}

for (const variant of ['carrera', 'archchess', 'herb-garden', 'crc', 'courier-spiel']) {
  test(`a game of ${variant} by clicks, with a reload in the middle`, { skip }, async () => {
    const page = await opened();
    await page.selectOption('#opponent', 'none');
    await page.selectOption('#variant', variant);
    let seed = 7;
    const random = below => (seed = (seed * 48271) % 0x7fffffff) % below;
    const plies = 40;
    for (let ply = 0; ply < plies; ply++) {
      if (/won|draw/.test(await status(page))) break;
      await playAny(page, random);
      await page.waitForFunction(count => document.querySelectorAll('#moves button').length === count, ply + 2);
      if (ply === plies / 2) {
        const [list, said] = [await sans(page), await status(page)];
        await page.reload();
        await page.waitForSelector('[data-ready]');
        assert.deepEqual([await sans(page), await status(page)], [list, said]);
      }
    }
    // The game to its end: by a position one move before it.
    const list = await sans(page);
    await page.locator('#first').click();
    assert.match(await status(page), /^White to move/);
    await page.locator('#moves button').nth(3).click();
    assert.match(await status(page), /^2\. |: Black/);
    await page.locator('#last').click();
    assert.deepEqual(await sans(page), list);
    await page.locator('#text-panel summary').click();
    await page.waitForFunction(() => document.querySelector('#pgn').value !== '');
    const pgn = await page.locator('#pgn').inputValue();
    await page.locator('#new').click();
    assert.deepEqual(await sans(page), []);
    await page.fill('#pgn', pgn);
    await page.locator('#load-pgn').click();
    assert.equal(await page.locator('#text-message').textContent(), '');
    assert.deepEqual(await sans(page), list);
    await closed(page, `game-${variant}`);
  });
}

test('games end, and say how', { skip }, async () => {
  const ends = [
    ['carrera', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1', 'a1', 'a8', /checkmate, White has won \(1-0\)/],
    ['archchess', '5k4/10/5K4/10/10/10/10/10/10/R9 w - - 0 1', 'a1', 'a10', /checkmate, White has won/],
    ['herb-garden', '5k6/12/5K6/12/12/12/R11 w - - 0 1', 'a1', 'a7', /checkmate, White has won/],
    ['crc', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1', 'a1', 'a8', /checkmate, White has won/],
    ['courier-spiel', '5k6/12/5K6/12/12/12/12/R11 w - - 0 1', 'a1', 'a8', /checkmate, White has won/],
  ];
  const page = await opened();
  for (const [variant, fen, from, to, end] of ends) {
    await page.goto(origin + link(variant, fen));
    await page.waitForFunction(id => document.querySelector('#variant').value === id, variant);
    await taps(page, from, to);
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
    assert.match(await status(page), end, variant);
  }
  await closed(page);
});

test('free castling and the leap, on the board and by buttons', { skip }, async () => {
  const page = await opened({}, link('archchess', '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1'));
  assert.match((await page.locator('#special').textContent()) ?? '', /O-O:i1g1/);
  // The king is dropped on its rook: every castling with that rook.
  await taps(page, 'e1', 'j1');
  assert.equal(await page.locator('#chooser').evaluate(dialog => dialog.open), true);
  await shot(page, 'chooser');
  await page.locator('#choices button', { hasText: 'O-O:i1g1' }).click();
  assert.deepEqual(await sans(page), ['O-O:i1g1']);
  await page.locator('#takeback').click();
  await page.locator('#special button', { hasText: "King's leap to e3" }).click();
  assert.deepEqual(await sans(page), ['Ke3']);
  await page.locator('#takeback').click();
  await taps(page, 'e1', 'e3');
  assert.deepEqual(await sans(page), ['Ke3']);
  await closed(page);
});

test('championing, centauring and castling in the Herb Garden', { skip }, async () => {
  const page = await opened({}, link('herb-garden', '1h3k4h1/p11/12/12/12/11P/1H4K3H1 w BKbk - 0 1'));
  await page.locator('#special button', { hasText: /^H-H$|^H-H\+?$/ }).first().click();
  assert.match((await sans(page))[0], /^H-H/);
  await page.goto(origin + link('herb-garden', '2e2k3e2/p11/12/12/12/11P/2E3K2E2 w CJcj - 0 1'));
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
  // The king is dropped on its partner.
  await taps(page, 'g1', 'c1');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  assert.match((await sans(page))[0], /^E-E/);
  await closed(page);
});

test('a waiting pawn is promoted before a move, and any pawn to what is chosen', { skip }, async () => {
  const page = await opened({}, link('courier-spiel', '11P/12/9k2/12/12/N11/1PPPPPPPPPPP/1NBCUKQFCBNR w - - 0 1 l8:0'));
  await page.locator('#waiting').waitFor();
  await shot(page, 'waiting');
  const radio = page.locator('#waiting input[value="R"]');
  await radio.check();
  await taps(page, 'b2', 'b3');
  assert.deepEqual(await sans(page), ['l8=R:b3']);
  await page.goto(origin + link('crc', '4k5/P9/10/10/10/10/10/4K5 w - - 0 1'));
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
  await taps(page, 'a7', 'a8');
  await page.locator('#choices button', { hasText: 'archbishop' }).click();
  assert.match((await sans(page))[0], /^a8=A/);
  await closed(page);
});

test('dragging, typing and keys; a move that is not legal is explained', { skip }, async () => {
  const page = await opened();
  await page.selectOption('#opponent', 'none');
  const [from, to] = [await square(page, 'e2').boundingBox(), await square(page, 'e4').boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  assert.deepEqual(await sans(page), ['e4']);
  await page.fill('#move', 'e5');
  await page.keyboard.press('Enter');
  assert.deepEqual(await sans(page), ['e4', 'e5']);
  await page.fill('#move', 'Zz9');
  await page.keyboard.press('Enter');
  assert.notEqual(await message(page), '');
  await taps(page, 'e4', 'e6');
  assert.match(await message(page), /^Not e4e6: /);
  // The keyboard alone: to d2 from e1 by arrows, up with Enter, to d3.
  await square(page, 'e1').focus();
  await square(page, 'e1').click();
  for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.match(await square(page, 'd2').getAttribute('aria-label'), /d2, white pawn, selected/);
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.deepEqual(await sans(page), ['e4', 'e5', 'd3']);
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  assert.match(await status(page), /^White to move/);
  await closed(page);
});

test('the engine answers, analyses, and the page stays alive', { skip }, async () => {
  const page = await opened();
  await page.evaluate(() => {
    // The longest time between two frames while the engine thinks.
    window.longest = 0;
    let last = performance.now();
    const frame = now => {
      window.longest = Math.max(window.longest, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    window.tasks = [];
    new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ entryTypes: ['longtask'] });
  });
  await page.selectOption('#level', '6');
  await page.fill('#move', 'e4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.locator('#takeback').click();
  assert.deepEqual(await sans(page), []);
  await page.locator('#analysis').check();
  await page.locator('#infos li').first().waitFor();
  await page.waitForFunction(() => /depth ([89]|\d\d)/.test(document.querySelector('#infos').textContent));
  assert.equal(await page.locator('#board .arrow').count(), 1);
  await shot(page, 'analysis');
  await page.fill('#move', 'd4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.locator('#analysis').uncheck();
  assert.equal(await page.locator('#infos li').count(), 0);
  const { longest, tasks } = await page.evaluate(() => ({ longest: window.longest, tasks: window.tasks }));
  console.log(`page: longest frame ${Math.round(longest)} ms, long tasks of the page: ${tasks.map(Math.round).join(', ') || 'none'}`);
  await closed(page);
});

test('engine against engine, a new game while it thinks, another level', { skip }, async () => {
  const page = await opened();
  await page.selectOption('#level', '1');
  await page.selectOption('#opponent', 'both');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 6);
  await page.selectOption('#variant', 'herb-garden');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 3);
  await page.selectOption('#opponent', 'none');
  await page.locator('#new').click();
  assert.deepEqual(await sans(page), []);
  await closed(page);
});

test('a file that is dropped is a game, and its faults are shown in place', { skip }, async () => {
  const page = await opened();
  const drop = (name, text) =>
    page.evaluate(
      ([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  await page.selectOption('#opponent', 'none');
  await drop('mine.toml', 'extends = "capablanca"\nname = "Mine"\npiece.A.moves = "BNW"\n');
  await page.waitForFunction(() => document.title.startsWith('Mine'));
  await taps(page, 'e2', 'e4');
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.match(await page.title(), /^Mine/);
  assert.deepEqual(await sans(page), ['e4']);
  await drop('bad.toml', 'extends = "capablanca"\nbord = 3\npiece.A.moves = "BNX"\n');
  await page.locator('#faults li').first().waitFor();
  const faults = await page.locator('#faults').textContent();
  assert.match(faults, /line 2, column 1/);
  await page.locator('#faults button').first().click();
  assert.equal(await page.evaluate(() => document.getSelection().toString() || (area => area.value.slice(area.selectionStart, area.selectionEnd))(document.querySelector('#file-text'))), 'bord = 3');
  await shot(page, 'bad-file');
  for (const [name, text] of [['x.toml', '\0\u{10ffff}[[['], ['x.ini', '[a:chess]\nx'], ['x.pgn', '1. e9 (((('], ['x', ''], ['x.toml', 'a = '.repeat(5000)]]) await drop(name, text);
  await drop('two.ini', '[one:chess]\n[two:capablanca]\ncastling = false\n');
  await page.waitForFunction(() => !document.querySelector('#file-game').hidden);
  await page.selectOption('#file-game', 'two');
  await page.locator('#play-file').click();
  await page.waitForFunction(() => document.querySelectorAll('.squares button').length === 80);
  await closed(page);
});

test('no text on the page makes it throw', { skip }, async () => {
  const page = await opened();
  await page.selectOption('#opponent', 'none');
  await page.locator('#text-panel summary').click();
  let seed = 3;
  const random = below => (seed = (seed * 48271) % 0x7fffffff) % below;
  const scraps = ['', ' ', '/', 'K', '10', '\u{1d538}', 'w', 'KQkq', '-', '[', '"', '{', '(', '1.', 'e4', 'O-O', '\0', ',', '=', '999999999999'];
  for (let i = 0; i < 60; i++) {
    const text = Array.from({ length: random(12) }, () => scraps[random(scraps.length)]).join(random(2) ? ' ' : '');
    await page.fill('#fen', text.replaceAll('\0', '?'));
    await page.locator('#set-fen').click();
    await page.fill('#pgn', text);
    await page.locator('#load-pgn').click();
    await page.fill('#move', text.replaceAll('\0', '?'));
    await page.locator('#typed button').click();
    await page.evaluate(hash => (location.hash = hash), new URLSearchParams({ variant: 'carrera', fen: text, moves: text, at: text }).toString());
  }
  await page.evaluate(() => localStorage.setItem('campione', '{"game":{"source":5,"moves":7},"settings":{"level":[]}}'));
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await closed(page);
});

test('a position is set up', { skip }, async () => {
  const page = await opened();
  await page.selectOption('#opponent', 'none');
  await page.locator('#setup-panel summary').click();
  await page.locator('#setup button', { hasText: 'Empty board' }).click();
  await page.locator('#setup-done').click();
  assert.match(await page.locator('#setup [role="alert"]').textContent(), /king/);
  const put = async (letter, name) => {
    await page.locator(`#setup [data-letter="${letter}"]`).click();
    await square(page, name).click();
  };
  await put('K', 'e1');
  await put('k', 'e8');
  await put('Q', 'a2');
  await shot(page, 'setup');
  await page.locator('#setup [aria-label="Castling rights"]').fill('-');
  await page.locator('#setup-done').click();
  await taps(page, 'a2', 'a8');
  assert.deepEqual(await sans(page), ['Qa8+']);
  await closed(page);
});

test('a phone and both themes', { skip }, async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const variant of ['carrera', 'archchess', 'herb-garden', 'courier-spiel']) {
      const page = await opened({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme });
      await page.selectOption('#opponent', 'none');
      await page.selectOption('#variant', variant);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'it is not wider than the phone');
      await square(page, 'e2').tap();
      await square(page, 'e3').tap();
      assert.equal((await sans(page)).length, 1);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      await closed(page, `phone-${colorScheme}-${variant}`);
      const desk = await opened({ colorScheme });
      await desk.selectOption('#variant', variant);
      await square(desk, 'b1').click();
      await closed(desk, `desk-${colorScheme}-${variant}`);
    }
  }
});

test('the first legal moves are there within a second', { skip }, async () => {
  const page = await opened();
  const took = [];
  for (let i = 0; i < 3; i++) {
    await page.reload();
    await page.waitForSelector('.squares .movable');
    took.push(await page.evaluate(() => performance.now()));
  }
  console.log(`page: first legal moves after ${took.map(Math.round).join(', ')} ms`);
  await closed(page);
});
