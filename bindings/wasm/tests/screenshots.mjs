// Pictures of the page to play: `node tests/screenshots.mjs FOLDER`, after `./build-site`. Six sizes, both themes, the five games; and a
// sheet of each theme with all of them.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SITE, launched, served, skip } from './chromium.mjs';

const SIZES = [[1280, 720], [1920, 1080], [1024, 768], [844, 390], [390, 844], [375, 667]];
const GAMES = {
  carrera: 'e4 e5 Nd3 Ng6 c4 d6',
  archchess: 'e4 e7 Nc3 Nh8 f4 f7',
  'herb-garden': 'f4 f5 e3 e5 fxe5',
  crc: 'e4 e5 d4 exd4',
  'courier-spiel': 'e4 e5 d4 exd4 c3',
};

/** The height of a picture on a sheet, in pixels. */
const HEIGHT = 200;

/** All pictures of a theme on one page. */
async function sheet(browser, folder, colorScheme) {
  const image = name => `<img height="${HEIGHT}" src="data:image/png;base64,${readFileSync(join(folder, name)).toString('base64')}">`;
  const rows = Object.keys(GAMES).map(variant => `<p>${SIZES.map(size => image(`${variant}-${size.join('x')}-${colorScheme}.png`)).join('')}`);
  const page = await browser.newPage();
  await page.setContent(`<style>body{margin:0;padding:12px;width:max-content;background:${colorScheme === 'dark' ? '#444' : '#bbb'}}p{display:flex;gap:10px;margin:0 0 10px}</style>${rows.join('')}`);
  await page.locator('body').screenshot({ path: join(folder, `sheet-${colorScheme}.jpg`), type: 'jpeg', quality: 60 });
  await page.close();
}

if (skip) {
  console.log(`screenshots: skipped, ${skip}`);
  process.exit(0);
}
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('screenshots: a folder is needed: node tests/screenshots.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const server = await served(SITE);
const { browser, close } = await launched();
for (const colorScheme of ['light', 'dark']) {
  for (const [variant, moves] of Object.entries(GAMES)) {
    const page = await browser.newPage({ colorScheme });
    await page.goto(`${server.origin}#${new URLSearchParams({ variant, moves })}`);
    await page.waitForSelector('[data-ready]');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(folder, `${variant}-${width}x${height}-${colorScheme}.png`) });
    }
    const fault = await page.locator('#message').textContent();
    if (fault !== '') console.error(`screenshots: ${variant}: ${fault}`);
    await page.close();
  }
  await sheet(browser, folder, colorScheme);
}
await close();
server.close();
console.log(`screenshots: ${SIZES.length * 2 * Object.keys(GAMES).length} pictures and a sheet of each theme in ${folder}`);
