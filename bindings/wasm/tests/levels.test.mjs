// The page says the measured strength of its levels.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the Elo numbers of the page are those of the levels', () => {
  const levels = read('../../../search/data/levels.toml');
  const said = [...read('../site/ts/opponent.ts').matchAll(/large: (\d+), chess: (\d+).*level: (\d+)/g)];
  assert.equal(said.length, 6);
  for (const [variant, place] of [['capablanca', 1], ['chess', 2]]) {
    const measured = [...levels.matchAll(new RegExp(`^${variant} = (\\d+)$`, 'gm'))].map(([, elo]) => Number(elo));
    assert.equal(measured.length, 20);
    for (const row of said) assert.equal(Number(row[place]), 10 * Math.round(measured[row[3]] / 10), `level ${row[3]} in ${variant}`);
  }
});
