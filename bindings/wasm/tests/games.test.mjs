// A whole game of each of the five games, by clicks: the engine against itself at fewer nodes, with castlings, leaps and promotions
// rather than its own move.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Board, Engine } from 'campione';
import { byHand, closed, opened, played, sans, sheet, shut, skip, square, status } from './browser.mjs';

const MOST_PLIES = 240;

/** The moves of a game to its end, each with what the page must be told. */
async function wholeGame(variant, seed) {
  const random = below => (seed = (seed * 48271) % 0x7fffffff) % below;
  const engine = new Engine({ hash: 4 });
  const board = new Board(variant);
  const moves = [];
  while (!board.isGameOver() && moves.length < MOST_PLIES) {
    const legal = board.moves();
    const special = legal.filter(move => move.castling ?? move.first ?? move.promotion);
    const nodes = board.turn() === 'white' ? 3_000 : 100;
    const own = special.length > 0 && random(2) === 0 ? special[random(special.length)].uci : (await engine.position(board).go({ nodes })).best;
    moves.push({ ...legal.find(move => move.uci === own), others: legal });
    board.push(own);
  }
  engine.close();
  return { board, moves };
}

/** Makes a move as a person does: two clicks, and an answer where the page asks. */
async function make(page, { uci, from, to, partner, first, others }) {
  if (first !== undefined) {
    const radio = page.locator(`#waiting input[value="${first}"]`);
    if (!(await radio.isChecked())) await radio.check();
  }
  // Two squares may be a castling and a step of the king. On the partner's own square are only castlings.
  const target = partner !== undefined && partner.from !== to ? partner.from : to;
  await square(page, from).click();
  assert.match(await square(page, target).getAttribute('aria-label'), /can be reached/, uci);
  await square(page, target).click();
  const same = others.filter(move => move.from === from && move.first === first && (move.to === target || move.partner?.from === target));
  if (same.length > 1) await page.locator(`#choices button[value="${uci}"]`).click();
}

for (const [variant, seed] of [['carrera', 1], ['archchess', 1], ['herb-garden', 4], ['crc', 1], ['courier-spiel', 1]]) {
  test(`a whole game of ${variant} by clicks, with a reload in the middle`, { skip }, async t => {
    const { board, moves } = await wholeGame(variant, seed);
    const outcome = board.outcome();
    assert.ok(outcome, `the game has no end in ${MOST_PLIES} plies`);
    t.diagnostic(`${moves.length} plies, ${outcome.words}, special: ${board.history().filter(san => /[-=:]/.test(san)).join(' ') || 'none'}`);
    const page = await opened();
    await byHand(page);
    await page.selectOption('#variant', variant);
    for (const [ply, move] of moves.entries()) {
      await make(page, move);
      await played(page, ply + 1, move.san);
      if (ply !== moves.length >> 1) continue;
      const seen = [await sans(page), await status(page)];
      await page.reload();
      await page.waitForSelector('[data-ready]');
      assert.deepEqual([await sans(page), await status(page)], seen);
    }
    assert.ok((await status(page)).endsWith(`${outcome.words} (${outcome.result})`));
    assert.deepEqual(await sans(page), board.history());
    assert.equal(await page.locator('.squares .movable').count(), 0, 'a game that is over goes on');
    // Through the list, and as text into a new game.
    await page.locator('#first').click();
    assert.match(await status(page), /^White to move/);
    await page.locator('#moves button').nth(3).click();
    assert.match(await status(page), /^2\. .*: Black to move/);
    await sheet(page, 'text-panel');
    await page.waitForFunction(() => document.querySelector('#pgn').value !== '');
    const pgn = await page.locator('#pgn').inputValue();
    await page.locator('#new').click();
    assert.deepEqual(await sans(page), []);
    await page.fill('#pgn', pgn);
    await page.locator('#load-pgn').click();
    assert.equal(await page.locator('#text-message').textContent(), '');
    await shut(page);
    await page.locator('#last').click();
    assert.deepEqual(await sans(page), board.history());
    assert.ok((await status(page)).endsWith(`${outcome.words} (${outcome.result})`));
    await closed(page, `game-${variant}`);
  });
}
