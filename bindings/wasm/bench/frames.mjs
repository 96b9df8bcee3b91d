// How long the frames of the page to play take while the engine works: `node bench/frames.mjs [RUNS]`, after `./build-site`.
// Beside it, in the same run, a page without anything and one beside a worker that never rests: the least that this machine allows.

import { SITE, launched, served, skip } from '../tests/chromium.mjs';

const RUNS = Number(process.argv[2] ?? 10);
const LONG = 50;
/** How long a blank page is looked at, in milliseconds. */
const BLANK_TIME = 1500;

if (skip) {
  console.log(`frames: skipped, ${skip}`);
  process.exit(0);
}

/** In the page: the times between two frames, and the frames that the browser itself calls long. */
function watch() {
  window.frames = [];
  window.long = [];
  let last;
  const frame = now => {
    if (last !== undefined) window.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // Those that began while the page was opened are none of the engine's.
  const begun = performance.now();
  const told = list => list.getEntries().filter(({ startTime }) => startTime >= begun).map(({ duration }) => duration);
  new PerformanceObserver(list => window.long.push(...told(list))).observe({ type: 'long-animation-frame' });
}

const sleep = ms => new Promise(resolve => setTimeout(resolve, ms));
const moved = (page, count) => page.waitForFunction(count => document.querySelectorAll('#moves button').length === count + 1, count);
const deep = page =>
  page.waitForFunction(() => /depth ([89]|\d\d)/.test(document.querySelector('#engine-facts').textContent) && document.querySelector('#board .arrow') !== null);

/** Types the move of the list that is legal first. */
async function move(page, ...texts) {
  for (const text of texts) {
    const before = await page.locator('#moves button').count();
    await page.fill('#move', text);
    await page.keyboard.press('Enter');
    if ((await page.locator('#moves button').count()) > before) return;
  }
  throw new Error(`none of ${texts.join(', ')} is legal`);
}

/** A game with answers of the engine, and its analysis on and off. */
async function play(page) {
  await page.locator('.bar [data-sheet="players-panel"]').click();
  await page.selectOption('#level', '6');
  await page.locator('#players-panel .close').click();
  await move(page, 'e4');
  await moved(page, 2);
  await page.locator('#takeback').click();
  await page.locator('#analysis').check();
  await deep(page);
  await move(page, 'd4');
  await moved(page, 2);
  await deep(page);
  await sleep(500);
  await move(page, 'a3', 'h3');
  await moved(page, 4);
  await deep(page);
  await page.locator('#analysis').uncheck();
  await move(page, 'j3', 'i3', 'h3', 'b3');
  await moved(page, 6);
}

async function busy(page) {
  await page.evaluate(() => {
    window.worker = new Worker(URL.createObjectURL(new Blob(['for (;;);'])));
  });
  await sleep(BLANK_TIME);
}

const BLANK = { '/blank.html': '<!DOCTYPE html><title>Blank</title>' };
const TASKS = [
  ['the page to play, the engine at work', '', '[data-ready]', play],
  ['a blank page', 'blank.html', 'html', () => sleep(BLANK_TIME)],
  ['a blank page beside a busy worker', 'blank.html', 'html', busy],
];

const server = await served(SITE, BLANK);
const { browser, close } = await launched();
const row = (...cells) => console.log(`| ${cells.join(' | ')} |`);
row('page', 'runs', 'frames', `longer than ${LONG} ms`, 'longest, ms', 'long by the browser');
row('---', '--:', '--:', '--:', '--:', '--:');
for (const [name, path, ready, act] of TASKS) {
  const [all, long] = [[], []];
  for (let run = 0; run < RUNS; run++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(server.origin + path);
    await page.waitForSelector(ready, { state: 'attached' });
    await page.evaluate(watch);
    await act(page);
    const found = await page.evaluate(() => ({ frames: window.frames, long: window.long }));
    all.push(...found.frames);
    long.push(...found.long);
    await page.close();
  }
  // A frame of exactly three ticks of the display is told as a little more or less than 50 ms.
  const over = all.filter(time => time > LONG + 1);
  row(name, RUNS, all.length, over.length, Math.max(...all).toFixed(1), long.length === 0 ? 'none' : long.map(time => time.toFixed(0)).join(', '));
}
await close();
server.close();
