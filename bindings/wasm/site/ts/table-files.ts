// The endgame tables that lie beside the page, in the folder `tables`: `index.txt` has their names, one a line.

import { Endgames, type FilePart, type Variant } from 'campione';

import { sourceOf } from './saved.js';

const FOLDER = 'tables';

/** What a file server that knows no ranges has sent: whole files. */
const whole = new Map<string, Promise<Uint8Array>>();

/** Larger files are not loaded as a whole. */
const MOST_WHOLE = 16 << 20;

async function bytesOf(answer: Response): Promise<Uint8Array> {
  return new Uint8Array(await answer.arrayBuffer());
}

/** A part of a table. */
async function read(name: string, from: number, length: number): Promise<FilePart> {
  const known = await whole.get(name);
  if (known !== undefined) return { bytes: known.slice(from, from + length), length: known.length };
  const stop = new AbortController();
  const answer = await fetch(`${FOLDER}/${encodeURIComponent(name)}`, { headers: { Range: `bytes=${from}-${from + length - 1}` }, signal: stop.signal });
  const size = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1]);
  if (answer.status === 206 && size > 0) return { bytes: await bytesOf(answer), length: size };
  if (answer.status !== 200 || Number(answer.headers.get('Content-Length') ?? 0) > MOST_WHOLE) {
    stop.abort();
    throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  }
  const body = bytesOf(answer);
  whole.set(name, body);
  const bytes = await body;
  return { bytes: bytes.slice(from, from + length), length: bytes.length };
}

let names: Promise<readonly string[]> | undefined;

/** The names of all tables; none where there are none. */
function allNames(): Promise<readonly string[]> {
  const load = async () => {
    const answer = await fetch(`${FOLDER}/index.txt`);
    return answer.ok ? (await answer.text()).split('\n').map(line => line.trim()).filter(line => line !== '') : [];
  };
  return (names ??= load().catch(() => []));
}

const opened = new Map<string, Endgames>();

/** The tables of a variant; nothing where there are no tables. */
export async function endgamesOf(variant: Variant): Promise<Endgames | undefined> {
  const all = await allNames();
  if (all.length === 0) return undefined;
  const key = JSON.stringify(sourceOf(variant));
  const known = opened.get(key) ?? new Endgames(variant, all, read);
  opened.set(key, known);
  return known;
}
