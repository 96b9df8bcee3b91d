// The page says the measured strength of its levels.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the Elo numbers of the page are those of the levels', () => {
  const measured = [...read('../../../search/data/levels.toml').matchAll(/^elo = (\d+)$/gm)].map(([, elo]) => Number(elo));
  const said = [...read('../site/ts/opponent.ts').matchAll(/About (\d+) Elo.*level: (\d+)/g)];
  assert.equal(said.length, 6);
  for (const [, elo, level] of said) assert.equal(Number(elo), 10 * Math.round(measured[level] / 10), `level ${level}`);
});
