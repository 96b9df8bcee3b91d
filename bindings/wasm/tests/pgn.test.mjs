import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Board, PgnError, Variant, readPgn, writePgn } from 'campione';

const repository = new URL('../../../', import.meta.url);
const TEXT = '[Variant "Capablanca"]\n[White "A"]\n\n{before} 1. d4! {good} (1. e4 e5 (1... d5 $6) 2. Nc3) 1... d5 2. Ci3 *\n';

test('variations and comments are read', () => {
  const [game, ...others] = readPgn(TEXT);
  assert.equal(others.length, 0);
  assert.deepEqual([game.variant.id, game.tag('White'), game.tag('Black'), game.result], ['capablanca', 'A', undefined, '*']);
  assert.deepEqual(game.remarks, [{ comment: 'before' }]);
  assert.deepEqual(game.moves.map(move => move.uci), ['d2d4', 'd7d5', 'h1i3']);
  const [nag, comment, variation] = game.moves[0].remarks;
  assert.deepEqual([nag, comment], [{ nag: 1 }, { comment: 'good' }]);
  assert.deepEqual(variation.variation.moves.map(move => move.san), ['e4', 'e5', 'Nc3']);
  assert.deepEqual(variation.variation.moves[1].remarks[0].variation.moves[0], { uci: 'd7d5', san: 'd5', remarks: [{ nag: 6 }] });
  assert.equal(game.board().fen(), (board => (board.pushMoves(['d4', 'd5', 'Ci3']), board))(new Board('capablanca')).fen());
});

test('what was read is written and read again', () => {
  const [game] = readPgn(TEXT);
  const text = writePgn(game.board(), game);
  assert.equal(text, game.toString());
  const [again] = readPgn(text);
  assert.deepEqual([again.moves, again.remarks, again.tag('White')], [game.moves, game.remarks, 'A']);
});

test('files of this repository and of other programs', () => {
  for (const [path, least] of [['docs/examples/games.pgn', 1], ['notation/tests/gui/xboard-archchess.pgn', 1], ['notation/tests/gui/cutechess-janus.pgn', 1]]) {
    const games = [...readPgn(readFileSync(new URL(path, repository)), { onError: () => {} })];
    assert.ok(games.length >= least, path);
    for (const game of games) {
      const [again] = readPgn(writePgn(game.board().root(), game));
      assert.deepEqual(again.moves, game.moves);
    }
  }
});

test('a game that cannot be read does not end the others', () => {
  const text = '1. e4 e9 *\n\n[Event "b"]\n\n1. d4 *\n';
  const thrown = readPgn(text);
  assert.throws(() => thrown.next(), PgnError);
  assert.equal(thrown.next().done, true, 'an iteration that has thrown has ended');
  const errors = [];
  const games = [...readPgn(text, { onError: error => errors.push(error) })];
  assert.deepEqual([games.length, errors.length, errors[0].game, errors[0].line, errors[0].ply], [1, 1, 1, 1, 2]);
});

test('a board is written', () => {
  const board = new Board('courier-spiel');
  board.push(board.legalMoves()[0]);
  const text = writePgn(board, { tags: { White: 'me' } });
  const [game] = readPgn(text);
  assert.deepEqual([game.variant.id, game.tag('White'), game.moves.length], ['courier-spiel', 'me', 1]);
  assert.throws(() => writePgn(board, { tags: { 'bad name': '' } }), /a name has letters/);
  assert.throws(() => writePgn(board, { result: '2-0' }), { name: 'ArgumentError' });
  assert.throws(() => writePgn(board, { moves: [{ uci: 'e2e9' }] }), { name: 'IllegalMoveError' });
});

test('a numbered start and a variant of the user come back', () => {
  for (const variant of [Variant.crc(100), Variant.chess960(7), Variant.crc(27621)]) {
    const board = new Board(variant);
    board.push(board.legalMoves()[0]);
    const [game] = readPgn(writePgn(board));
    assert.deepEqual([game.start, game.board().fen(), game.moves.length], [board.startFen(), board.fen(), 1]);
  }
  const mine = Variant.fromToml('extends = "carrera"\nname = "My Carrera"\npromotion.to = "QRACBN"\n', 'mine');
  const board = new Board(mine);
  board.push(board.legalMoves()[0]);
  const text = writePgn(board);
  assert.match(text, /\[Variant "mine"\]/);
  const [game] = readPgn(text, { variant: mine });
  assert.deepEqual([game.variant.equals(mine), game.board().fen()], [true, board.fen()]);
});
