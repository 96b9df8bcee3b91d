// Runs a program for wasm32-wasip1, such as the tests of a library: `node wasi.mjs FILE.wasm [ARGUMENTS]`.

import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [, , path, ...words] = process.argv;
const wasi = new WASI({ version: 'preview1', args: [path, ...words], env: process.env, preopens: { '/': '/' } });
const { instance } = await WebAssembly.instantiate(await readFile(path), wasi.getImportObject());
process.exitCode = wasi.start(instance);
