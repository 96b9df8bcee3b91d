// Endgame tables of which only parts are read: from files in Node, and beside the page over HTTP. `tables` was written by
// `campione endgame build KRvK -v chess --to bindings/wasm/tests/tables`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Board, Endgames } from 'campione';
import { closed, blank, skip } from './browser.mjs';
import { SITE, served } from './chromium.mjs';

const NAMES = ['chess-KRvK.endgame', 'chess-KvK.endgame'];
const files = Object.fromEntries(NAMES.map(name => [name, readFileSync(new URL(`tables/${name}`, import.meta.url))]));
const MATE = '6k1/8/6K1/8/8/8/8/R7 w - - 0 1';

/** Tables of these files; what is read of them is noted. */
function tables(own = files, variant = 'chess') {
  const read = [];
  const endgames = new Endgames(variant, NAMES, async (name, from, length) => {
    if (own[name] === undefined) throw new Error('there is no such file');
    const bytes = own[name].subarray(from, from + length);
    read.push([name, from, bytes.length]);
    return { bytes, length: own[name].length };
  });
  return { endgames, read };
}

test('moves of an ending have their results, and no more is read than it takes', async () => {
  const { endgames, read } = tables();
  const moves = await endgames.moves(new Board('chess', MATE));
  assert.deepEqual([moves[0].san, moves[0].result, moves[0].plies], ['Ra8#', 'win', 1]);
  assert.equal(moves.length, new Board('chess', MATE).numberLegalMoves());
  // The rook mates from everywhere that it does not stand to be taken; the sooner, the better.
  assert.ok(moves.every(({ result }) => result === 'win'));
  assert.ok(moves.every(({ plies }, index) => index === 0 || plies >= moves[index - 1].plies));
  const bytes = read.reduce((sum, [, , length]) => sum + length, 0);
  assert.ok(read.every(([name]) => name === NAMES[0]) && bytes <= files[NAMES[0]].length + 8192, JSON.stringify(read));
  // What is there is not read again.
  const count = read.length;
  await endgames.moves(new Board('chess', MATE));
  assert.equal(read.length, count);
  // The rook is lost, or the king flees: the other table says that bare kings are a draw.
  const [taken] = await endgames.moves(new Board('chess', 'k7/1R6/8/8/8/8/8/7K b - - 0 1'));
  assert.deepEqual([taken.san, taken.result, taken.plies], ['Kxb7', 'draw', null]);
  const fled = await endgames.moves(new Board('chess', '8/8/8/3k4/8/8/R7/K7 b - - 0 1'));
  assert.ok(fled.every(({ result }) => result === 'loss'));
});

test('the values are those of the longest win, and of every move on the way to mate', async () => {
  const { endgames } = tables();
  // A rook needs at most 16 moves, 31 plies: 8/8/8/8/8/2k5/... is one of the hardest of them; each best move takes one ply off.
  const board = new Board('chess', '8/8/8/3k4/8/8/8/K6R w - - 0 1');
  for (let [best] = await endgames.moves(board), left = best.plies; left > 0; left--) {
    [best] = await endgames.moves(board);
    assert.equal(best.plies, left, board.fen());
    board.push(best.uci);
  }
  assert.ok(board.isCheck() && board.numberLegalMoves() === 0);
});

test('what is damaged, missing or of other rules counts as missing', async () => {
  const damaged = Buffer.from(files[NAMES[0]]);
  for (const at of [20, 200, 9_000, damaged.length - 5]) {
    const own = { ...files, [NAMES[0]]: Buffer.from(damaged) };
    own[NAMES[0]][at] ^= 1;
    const moves = await tables(own).endgames.moves(new Board('chess', MATE));
    const sound = await tables().endgames.moves(new Board('chess', MATE));
    for (const { uci, result } of moves) assert.ok(result === null || result === sound.find(move => move.uci === uci).result, `${at}: ${uci}`);
    assert.ok(moves.some(({ result }) => result === null), `${at}`);
  }
  for (const own of [{}, { [NAMES[0]]: Buffer.from('nothing') }]) {
    assert.ok((await tables(own).endgames.moves(new Board('chess', MATE))).every(({ result }) => result === null));
  }
  const cut = { ...files, [NAMES[0]]: damaged.subarray(0, 9_000) };
  assert.ok((await tables(cut).endgames.moves(new Board('chess', MATE))).every(({ result }) => result === null));
  const board = new Board('capablanca', '6k3/10/6K3/10/10/10/10/R9 w - - 0 1');
  assert.ok((await tables(files, 'capablanca').endgames.moves(board)).every(({ result }) => result === null));
  assert.throws(() => new Endgames('chess', 'x', () => {}), { name: 'ArgumentError' });
});

for (const ranges of [true, false]) {
  test(`tables beside the page, on a server ${ranges ? 'with' : 'without'} ranges`, { skip }, async () => {
    const more = Object.fromEntries(NAMES.map(name => [`/tables/${name}`, files[name]]));
    const server = await served(SITE, { ...more, '/tables/index.txt': `${NAMES.join('\n')}\n` }, ranges);
    const page = await blank(server.origin);
    await page.goto(`${server.origin}#${new URLSearchParams({ variant: 'chess', fen: MATE })}`);
    await page.waitForSelector('[data-ready]');
    assert.ok(await page.locator('#endings').isHidden());
    await page.locator('#analysis').check();
    await page.locator('#endings:not([hidden])').waitFor();
    assert.equal(await page.locator('#endings .head').textContent(), 'Endgame table: White wins in one move');
    assert.equal(await page.locator('#endings button').first().textContent(), 'Ra8# 1');
    await page.locator('#endings button', { hasText: 'Kh6' }).click();
    await page.waitForFunction(() => /Endgame table: White wins in \d+ moves/.test(document.querySelector('#endings .head')?.textContent) && document.querySelector('#endings .loss') !== null);
    // With more pieces there is nothing to say.
    await page.goto(`${server.origin}#${new URLSearchParams({ variant: 'chess' })}`);
    await page.waitForFunction(() => document.querySelector('#endings').hidden);
    await closed(page);
    server.close();
  });
}
