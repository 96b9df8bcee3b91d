// Runs a program for wasm32-wasip1, such as the tests of a library: `node wasi.mjs FILE.wasm [ARGUMENTS]`.

import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { WASI } from 'node:wasi';

// While functions are compiled again as they become hot, Node 20 may end with a segmentation fault.
setFlagsFromString('--no-wasm-dynamic-tiering');

const [, , path, ...words] = process.argv;
const wasi = new WASI({ version: 'preview1', args: [path, ...words], env: process.env, preopens: { '/': '/' } });
const { instance } = await WebAssembly.instantiate(await readFile(path), wasi.getImportObject());
process.exitCode = wasi.start(instance);
