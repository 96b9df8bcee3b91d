import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import * as campione from 'campione';

const { Board, Variant } = campione;
const repository = new URL('../../../', import.meta.url);

test('perft is that of the suites', () => {
  const folder = new URL('notation/tests/data/', repository);
  const files = readdirSync(folder).map(name => new URL(name, folder));
  files.push(new URL('notation/tests/guests.tsv', repository));
  let counts = 0;
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [variant, fen, depth, nodes] = line.split('\t');
      if (line.startsWith('#') || nodes === undefined || Number(nodes) > 200_000) continue;
      assert.equal(new Board(variant, fen).perft(Number(depth)), Number(nodes), line);
      counts++;
    }
  }
  assert.ok(counts > 1000, `${counts}`);
});

test('every built-in variant can be played', () => {
  for (const id of campione.variants()) {
    const variant = Variant.named(id);
    assert.ok(variant.name && variant.rules.length >= 4 && variant.rules.every(rule => rule.title && rule.rule), id);
    assert.ok(Variant.fromToml(variant.toToml()).equals(variant), id);
    const board = new Board(variant);
    assert.equal(board.fen(), variant.startFen);
    for (let ply = 0; ply < 60 && !board.isGameOver(); ply++) {
      const moves = board.moves();
      assert.deepEqual(moves.map(move => move.uci), board.legalMoves());
      assert.deepEqual(moves.map(move => move.san), board.legalMovesSan());
      assert.equal(moves.length, board.numberLegalMoves());
      const dests = board.dests();
      for (const { from, to } of moves) assert.ok(dests.get(from).includes(to));
      const move = moves[(ply * 7919) % moves.length];
      const before = board.fen();
      for (const text of [move.uci, move.san]) {
        board.push(text);
        assert.equal(board.pop(), move.uci);
        assert.equal(board.fen(), before);
      }
      board.push(move.uci);
    }
    const again = new Board(variant);
    again.pushMoves(board.moveStack());
    assert.equal(again.fen(), board.fen());
    again.reset();
    again.pushSanMoves(board.sanStack());
    assert.equal(again.fen(), board.fen());
  }
});

test('a game goes forward and back', () => {
  const board = new Board('capablanca');
  assert.equal(board.legalMoves().length, 28);
  board.pushMoves(['d4', 'd7d5', 'Ci3']);
  assert.deepEqual(board.moveStack(), ['d2d4', 'd7d5', 'h1i3']);
  assert.deepEqual(board.sanStack(), ['d4', 'd5', 'Ci3']);
  assert.deepEqual([board.turn(), board.side(), board.fullmoveNumber(), board.halfmoveClock(), board.gamePly()], [false, 'black', 2, 1, 3]);
  assert.equal(board.variationSan(['Nc6', 'Nc3']), '2...Nc6 3. Nc3');
  assert.equal(board.root().variationSan(board.moveStack(), 'lan', false), 'd2-d4 d7-d5 Ch1-i3');
  assert.equal(board.copy().fen(), board.fen());
  assert.deepEqual(board.pieceAt('i3'), { symbol: 'C', side: 'white', name: 'chancellor' });
  assert.equal(board.pieceAt('a5'), undefined);
  assert.equal(board.king('black'), 'f8');
  assert.deepEqual([board.pop(), board.pop(), board.pop(), board.pop()], ['h1i3', 'd7d5', 'd2d4', undefined]);
  assert.equal(board.fen(), new Board('capablanca').fen());
  assert.deepEqual([board.pocket(true), board.isBikjang(), board.is960()], [[], false, false]);
  assert.equal(board.toString().split('\n')[0], 'r n a b q k b c n r');
});

test('a game ends', () => {
  const board = new Board('carrera', 'R3k5/10/4K5/10/10/10/10/10 b - - 0 1');
  assert.deepEqual(board.outcome(), { winner: 'white', code: 'checkmate', reason: 'checkmate', words: 'checkmate, White has won', result: '1-0' });
  assert.deepEqual([board.isGameOver(), board.result(), board.isCheck(), board.checkers(), board.checkedPieces()], [true, '1-0', true, ['a8'], ['e8']]);
  const bare = new Board('capablanca', '4k5/10/10/10/10/10/10/4K5 w - - 0 1');
  assert.deepEqual([bare.result(), bare.isInsufficientMaterial(), bare.hasInsufficientMaterial(true)], ['1/2-1/2', true, true]);
  const again = new Board('capablanca');
  for (let i = 0; i < 2; i++) again.pushMoves(['b1a3', 'b8a6', 'a3b1', 'a6b8']);
  assert.deepEqual([again.outcome().reason, again.repetitions()], ['repetition', 3]);
});

test('special moves say what they are', () => {
  const free = new Board('archchess', '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1').moves();
  const castling = free.find(move => move.uci === 'e1i1,j1g1');
  assert.deepEqual([castling.san, castling.castling, castling.partner], ['O-O:i1g1', 'O', { from: 'j1', to: 'g1' }]);
  assert.equal(free.find(move => move.uci === 'e1e3').castling, 'L');
  const waiting = new Board('courier-spiel', '11P/12/9k2/12/12/N11/1PPPPPPPPPPP/1NBCUKQFCBNR w - - 0 1 l8:0');
  assert.deepEqual([...waiting.waitingPawns()], [['l8', 0]]);
  const turn = waiting.moves().find(move => move.first === 'R');
  assert.match(turn.uci, /^\w+,l8r$/);
  assert.match(turn.san, /^l8=R:/);
  const garden = new Board('herb-garden', '1h3k4h1/p11/12/12/12/11P/1H4K3H1 w BKbk - 0 1');
  const championing = garden.moves().find(move => move.san.startsWith('H-H') && !move.san.startsWith('H-H-H'));
  assert.deepEqual([championing.castling, championing.from, championing.partner.from], ['H', 'g1', 'k1']);
  assert.equal(garden.isCastling('H-H'), true);
  const promotion = new Board('capablanca', '4k5/P9/10/10/10/10/10/4K5 w - - 0 1').moves();
  assert.deepEqual(promotion.filter(move => move.from === 'a7').map(move => move.promotion).sort(), ['A', 'B', 'C', 'N', 'Q', 'R']);
});

