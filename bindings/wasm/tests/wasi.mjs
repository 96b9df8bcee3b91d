// Runs a program for wasm32-wasip1, such as the tests of a library: `node wasi.mjs FILE.wasm [ARGUMENTS]`.

import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// Node 20 calls its own WASI functions by a fast way that spoils its heap: after some thousand calls it may end with a
// segmentation fault.
setFlagsFromString('--no-turbo-fast-api-calls');

const [, , path, ...words] = process.argv;
const wasi = new WASI({ version: 'preview1', args: [path, ...words], env: process.env, preopens: { '/': '/' } });
const { instance } = await WebAssembly.instantiate(await readFile(path), wasi.getImportObject());
process.exitCode = wasi.start(instance);
