// NAMES.md: its tables are those of the libraries that are installed, what it names is here, and chess.js plays as the table says.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Chess } from 'chess.js';
import { Board } from 'campione';

import { all, ours, page } from '../bench/names.mjs';

const PAGE = readFileSync(new URL('../NAMES.md', import.meta.url), 'utf8');

test('the tables are those of now', () => assert.equal(page(), PAGE));

test('its program prints what it says', () => {
  const [, code, prints] = PAGE.match(/^```js\n([^]*?)^```\n\n```text\n([^]*?)^```$/m);
  const cwd = new URL('../', import.meta.url);
  assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd, encoding: 'utf8' }), prints);
});

test('what has a place here is here', () => {
  const here = ours();
  let named = 0;
  for (const rows of Object.values(all())) {
    for (const row of rows.keys()) {
      const [place, note] = row.split(' | ');
      for (const [, name] of place.matchAll(/`([^`]+)`/g)) {
        assert.ok(here.has(name), name);
        named++;
      }
      assert.ok(place !== '' || note !== '', row);
    }
  }
  assert.ok(named > 80, `${named}`);
});

test('games of chess.js are the same here', () => {
  let state = 0x2026;
  const random = below => (state = (state * 48271) % 2147483647) % below;
  let plies = 0;
  for (let number = 0; number < 4; number++) {
    const theirs = new Chess();
    const board = new Board();
    while (!board.isGameOver() && board.gamePly() < 120) {
      const moves = theirs.moves();
      assert.deepEqual(board.legalMovesSan().sort(), [...moves].sort(), board.fen());
      const move = theirs.moves({ verbose: true })[random(moves.length)];
      const { from, to, promotion } = move;
      // Pages ask for a queen with every move.
      const asked = { from, to, promotion: promotion ?? 'q' };
      theirs.move(asked);
      board.push(asked);
      plies++;
      assert.equal(board.fen(), theirs.fen());
      assert.equal(board.isCheck(), theirs.isCheck());
      assert.equal(board.turn()[0], theirs.turn());
    }
    assert.deepEqual(board.history(), theirs.history());
    assert.equal(board.outcome()?.code === 'checkmate', theirs.isCheckmate());
    assert.equal(board.outcome()?.code === 'stalemate', theirs.isStalemate());
    assert.equal(board.undo().san, theirs.undo().san);
    assert.equal(board.fen(), theirs.fen());
  }
  assert.ok(plies > 200, `${plies}`);
});
