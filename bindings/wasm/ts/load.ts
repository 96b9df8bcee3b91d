// Loads the compiled library, once. Whoever imports the package gets it when the library is ready.

import init from './wasm/campione.js';

/** Where the package is used: in Node, or in a browser or a worker of it. */
declare const process: { versions?: { node?: string } } | undefined;

/** @internal Whether this is Node, where files are read and workers are threads. */
export const isNode = typeof process === 'object' && process?.versions?.node !== undefined;

/** @internal A module of Node. Bundlers must not look for it, so they do not see its name. */
export function ofNode(name: string): Promise<any> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);
}

/** @internal The bytes of a file of the package. */
export async function bytes(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  if (isNode && url.protocol === 'file:') {
    const { readFile } = await ofNode('fs/promises');
    return new Uint8Array(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} cannot be loaded: ${answer.status} ${answer.statusText}`);
  return new Uint8Array(await answer.arrayBuffer());
}

// A file server may not know what a `.wasm` file is, so it is not compiled while it streams.
/** @internal The compiled library; workers get it from here. */
export const compiled: WebAssembly.Module = await WebAssembly.compile(
  await bytes(new URL('./wasm/campione_bg.wasm', import.meta.url)),
);

await init({ module_or_path: compiled });
