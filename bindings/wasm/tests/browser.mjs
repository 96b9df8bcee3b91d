// The page in a real browser, for the tests: skipped where there is none. CAMPIONE_PICTURES names a folder for screenshots.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { SITE, launched, served, skip } from './chromium.mjs';

export { served, skip };

if (skip) console.log(`browser: skipped, ${skip}`);

const pictures = process.env.CAMPIONE_PICTURES;
if (pictures) mkdirSync(pictures, { recursive: true });

let launch;
let server;

before(async () => {
  if (skip) return;
  server = await served(SITE);
  launch = await launched();
});

after(async () => {
  await launch?.close();
  server?.close();
});

/** The address of the page to play. */
export const origin = () => server.origin;

/** A page whose every error, and every request to elsewhere, fails the test. */
export async function blank(from, options = {}) {
  const context = await launch.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  // On a busy machine a count takes half a minute.
  page.setDefaultTimeout(120_000);
  page.faults = [];
  page.on('pageerror', error => page.faults.push(String(error)));
  page.on('console', message => message.type() === 'error' && page.faults.push(message.text()));
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && `${origin}/` !== from) page.faults.push(`from the network: ${request.url()}`);
  });
  return page;
}

/** The page to play, or another one of the site. */
export async function opened(options = {}, hash = '', path = '') {
  const page = await blank(server.origin, options);
  await page.goto(server.origin + path + hash);
  await page.waitForSelector('[data-ready]');
  return page;
}

export async function closed(page, picture) {
  if (picture) await shot(page, picture);
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

export const shot = (page, name) => (pictures ? page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true }) : undefined);
export const square = (page, name) => page.locator(`[data-square="${name}"]`);
export const status = page => page.locator('#status').textContent();
export const sans = page => page.locator('#moves button').allTextContents().then(all => all.slice(1));
export const link = (variant, fen, moves = '') => `#${new URLSearchParams({ variant, fen, ...(moves && { moves }) })}`;

export async function taps(page, ...squares) {
  for (const name of squares) await square(page, name).click();
}

/** Waits until so many moves are in the list; then these must be the last ones. */
export async function played(page, count, ...last) {
  await page.waitForFunction(count => document.querySelectorAll('#moves button').length === count + 1, count);
  if (last.length > 0) assert.deepEqual((await sans(page)).slice(-last.length), last);
}

/** Records what the page's main thread does; the result ends it and is the longest task, in milliseconds of the processor and of the clock. */
export async function tasks(page) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'toplevel' });
  return async () => {
    const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    const thread = ({ pid, tid }) => `${pid}:${tid}`;
    const main = new Set(events.filter(event => event.name === 'thread_name' && event.args.name === 'CrRendererMain').map(thread));
    const run = events.filter(event => event.ph === 'X' && event.name === 'ThreadControllerImpl::RunTask' && main.has(thread(event)));
    const most = key => Math.max(...run.map(event => event[key] ?? 0)) / 1000;
    return { count: run.length, processor: most('tdur'), clock: most('dur') };
  };
}

/** Opens a panel as a person does; those that have no button in the bar are behind *More*. */
export async function sheet(page, id) {
  const door = page.locator(`.bar [data-sheet="${id}"]`);
  if (await door.isVisible()) {
    await door.click();
  } else {
    await page.locator('.bar [data-sheet="more-panel"]').click();
    await page.locator(`#more-panel [data-sheet="${id}"]`).click();
  }
  await page.locator(`#${id}`).waitFor();
}

/** Closes the panel that is open. */
export const shut = page => page.locator('.sheet:not([hidden]) .close').click();

/** Says who plays, and how well. */
export async function players(page, opponent, level) {
  await sheet(page, 'players-panel');
  if (level !== undefined) await page.selectOption('#level', level);
  if (opponent !== undefined) await page.selectOption('#opponent', opponent);
  await shut(page);
}

/** Both sides are played by hand. */
export const byHand = page => players(page, 'none');
