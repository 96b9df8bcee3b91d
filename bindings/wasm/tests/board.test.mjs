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
    again.pushMoves(board.history(), 'san');
    assert.equal(again.fen(), board.fen());
  }
});

test('a game goes forward and back', () => {
  const board = new Board('capablanca');
  assert.equal(board.legalMoves().length, 28);
  board.pushMoves(['d4', 'd7d5', 'Ci3']);
  assert.deepEqual(board.moveStack(), ['d2d4', 'd7d5', 'h1i3']);
  assert.deepEqual(board.history(), ['d4', 'd5', 'Ci3']);
  assert.deepEqual([board.turn(), board.fullmoveNumber(), board.halfmoveClock(), board.gamePly()], ['black', 2, 1, 3]);
  assert.equal(board.variationSan(['Nc6', 'Nc3']), '2...Nc6 3. Nc3');
  assert.equal(board.root().variationSan(board.moveStack(), 'lan', false), 'd2-d4 d7-d5 Ch1-i3');
  assert.equal(board.copy().fen(), board.fen());
  assert.deepEqual(board.pieceAt('i3'), { symbol: 'C', side: 'white', name: 'chancellor' });
  assert.equal(board.pieceAt('a5'), undefined);
  assert.equal(board.king('black'), 'f8');
  assert.deepEqual([board.pop(), board.pop(), board.pop(), board.pop()], ['h1i3', 'd7d5', 'd2d4', undefined]);
  assert.equal(board.fen(), new Board('capablanca').fen());
  assert.equal(board.toString().split('\n')[0], 'r n a b q k b c n r');
});

