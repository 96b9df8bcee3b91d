// Whatever the text: nothing is thrown but the documented errors, and nothing hangs.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { Bisection, Board, CampioneError, Variant, iniNames, readPgn, variants } from 'campione';
import * as ffish from 'campione/ffish';

const repository = new URL('../../../', import.meta.url);
const EFFORT = Number(process.env.CAMPIONE_FUZZ ?? 1);

// xorshift: the same texts in every run.
let state = 0x9e3779b9;
function random(below) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const pick = list => list[random(list.length)];

const SCRAPS = ['', ' ', '\n', '\0', '/', '-', '=', '[', ']', '"', '{', '}', '(', ')', '"""', '\ud800', '𝔸', 'é', '999999999999', '-1', 'e9', '*', '1-0', '#', ';', '.', ',', 'K', 'k', 'z99'];

/** A text with some places changed. */
function mutated(text, others) {
  let units = text;
  for (let changes = 1 + random(5); changes > 0; changes--) {
    const at = random(units.length + 1);
    const end = Math.min(units.length, at + random(random(10) === 0 ? 200 : 5));
    const other = pick(others);
    const from = random(other.length + 1);
    const scrap = [pick(SCRAPS), other.slice(from, from + random(40)), String.fromCharCode(random(0x250)), pick(SCRAPS).repeat(random(50))];
    units = units.slice(0, at) + pick(scrap) + units.slice(end);
  }
  return units;
}

function check(call, text) {
  try {
    return call();
  } catch (error) {
    assert.ok(error instanceof CampioneError, `${JSON.stringify(text.slice(0, 500))} throws ${error?.stack}`);
    assert.ok(error.message.length > 0 && error.faults.length > 0, error.message);
    return undefined;
  }
}

/** The inputs of a fuzz target: a table of lines of text, or of hexadecimal digits; files where the format is binary. */
function corpus(target) {
  const table = new URL(`xtask/fuzz/corpus/${target}.json`, repository);
  if (existsSync(table)) {
    const seeds = Object.values(JSON.parse(readFileSync(table, 'utf8')));
    return seeds.map(seed => (Array.isArray(seed) ? seed.join('\n') : Buffer.from(seed, 'hex').toString('utf8')));
  }
  const folder = new URL(`xtask/fuzz/corpus/${target}/`, repository);
  return readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8'));
}

const ids = variants();
const fens = [...ids.map(id => Variant.named(id).startFen), ...corpus('fen')];

/** A FEN of the fields of a setup; the placement is that of the board, which must be the same. */
function rejoined(board, { placement, side, rights, enPassant, halfmoveClock, fullmoveNumber, waiting }) {
  assert.deepEqual(placement, Object.fromEntries(board.placement()));
  const held = rights.filter(right => right.held).map(right => right.letter).join('');
  return [board.fen().split(' ')[0], side.slice(0, 1), held || '-', enPassant || '-', halfmoveClock, fullmoveNumber, waiting].join(' ').trim();
}

test('FEN', () => {
  for (let i = 0; i < 20_000 * EFFORT; i++) {
    const text = mutated(pick(fens), fens);
    const id = pick(ids);
    const board = check(() => new Board(id, text), text);
    if (board !== undefined) {
      assert.equal(new Board(id, board.fen()).fen(), board.fen());
      board.moves();
      board.dests();
      board.outcome();
      board.svg();
      assert.equal(new Board(id, rejoined(board, Variant.named(id).setup(board.fen()))).fen(), board.fen());
    }
    check(() => Variant.named(id).setup(text), text);
    check(() => ffish.validateFen(text, id), text);
  }
});

test('moves', () => {
  const all = [...corpus('moves'), 'e2e4', 'O-O-O:b1c1', 'e8=Q:Nc3', 'b1c3,e8q', 'Kg1', 'i7i8c'];
  const boards = ids.map(id => new Board(id));
  for (let i = 0; i < 20_000 * EFFORT; i++) {
    const board = pick(boards);
    const text = mutated(pick([...all, pick(board.legalMoves())]), all);
    if (check(() => (board.push(text), true), text)) board.pop();
    check(() => board.why(text), text);
    check(() => (board.push(text, 'san'), true), text) && board.undo();
    check(() => board.variationSan(text.split(' ')), text);
    check(() => board.svg({ targets: [text], arrows: [[text, text]] }), text);
  }
});

test('divides', () => {
  const boards = ids.map(id => new Board(id));
  for (let i = 0; i < 1_500 * EFFORT; i++) {
    const board = pick(boards);
    const depth = 1 + random(2);
    const divide = [...board.divide(depth)].map(([move, nodes]) => `${move}: ${nodes}`).join('\n');
    const text = mutated(divide, [divide]);
    const protocol = pick(['uci', 'xboard', 'template']);
    const { steps, question, report } = check(() => new Bisection(board, depth, { protocol }).walk([text, text, text, text]), text) ?? {};
    if (steps !== undefined) assert.ok((question === null) !== (report === null) && steps.length > 0);
    check(() => new Bisection(board, depth, { letters: text }), text);
    check(() => new Bisection(board, depth, { protocol: text }), text);
  }
});

test('TOML', () => {
  const folder = new URL('core/variants/', repository);
  const files = [...readdirSync(folder).map(name => readFileSync(new URL(name, folder), 'utf8')), ...corpus('variant')];
  for (let i = 0; i < 700 * EFFORT; i++) {
    const text = mutated(pick(files), files);
    const variant = check(() => Variant.fromToml(text), text);
    if (variant !== undefined) {
      variant.warnings(text);
      variant.drawings();
      check(() => new Board(variant).moves(), text);
    }
  }
});

test('variants.ini', () => {
  const files = [...corpus('ini'), readFileSync(new URL('docs/examples/large-boards.ini', repository), 'utf8')];
  for (let i = 0; i < 1_500 * EFFORT; i++) {
    const text = mutated(pick(files), files);
    for (const name of (check(() => iniNames(text), text) ?? []).slice(0, 3)) check(() => Variant.fromIni(text, name), text);
  }
});

test('PGN', () => {
  const files = [...corpus('pgn'), ...corpus('games').map(text => text.slice(0, 5000))];
  for (let i = 0; i < 3_000 * EFFORT; i++) {
    const text = mutated(pick(files), files);
    check(() => {
      for (const game of readPgn(text, { variant: pick(ids), onError: () => {} })) String(game);
    }, text);
  }
  // Deeper than any stack.
  const deep = `1. e4 ${'(1. d4 '.repeat(100_000)}`;
  check(() => [...readPgn(deep)], deep);
  const nested = `a = ${'['.repeat(100_000)}`;
  check(() => Variant.fromToml(nested), nested);
});
