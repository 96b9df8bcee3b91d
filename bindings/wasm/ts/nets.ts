// The package's own nets. Bundlers take files along whose names stand in the code.

import { EngineError } from './errors.js';
import { bytes } from './load.js';

const URLS: Readonly<Record<string, () => URL>> = {
  '10x8': () => new URL('./nets/10x8.net', import.meta.url),
  archchess: () => new URL('./nets/archchess.net', import.meta.url),
  chancellor: () => new URL('./nets/chancellor.net', import.meta.url),
  chess: () => new URL('./nets/chess.net', import.meta.url),
  courier: () => new URL('./nets/courier.net', import.meta.url),
  'courier-spiel': () => new URL('./nets/courier-spiel.net', import.meta.url),
  grand: () => new URL('./nets/grand.net', import.meta.url),
  'herb-garden': () => new URL('./nets/herb-garden.net', import.meta.url),
  modern: () => new URL('./nets/modern.net', import.meta.url),
  opulent: () => new URL('./nets/opulent.net', import.meta.url),
  shako: () => new URL('./nets/shako.net', import.meta.url),
  tencubed: () => new URL('./nets/tencubed.net', import.meta.url),
};

/** What was loaded, or is being loaded. */
const loaded = new Map<string, Promise<Uint8Array>>();

async function load(name: string): Promise<Uint8Array> {
  const url = URLS[name]?.();
  if (url === undefined) throw new EngineError(`the package has no net ${name}`);
  try {
    return await bytes(url);
  } catch (error) {
    // The next search may have more luck.
    loaded.delete(name);
    throw new EngineError(`the net ${name} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The bytes of a net of the package, loaded once. Whoever waits for them gets the error. */
export function ownNet(name: string): Promise<Uint8Array> {
  let net = loaded.get(name);
  if (net === undefined) {
    net = load(name);
    net.catch(() => {});
    loaded.set(name, net);
  }
  return net;
}
