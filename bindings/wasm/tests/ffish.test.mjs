// `campione/ffish` beside the real ffish.js, where that can be loaded.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { Board } from 'campione';
import Module from 'campione/ffish';

/** The real one. Where a page has `fetch`, it would look for its file on the network. */
async function real() {
  const { fetch } = globalThis;
  try {
    const path = createRequire(import.meta.url).resolve('ffish-es6');
    delete globalThis.fetch;
    const { default: make } = await import(path);
    // It takes promises that nobody handles as its own end.
    const listeners = new Set(process.listeners('unhandledRejection').concat(process.listeners('uncaughtException')));
    const loaded = await make({
      wasmBinary: readFileSync(new URL('ffish.wasm', `file://${path}`)),
      print() {},
      printErr() {},
    });
    for (const name of ['unhandledRejection', 'uncaughtException']) {
      for (const listener of process.listeners(name)) if (!listeners.has(listener)) process.removeListener(name, listener);
    }
    return loaded;
  } catch (error) {
    return String(error);
  } finally {
    globalThis.fetch = fetch;
  }
}

const theirs = await real();
const skip = typeof theirs === 'string' ? `ffish.js does not load: ${theirs}` : false;
const ours = await new Module();
const VARIANTS = ['chess', 'capablanca', 'gothic', 'embassy', 'janus', 'grand', 'shako', 'knightmate', 'almost', 'losalamos'];
/** Games with castling from any array, and what ffish.js calls them. */
const RANDOM = { chess960: 'chess', crc: 'capablanca' };
const sorted = text => text.split(' ').sort();

test('it has every name', { skip }, () => {
  for (const name of ['Board', 'Game', 'info', 'setOption', 'setOptionInt', 'setOptionBool', 'readGamePGN', 'variants', 'loadVariantConfig', 'capturesToHand', 'startingFen', 'validateFen']) {
    assert.equal(typeof ours[name], typeof theirs[name], name);
  }
  for (const name of Object.getOwnPropertyNames(theirs.Board.prototype)) assert.ok(name in ours.Board.prototype, name);
  for (const name of Object.getOwnPropertyNames(theirs.Game.prototype)) assert.ok(name in ours.Game.prototype, name);
  for (const name of ['Notation', 'Termination']) {
    for (const constant of Object.keys(theirs[name]).filter(key => key !== 'values')) assert.ok(constant in ours[name], constant);
  }
});

function facts(ffish, board) {
  const { SAN, LAN } = ffish.Notation;
  const moves = sorted(board.legalMoves());
  const shown = moves.filter((_, index) => index % 7 === 0 && moves[0] !== '');
  return {
    fen: board.fen(),
    moves,
    san: sorted(board.legalMovesSan()),
    count: board.numberLegalMoves(),
    lan: shown.map(move => board.sanMove(move, LAN)),
    variation: shown.map(move => board.variationSan(move, SAN)),
    captures: shown.map(move => board.isCapture(move)),
    turn: board.turn(),
    numbers: [board.fullmoveNumber(), board.halfmoveClock(), board.gamePly()],
    check: [board.isCheck(), board.checkedPieces()],
    over: [board.isGameOver(), board.result()],
    stack: board.moveStack(),
    text: board.toString(),
    rest: [board.isBikjang(), board.is960(), board.pocket(true), board.variant()],
    material: [board.hasInsufficientMaterial(true), board.hasInsufficientMaterial(false), board.isInsufficientMaterial()],
  };
}

test('games of random moves', { skip }, () => {
  let seed = 1;
  const random = below => (seed = (seed * 48271) % 0x7fffffff) % below;
  for (const variant of VARIANTS) {
    // ffish.js knows no start position before the first board of a game.
    const first = new theirs.Board(variant);
    assert.equal(ours.startingFen(variant), first.fen());
    first.delete();
    for (let game = 0; game < 3; game++) {
      const [own, their] = [new ours.Board(variant), new theirs.Board(variant)];
      for (let ply = 0; ply < 60; ply++) {
        const [a, b] = [facts(ours, own), facts(theirs, their)];
        assert.deepEqual(a, b, `${variant}: ${a.fen}`);
        if (a.moves[0] === '' || own.isGameOver()) break;
        const move = a.moves[random(a.moves.length)];
        if (random(3) === 0) {
          const san = own.sanMove(move);
          assert.deepEqual([own.pushSan(san), their.pushSan(san)], [true, true], san);
        } else {
          assert.deepEqual([own.push(move), their.push(move)], [true, true]);
        }
        if (random(9) === 0) {
          own.pop();
          their.pop();
        }
      }
      their.delete();
      own.delete();
    }
  }
});