test('why a move is not legal', () => {
  const board = new Board('carrera', '4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1');
  const [reason] = board.why('b2b4');
  assert.match(reason.text, /beside the enemy pawn on c4/);
  assert.match(reason.source, /RULES\.md §1/);
  assert.deepEqual(board.why('e1e2'), []);
});

test('boards as SVG', () => {
  const board = new Board('herb-garden');
  const svg = board.svg({ flipped: true, theme: 'dark', arrows: [['a1', 'b3']], targets: ['c3'], size: 300 });
  assert.ok(svg.startsWith('<svg ') && svg.includes('width="300"') && !/https?:\/\/(?!www\.w3\.org)/.test(svg));
  const { pieces, colors } = board.variant().drawings('dark');
  assert.equal(Object.keys(pieces).length, 2 * Object.keys(board.variant().pieces).length);
  assert.match(colors.lightSquare, /^#[0-9a-f]{6}$/);
});

test('variants of users', () => {
  const mine = Variant.fromToml('extends = "capablanca"\npiece.A.moves = "BNW"\n', 'mine');
  assert.deepEqual([mine.id, mine.isBuiltIn, new Board(mine).perft(2)], ['mine', false, 784]);
  const ini = Variant.fromIni('[mine:capablanca]\ncastling = false\n');
  assert.equal(ini.startFen.split(' ')[2], '-');
  assert.deepEqual(campione.iniNames('[a:chess]\n[b:chess]\n'), ['a', 'b']);
  assert.equal(Variant.crc(27621).arrayNumber, 27621);
  assert.equal(new Board(Variant.chess960(518)).fen(), new Board('chess960', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1').fen());
  assert.equal(new Board('chess', undefined, true).variant().id, 'chess960');
});

test('errors say where and why', () => {
  const thrown = call => {
    try {
      call();
    } catch (error) {
      assert.ok(error instanceof campione.CampioneError && error instanceof Error, String(error));
      return error;
    }
    assert.fail('nothing was thrown');
  };
  const fen = thrown(() => new Board('gothic', 'rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR x KQkq - 0 1'));
  assert.deepEqual([fen.name, fen.field, fen.place, fen.reason], ['FenError', 'side', [56, 57], '`x` is neither `w` nor `b`']);
  const unknown = thrown(() => new Board('gothick'));
  assert.deepEqual([unknown.name, unknown.near[0]], ['UnknownVariantError', 'gothic']);
  const file = thrown(() => Variant.fromToml('extends = "capablanca"\nbord = 3\n'));
  assert.deepEqual([file.name, file.place, file.field, file.code], ['VariantError', [2, 1], 'bord', 'file.unknown-key']);
  const board = new Board('capablanca');
  assert.equal(thrown(() => board.push('e2e5')).name, 'IllegalMoveError');
  assert.equal(thrown(() => board.push('hello')).name, 'InvalidMoveError');
  assert.deepEqual(thrown(() => board.pushMoves(['e4', 'e4'])).place, [1, 2]);
  assert.deepEqual(board.moveStack(), []);
  assert.equal(thrown(() => Variant.crc(0)).name, 'ArrayError');
  assert.equal(thrown(() => board.perft(-1)).name, 'ArgumentError');
  assert.equal(thrown(() => board.attackers('white', 'z9')).field, 'square');
  assert.equal(thrown(() => board.pieceAt('k1')).field, 'square');
  assert.equal(thrown(() => board.svg({ theme: 'blue' })).field, 'theme');
  assert.equal(thrown(() => board.fen('nonsense')).field, 'dialect');
  for (const value of [undefined, null, 3, {}, [], Symbol('x')]) {
    thrown(() => board.push(value));
    thrown(() => Variant.named(value));
    thrown(() => Variant.fromToml(value));
    thrown(() => new Board('chess', value ?? 3));
    thrown(() => [...campione.readPgn(value)]);
  }
});

test('the types name every notation, dialect and reading of the library', () => {
  const typed = (file, name) => {
    const [, names] = new RegExp(`export type ${name} = ([^;]*);`).exec(readFileSync(new URL(`../ts/${file}`, import.meta.url), 'utf8'));
    return names.match(/[a-z0-9-]+/g).sort();
  };
  const known = call => {
    try {
      call();
    } catch (error) {
      return error.reason.split('expected ')[1].match(/[a-z0-9-]+/g).filter(word => word !== 'or').sort();
    }
    assert.fail('nothing was thrown');
  };
  const board = new Board();
  assert.deepEqual(typed('board.ts', 'MoveNotation'), known(() => board.sanMove('e2e4', 'none')));
  assert.deepEqual(typed('board.ts', 'Dialect'), known(() => board.fen('none')));
  assert.deepEqual(typed('pgn.ts', 'Reading'), known(() => [...campione.readPgn('', { reading: 'none' })]));
});

test('null moves are played where the king is not in check', () => {
  const board = new Board('gothic');
  for (const text of ['--', '0000', 'Z0']) board.push(text);
  assert.deepEqual(board.moveStack(), ['0000', '0000', '0000']);
  assert.equal(board.legalMoves().includes('0000'), false);
  const check = new Board('gothic', '4k5/10/10/10/10/10/10/4R1K3 b - - 0 1');
  assert.throws(() => check.push('--'), /not possible in check/);
});
