// A real browser, where there is one: Chromium without a window, and a file server for it.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SITE = fileURLToPath(new URL('../site/dist/', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const folders = (process.env.PATH ?? '').split(delimiter);
const executablePath = NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(path => existsSync(path));
const playwright = await import('playwright-core').catch(() => undefined);

/** Why there is no browser to test in, or `false`. */
export const skip = !executablePath
  ? `there is no ${NAMES.join(', no ')} (Debian: chromium)`
  : !playwright
    ? 'playwright-core is not installed'
    : !existsSync(SITE)
      ? 'the page is not built (./build-site)'
      : false;

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const QUIET = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Serves a folder as a plain file server does; `more` are texts by their paths. With `ranges` it sends parts of files. */
export async function served(folder, more = {}, ranges = false) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://x');
    const path = pathname === '/' ? '/index.html' : pathname;
    try {
      const body = more[path] ?? (await readFile(join(folder, path)));
      const type = { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' };
      const range = ranges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') : null;
      if (range === null) {
        response.writeHead(200, type).end(body);
        return;
      }
      const [from, to] = [Number(range[1]), Math.min(Number(range[2]), body.length - 1)];
      response.writeHead(206, { ...type, 'Content-Range': `bytes ${from}-${to}/${body.length}` }).end(body.subarray(from, to + 1));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** A browser with a profile of its own, also for what it writes outside of its contexts. */
export async function launched() {
  const profile = mkdtempSync(join(tmpdir(), 'campione-browser-'));
  const browser = await playwright.chromium.launch({ executablePath, args: ['--no-sandbox', ...QUIET], env: { ...process.env, HOME: profile } });
  const close = async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { browser, close };
}