test('positions of the suites', { skip }, () => {
  const repository = new URL('../../../', import.meta.url);
  const folder = new URL('notation/tests/data/', repository);
  const files = [...readdirSync(folder).map(name => new URL(name, folder)), new URL('notation/tests/guests.tsv', repository)];
  const seen = new Set();
  for (const line of files.flatMap(file => readFileSync(file, 'utf8').split('\n'))) {
    const [id, fen] = line.split('\t');
    const random = RANDOM[id];
    const variant = random ?? id;
    if (!VARIANTS.includes(variant) || seen.has(`${id} ${fen}`)) continue;
    seen.add(`${id} ${fen}`);
    // The suites name rooks in our way, which it does not read.
    const text = random === undefined ? fen : new Board(id, fen).fen('fairy', true);
    const [own, their] = [ours, theirs].map(ffish => new ffish.Board(variant, text, random !== undefined));
    assert.deepEqual(facts(ours, own), facts(theirs, their), `${id}: ${fen}`);
    their.delete();
  }
  assert.ok(seen.size > 150, `${seen.size}`);
});

test('texts that are not moves', { skip }, () => {
  const of = ffish => {
    const board = new ffish.Board('capablanca');
    const found = [board.push('e2e9'), board.push(''), board.pushSan('Nx'), board.sanMove('x'), board.variationSan('d2d5'), board.isCapture('zz')];
    board.pushMoves('d2d4 d7d5 zz c1e3');
    board.pushSanMoves('Nc6 Ci3');
    return [...found, board.moveStack(), board.variationSan('b8c6 b1c3', ffish.Notation.LAN, false), board.variationSan('')];
  };
  assert.deepEqual(of(ours), of(theirs));
});

test('PGN', { skip }, () => {
  for (const text of ['[Variant "Capablanca"]\n[White "x"]\n\n1. d4 d5 2. Nc3 {hi} (2. e4) Nc6 *', '[Event "a"]\n\n1. e4 e5 *']) {
    const of = ffish => {
      const game = ffish.readGamePGN(text);
      return [sorted(game.headerKeys()), game.headers('White'), game.headers('none'), game.mainlineMoves()];
    };
    assert.deepEqual(of(ours), of(theirs));
  }
});

test('variants of a file, and FEN', { skip }, () => {
  const ini = '[own-game:capablanca]\narchbishop = -\ncustomPiece1 = a:BNW\ncastling = false\nstartFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1\n';
  ours.loadVariantConfig(ini);
  theirs.loadVariantConfig(ini);
  assert.deepEqual(facts(ours, new ours.Board('own-game')), facts(theirs, new theirs.Board('own-game')));
  assert.ok(ours.variants().split(' ').includes('own-game'));
  const fens = ['', 'xx', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR z KQkq - 0 1', '8/8/8/8/8/8/8/8 w - - 0 1'];
  const bare = '4k3/8/8/8/8/8/8/4K3';
  const bad = ['x', 'rnbq', 'w', '8', 'xx yy', 'k', '1', 'k/K w', '? w', 'x/8/8/8/8/8/8/8', 'e4', 'startpos', '8/8 w - - 0 1', `${bare} w - - 0 1 1 1 1`, `${bare} x - - 0 1`, bare.replace('4k3', '4kX2')];
  for (const fen of bad) assert.equal(ours.validateFen(fen), theirs.validateFen(fen), fen);
  for (const fen of fens) assert.equal(Math.sign(ours.validateFen(fen)), Math.sign(theirs.validateFen(fen)), fen);
});

test('castling from any array', { skip }, () => {
  for (const [variant, fen, is960] of [
    ['capablanca', 'r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1', true],
    ['caparandom', ''],
    ['caparandom', 'rnq2kc1r1/p1b1pp1b1p/1p1p3ppn/1Pp2Pp3/6PPBP/PPN1P2NP1/2APQ5/R4KBC1R w JAa - 6 20'],
    ['fischerandom', ''],
    ['fischerandom', 'nrk3r1/8/8/8/8/8/8/NRK3R1 w GBgb - 0 1'],
    ['caparandom', '1r2k1r3/10/10/10/10/10/10/1R2K1R3 b GBgb - 0 1', true],
  ]) {
    const [own, their] = [ours, theirs].map(ffish => new ffish.Board(variant, fen, is960 ?? false));
    assert.deepEqual(facts(ours, own), facts(theirs, their), `${variant} ${fen}`);
    for (const board of [own, their]) board.push(sorted(own.legalMoves())[0]);
    own.reset();
    their.reset();
    assert.equal(own.fen(), their.fen());
    their.delete();
  }
  const pgn = '[Variant "Caparandom"]\n[FEN "r4k3r/10/10/10/10/10/10/R4K3R w JAja - 0 1"]\n\n1. O-O O-O-O *';
  assert.equal(ours.readGamePGN(pgn).mainlineMoves(), theirs.readGamePGN(pgn).mainlineMoves());
});