test('a game ends', () => {
  const board = new Board('carrera', 'R3k5/10/4K5/10/10/10/10/10 b - - 0 1');
  assert.deepEqual(board.outcome(), { winner: 'white', code: 'checkmate', reason: 'checkmate', words: 'checkmate, White has won', result: '1-0' });
  assert.deepEqual([board.isGameOver(), board.result(), board.isCheck(), board.checkers(), board.checkedPieces()], [true, '1-0', true, ['a8'], ['e8']]);
  const bare = new Board('capablanca', '4k5/10/10/10/10/10/10/4K5 w - - 0 1');
  assert.deepEqual([bare.result(), bare.isInsufficientMaterial(), bare.hasInsufficientMaterial('white')], ['1/2-1/2', true, true]);
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
  assert.equal(new Board('crc:100').fen(), new Board(Variant.crc(100)).fen());
  for (const id of ['crc:27621', 'chess960:0']) assert.equal(String(Variant.named(id)), id);
  assert.throws(() => new Board('crc:0'), { name: 'ArrayError' });
  for (const id of ['gothic:1', 'crc:x', 'crc:1.5', ':1']) assert.throws(() => new Board(id), { name: 'UnknownVariantError' }, id);
  assert.deepEqual(mine.chosenBy('uci'), []);
  for (const protocol of ['smoke', undefined, Object.create(null)]) assert.throws(() => mine.chosenBy(protocol), { name: 'ArgumentError' });
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
  const unnamed = thrown(() => new Board('rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1'));
  assert.deepEqual([unnamed.name, unnamed.field], ['FenError', 'placement']);
  assert.match(unnamed.message, /new Board\('capablanca', fen\) reads it as another$/);
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

test('moves are texts or objects with two squares', () => {
  const board = new Board('chess', '4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1');
  board.push({ from: 'a7', to: 'a8', promotion: 'Q' });
  assert.deepEqual(board.history(), ['a8=Q+']);
  board.pushMoves([{ from: 'e8', to: 'd7' }, 'O-O']);
  const [promotion, , castling] = board.history({ verbose: true });
  assert.deepEqual([promotion.promotion, promotion.before, castling.castling, castling.after], ['Q', '4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1', 'O', board.fen()]);
  const { uci, after, before } = board.undo();
  assert.deepEqual([uci, after, before], ['e1g1', castling.after, board.fen()]);
  assert.deepEqual([board.isLegal({ from: 'e1', to: 'c1' }), board.isCastling(castling), board.sanMove({ from: 'a1', to: 'b1' })], [true, true, 'Rb1']);
  for (const move of [null, 3, {}, { from: 'e1' }, { from: 'e1', to: 3 }]) assert.throws(() => board.push(move), { name: 'ArgumentError' }, String(move));
  assert.throws(() => board.pushMoves(['Kf1', { from: 'a1', to: 'a8' }]), { name: 'IllegalMoveError' });
  assert.equal(board.history().length, 2);
  // Two castlings with the same two squares: the move itself tells them apart.
  const archchess = new Board('archchess', '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1');
  for (const move of archchess.moves()) {
    archchess.push(move);
    assert.equal(archchess.undo().uci, move.uci);
  }
  assert.equal(archchess.undo(), undefined);
});

test('a promotion counts where there is one', () => {
  const board = new Board();
  board.push({ from: 'e2', to: 'e4', promotion: 'q' });
  board.pushMoves([{ from: 'e7', to: 'e5', promotion: 'q' }, { from: 'g1', to: 'f3', promotion: 'Q' }]);
  assert.deepEqual([board.history(), board.isLegal({ from: 'b8', to: 'c6', promotion: 'q' })], [['e4', 'e5', 'Nf3'], true]);
  assert.throws(() => board.push({ from: 'b8', to: 'b6', promotion: 'q' }), { name: 'IllegalMoveError', text: 'b8b6' });
  assert.throws(() => board.pushMoves([{ from: 'b8', to: 'c6' }, { from: 'a2', to: 'a5', promotion: 'q' }, 'e4']), { name: 'IllegalMoveError', place: [1, 2] });
  assert.throws(() => board.push('b8c6q'), { name: 'IllegalMoveError' });
  const last = new Board('chess', '4k3/P7/8/8/8/8/8/4K2R w K - 0 1');
  assert.throws(() => last.push({ from: 'a7', to: 'a8' }), { name: 'IllegalMoveError' });
  last.pushMoves([{ from: 'e1', to: 'h1', promotion: 'q' }, 'e8e7', { from: 'a7', to: 'a8', promotion: 'n' }]);
  assert.deepEqual(last.history(), ['O-O', 'Ke7', 'a8=N']);
  const ten = new Board('grand', '5k4/2P7/10/10/10/10/10/10/10/5K4 w - - 0 1');
  ten.push({ from: 'c8', to: 'c9', promotion: 'Q' }, 'xboard');
  assert.equal(ten.pieceAt('c10').name, 'queen');
});

test('each pair of dests is a move, and each castling from any array has one', () => {
  const shown = (fen, id = 'chess960') => (board => board.dests().get(board.king('white')).sort().join(' '))(new Board(id, fen));
  assert.equal(shown('4k3/8/8/8/8/8/8/4K2R w K - 0 1'), 'd1 d2 e2 f1 f2 g1 h1');
  assert.equal(shown('6k1/8/8/8/8/8/8/6KR w H - 0 1'), 'f1 f2 g2 h1 h2');
  assert.equal(shown('4k3/8/8/8/8/8/8/5K1R w H - 0 1'), 'e1 e2 f2 g1 g2 h1');
  assert.equal(shown('4k3/8/8/8/8/8/8/R1K5 w A - 0 1'), 'a1 b1 b2 c2 d1 d2');
  assert.equal(shown('4k3/8/8/8/8/8/8/4K2R w K - 0 1', 'chess'), 'd1 d2 e2 f1 f2 g1');
  const castled = new Set();
  const check = board => {
    const moves = board.moves();
    const played = new Map(moves.map(move => [move.uci, 0]));
    for (const [from, targets] of board.dests()) {
      assert.equal(new Set(targets).size, targets.length);
      for (const to of targets) {
        const promotions = moves.filter(move => move.from === from && move.to === to && move.promotion).map(move => move.promotion);
        for (const promotion of promotions.length > 0 ? promotions : [undefined]) {
          const uci = board.uciMove({ from, to, promotion }, board.variant().id === 'crc' ? 'crc' : 'uci');
          played.set(uci, played.get(uci) + 1);
        }
      }
    }
    for (const { uci, castling } of moves) {
      const times = played.get(uci);
      assert.ok(castling ? times === 1 || times === 2 : times === 1, `${board.fen()}: ${uci} ${times}`);
      if (castling) castled.add(uci);
    }
  };
  for (let number = 0; number < 960; number += 7) {
    for (const variant of [Variant.chess960(number), Variant.crc(number * 50 + 1)]) {
      const home = [...new Board(variant).placement()].filter(([square, symbol]) => /[KRk]/.test(symbol));
      const board = new Board(variant);
      for (const castling of ['KQ', '-']) {
        board.edit({ clear: true, pieces: { ...Object.fromEntries(home), b4: 'n' }, castling });
        check(board);
      }
    }
  }
  check(new Board('capablanca', '1r3k4/P9/10/10/10/10/10/5K4 w - - 0 1'));
  assert.ok(castled.size > 50, `${castled.size}`);
});

test('positions are changed by hand', () => {
  const board = new Board('capablanca');
  board.pushMoves(['d4', 'd5']);
  assert.deepEqual(board.remove('a1'), { symbol: 'R', side: 'white', name: 'rook' });
  // The rook's right has gone with it, and so have the moves.
  assert.deepEqual([board.fen(), board.history()], ['rnabqkbcnr/ppp1pppppp/10/3p6/3P6/10/PPP1PPPPPP/1NABQKBCNR w Kkq - 0 2', []]);
  assert.equal(board.remove('a1'), undefined);
  board.put('q', 'a3');
  assert.equal(board.pieceAt('a3').name, 'queen');
  board.edit({ clear: true, pieces: { f1: 'K', f8: 'k', c3: 'A', j7: 'P' }, turn: 'black', fullmoveNumber: 40 });
  assert.equal(board.fen(), '5k4/9P/10/10/10/2A7/10/5K4 b - - 0 40');
  const before = board.fen();
  assert.throws(() => board.remove('f1'), { name: 'FenError', code: 'position.kings' });
  assert.throws(() => board.edit({ castling: 'K' }), { name: 'FenError', field: 'castling' });
  for (const change of [() => board.put('X', 'a1'), () => board.put('R', 'k1'), () => board.put('R'), () => board.edit({ side: 'white' }), () => board.edit({ turn: 'w' })]) {
    assert.throws(change, { name: 'ArgumentError' }, String(change));
  }
  assert.equal(board.fen(), before);
  board.load(new Board('capablanca').fen());
  assert.equal(board.legalMoves().length, 28);
  // A pawn that waits goes on waiting if others change.
  const waiting = new Board('herb-garden');
  const lone = [...waiting.placement()].filter(([, symbol]) => /k/i.test(symbol));
  waiting.edit({ clear: true, pieces: Object.fromEntries(lone), castling: '' });
  assert.equal(waiting.placement().size, 2);
});

test('rights stay that the pieces allow, in random arrays too', () => {
  const KINGS = 'r3k2r/8/8/8/8/8/8/R3K2R w';
  for (const [id, fen, is960] of [['chess960'], ['crc'], [Variant.crc(100)], [Variant.chess960(7)], ['chess', `${KINGS} KQkq - 0 1`, true], ['chess960', `${KINGS} Kq - 0 1`], ['capablanca', undefined, true], ['crc', '1r2k1r3/10/10/10/10/10/10/1R2K1R3 b Gb - 3 9']]) {
    const board = new Board(id, fen, is960);
    const before = board.fen();
    board.edit({});
    assert.equal(board.fen(), before);
    const empty = before.includes('/8/') ? 'e4' : 'f4';
    board.put('N', empty);
    assert.equal(board.fen().split(' ')[2], before.split(' ')[2], before);
    board.remove(empty);
    assert.equal(board.fen(), before);
  }
  const board = new Board('chess960', `${KINGS} KQkq - 0 1`);
  board.remove('h1');
  assert.equal(board.fen(), 'r3k2r/8/8/8/8/8/8/R3K3 w Qkq - 0 1');
  board.edit({ pieces: { e1: null, b1: 'K' }, turn: 'black' });
  assert.equal(board.fen(), 'r3k2r/8/8/8/8/8/8/RK6 b Qkq - 0 1');
  // Two partners on one side of the king: no two rights.
  const beside = new Board('chess960', '4k3/8/8/8/8/8/8/R3KR2 w KQ - 0 1');
  beside.edit({ pieces: { e1: null, g1: 'K' } });
  assert.equal(beside.fen().split(' ')[2], 'Q');
});

test('every position of a game is what editing makes of it', () => {
  for (const id of campione.variants()) {
    const board = new Board(id);
    for (let ply = 0; ply < 40 && !board.isGameOver(); ply++) {
      const [, , castling, passed, half, full] = board.fen().split(' ');
      const built = new Board(id);
      const change = { clear: true, pieces: Object.fromEntries(board.placement()), turn: board.turn(), castling, halfmoveClock: Number(half), fullmoveNumber: Number(full) };
      if (board.waitingPawns().size === 0) {
        built.edit({ ...change, enPassant: passed === '-' ? null : passed });
        assert.equal(built.fen(), board.fen());
      }
      const same = board.copy();
      same.edit({ enPassant: passed === '-' ? null : passed });
      assert.equal(same.fen(), board.fen());
      const moves = board.legalMoves();
      board.push(moves[(ply * 7919) % moves.length]);
    }
  }
});

test('options that do not exist are refused', () => {
  const board = new Board('carrera');
  const wrong = [() => board.svg({ sise: 3 }), () => board.svg(3), () => board.history({ verbos: true }), () => board.attackers('w', 'a1'), () => board.king(true), () => board.hasInsufficientMaterial(true), () => new campione.Engine({ hsh: 1 })];
  for (const call of wrong) assert.throws(call, { name: 'ArgumentError' }, String(call));
  assert.throws(() => board.svg({ sise: 3 }), { message: 'options: there is no `sise`, only flipped, theme, lastMove, arrows, targets, size' });
});

test('a FEN alone is chess', () => {
  const fen = '4k3/8/8/8/8/8/8/R3K3 w Q - 0 1';
  const board = new Board(fen);
  assert.deepEqual([board.variant().id, board.fen(), board.legalMovesSan().includes('O-O-O')], ['chess', fen, true]);
  assert.equal(new Board(fen, null, true).fen(), fen);
});

test('a board as JSON is what it is made of', () => {
  const board = new Board('carrera', 'r7k1/10/10/10/10/10/10/1K7R w - - 0 1');
  board.pushMoves(['j1j2', 'a8a7']);
  const { variant, fen, moves } = JSON.parse(JSON.stringify(board));
  const again = new Board(variant, fen);
  again.pushMoves(moves);
  assert.deepEqual([moves, again.fen(), again.moveStack()], [['j1j2', 'a8a7'], board.fen(), board.moveStack()]);
});

test('a board is shown, and its picture is clicked', async () => {
  const { inspect } = await import('node:util');
  const board = new Board('carrera');
  assert.match(inspect(board), /^Board carrera\n \+---\+[^]*Fen: r/);
  for (const id of ['carrera', 'archchess', 'courier-spiel', 'chess']) {
    const other = new Board(id);
    const { files, ranks } = other.variant();
    for (const flipped of [false, true]) {
      const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(other.svg({ flipped })).map(Number);
      const at = (x, y) => other.squareAt((76 + x) / width, (14 + y) / height, flipped);
      const last = `${String.fromCharCode(96 + files)}${ranks}`;
      const corners = [at(1, ranks * 100 - 1), at(files * 100 - 1, 1)];
      assert.deepEqual(corners, flipped ? [last, 'a1'] : ['a1', last], id);
      assert.deepEqual([at(-1, 50), at(50, ranks * 100 + 1), at(files * 100 + 1, 50), other.squareAt(NaN, 0)], [undefined, undefined, undefined, undefined]);
    }
  }
});
