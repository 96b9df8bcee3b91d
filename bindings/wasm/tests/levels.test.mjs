// The page says the measured strength of its levels.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { LEVELS, levelWords } from '../site/dist/js/opponent.js';

test('the Elo numbers of the page are those of the levels', () => {
  const file = readFileSync(new URL('../../../search/data/levels.toml', import.meta.url), 'utf8');
  const rows = file.split('[[level]]').slice(1);
  assert.equal(rows.length, 20);
  assert.equal(LEVELS.filter(({ level }) => level < rows.length).length, 6);
  for (const [variant, board] of [['capablanca', { files: 10, ranks: 8 }], ['chess', { files: 8, ranks: 8 }]]) {
    for (const [index, { level }] of LEVELS.entries()) {
      const measured = rows[level]?.match(new RegExp(`^${variant} = (\\d+)$`, 'm'))[1];
      const [, said] = levelWords(index + 1, board).match(/^About (\d+) Elo: /) ?? [];
      assert.equal(said, measured && String(10 * Math.round(Number(measured) / 10)), `level ${level} in ${variant}`);
    }
  }
});
