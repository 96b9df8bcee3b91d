// The walk to the first difference, setups and lines of the kit, without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ArgumentError, Bisection, Board, FenError, Variant } from 'campione';

const lines = moves => moves.map(move => `${move}: 1`).join('\n');

test('letters of pieces and dialects of another program', () => {
  const board = new Board('capablanca', '4k5/P9/10/10/10/10/10/4K5 w - - 0 1');
  const walk = new Bisection(board, 1, { protocol: 'template', letters: 'C=M,A=Y' });
  const moves = board.legalMoves().map(move => move.replace(/c$/, 'm').replace(/a$/, 'y'));
  const { report } = walk.walk([lines(moves)]);
  assert.deepEqual([report.agrees, report.compared], [true, { depth: 1, nodes: [moves.length, moves.length] }]);
  const step = walk.walk([lines(moves.filter(move => !move.endsWith('m')))]).steps[0];
  assert.deepEqual(step.moves.filter(move => move.theirs === null).map(move => move.uci), ['a7a8c']);
  const crc = new Board('crc', '4k5/10/10/10/10/10/10/2RK4R1 w IC - 0 1');
  assert.match(new Bisection(crc, 2).walk([]).question.fen, / w KQ - 0 1$/);
});

test('a total alone is asked about move by move', () => {
  const board = new Board('chess', '4k3/8/8/8/8/8/8/K7 w - - 0 1');
  const walk = new Bisection(board, 2);
  // After Ka2 it counts one too few, and does so too when it is told that position.
  const theirs = path => ({ '': 14, a1a2: 4 })[path] ?? 5;
  const [totals, asked] = [[], []];
  let result = walk.walk(totals);
  for (; result.question !== null && totals.length < 10; result = walk.walk(totals)) {
    const path = result.question.path.join(' ');
    asked.push(path);
    totals.push(`Nodes searched: ${theirs(path)}`);
  }
  assert.deepEqual(asked, ['', 'a1b1', 'a1a2', 'a1a2']);
  assert.ok(result.steps.every(step => !step.listed && step.notation === 'a total without moves'));
  assert.deepEqual([result.report.agrees, result.report.path], [false, ['a1a2']]);
  assert.deepEqual(result.report.notes, ['the engine prints no moves; here it counts 4, and we 5']);
});

test('what is no divide, no depth, no protocol and no letter is told', () => {
  const board = new Board('chess');
  const fails = (call, field, words) =>
    assert.throws(call, error => error instanceof ArgumentError && error.field === field && words.test(error.message));
  fails(() => new Bisection(board, 2).walk(['hello']), 'divides', /text 1: this is not a divide/);
  fails(() => new Bisection(board, 2).walk('e2e4: 1'), 'divides', /a list/);
  fails(() => new Bisection(board, 0), 'depth', /at least one ply/);
  fails(() => new Bisection(board, 2.5), 'depth', /2.5/);
  fails(() => new Bisection(board, 2, { protocol: 'smoke' }), 'protocol', /`smoke` is none of uci, xboard, template/);
  fails(() => new Bisection(board, 2, { letters: 'Z=M' }), 'letters', /`Z` is not a piece of chess/);
  fails(() => board.kitLine('x', [-1], 'y'), 'counts', /-1/);
});

test('setups need not be positions', () => {
  const chess = Variant.named('chess');
  const setup = chess.setup('8/8/8/8/8/8/8/4K2R b K a3 7 9');
  assert.deepEqual([setup.placement, setup.side, setup.enPassant, setup.halfmoveClock, setup.fullmoveNumber], [{ e1: 'K', h1: 'R' }, 'black', 'a3', 7, 9]);
  assert.deepEqual(setup.rights, [{ letter: 'K', side: 'white', name: 'castling with the rook on h1', held: true }]);
  assert.throws(() => new Board(chess, '8/8/8/8/8/8/8/4K2R b K a3 7 9'), FenError);
  assert.throws(() => chess.setup('8/8 w'), FenError);
  const rights = id => Variant.named(id).setup(Variant.named(id).startFen).rights.filter(({ side }) => side === 'white');
  assert.deepEqual(rights('archchess').map(({ letter }) => letter), ['Q', 'K', 'L']);
  assert.deepEqual(rights('herb-garden').map(({ name }) => name), [
    'castling with the rook on a1', 'championing with the champion on b1', 'centauring with the centaur on c1',
    'centauring with the centaur on j1', 'championing with the champion on k1', 'castling with the rook on l1',
  ]);
  assert.deepEqual(rights('carrera'), []);
});

test('a divide that was counted elsewhere is taken for ours', () => {
  const board = new Board('chess');
  const walk = new Bisection(board, 2);
  const known = new Map(board.legalMoves().map(move => [move, 7]));
  walk.know(board, 2, known);
  assert.deepEqual(walk.walk(['a2a3: 7']).steps[0].nodes, [140, 7]);
  assert.throws(() => walk.know(board, 2, new Map([['a2a3', 20]])), ArgumentError);
  assert.throws(() => walk.know(board, 2, new Map([...known, ['e2e5', 1]])), ArgumentError);
});
