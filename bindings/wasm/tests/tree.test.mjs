// The tree of a game on the page to play, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endOf, isMain, linesAfter, promote, remove, treeOf } from '../site/dist/js/tree.js';

const note = comment => ({ comment });
const ply = (uci, ...remarks) => ({ uci, san: uci, remarks });
const variation = (remarks, ...moves) => ({ variation: { remarks, moves } });

/** `{start} d4 {white} d5 ({or} Nc6 e4 ({better} Nc3 {behind}) e5) (e6) Nc3` */
const line = () => ({
  remarks: [note('start')],
  moves: [
    ply('d2d4', note('white'), { nag: 1 }),
    ply('d7d5', variation([note('or')], ply('b8c6'), ply('e2e4', variation([note('better')], ply('b1c3', note('behind')))), ply('e7e5')), variation([], ply('e7e6'))),
    ply('b1c3'),
  ],
});

const written = root => ({ remarks: root.notes, moves: linesAfter(root) });

test('a line is written as it was read', () => {
  assert.deepEqual(written(treeOf(line())), line());
  const bare = { remarks: [], moves: [] };
  assert.deepEqual(written(treeOf(bare)), bare);
});

test('a variation that is promoted keeps the comment before it', () => {
  const root = treeOf(line());
  const [d4] = root.children;
  const [d5, nc6] = d4.children;
  assert.ok(isMain(d5) && !isMain(nc6));
  assert.ok(promote(endOf(nc6)));
  assert.ok(!promote(endOf(nc6)));
  const [first, second] = written(root).moves;
  assert.deepEqual(first.remarks, [note('white'), { nag: 1 }, note('or')]);
  assert.equal(second.uci, 'b8c6');
  assert.deepEqual(second.remarks.map(({ variation: { moves } }) => moves[0].uci), ['d7d5', 'e7e6']);
  // What is written is read again as the same game.
  assert.deepEqual(written(treeOf(written(root))), written(root));
});

test('a variation that repeats the main move keeps its comments', () => {
  const root = treeOf({ remarks: [], moves: [ply('d2d4', variation([note('again')], ply('d2d4'), ply('d7d6')))] });
  assert.deepEqual(written(root), { remarks: [note('again')], moves: [ply('d2d4'), ply('d7d6')] });
});

test('a move that is removed takes what follows it', () => {
  const root = treeOf(line());
  const [d4] = root.children;
  remove(d4.children[0]);
  assert.equal(endOf(root).uci, 'e7e5');
  remove(d4);
  assert.deepEqual(written(root), { remarks: [note('start')], moves: [] });
});
