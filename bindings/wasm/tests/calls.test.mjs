// Random calls of all that is public: nothing is thrown but the documented errors, nothing hangs, and memory stays.
//
// `node --expose-gc tests/calls.test.mjs 1000000 [SEED]` makes a million calls, and says what they threw and how much memory they left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import * as campione from 'campione';
import Module, * as ffishModule from 'campione/ffish';

const { Bisection, Board, CampioneError, Engine, PgnGame, Variant, readPgn } = campione;

/** What is internal; and engines, whose answers come later, so that they have a test of their own below. */
const LEFT_OUT = new Set(['constructor', 'raw', 'ofRaw', 'Engine', 'PgnGame']);

const TOML = 'extends = "carrera"\npromotion.to = "QRACBN"\n';
const PGN = '[White "Ada"]\n[Variant "Capablanca"]\n\n1. d4 {solid [%clk 1:00]} (1. e4 e5) 1... d5 $1 *\n';
const WORDS = ['', ' ', 'd4', 'Nc3', 'c2c4', 'b1c3', 'e5', 'e7e5', '\0', 'e4', 'e2e4', 'e7e8q', 'O-O', 'O-O-O:b1c1', 'a11', 'l10', '0000', '--', 'Nf3', 'ä', '\ud800', '𝔸', '-', 'w', 'KQkq', 'startpos', 'xfen', 'shredder', 'fairy', 'uci', 'san', 'xboard', 'light', 'dark', 'white', 'black', '1-0', '*', 'Result', '[', '$1', '9'.repeat(40), 'K', 'a', '7', 'x'.repeat(3000), 'all', '__proto__', 'toString'];
const NUMBERS = [0, 1, 2, 3, 7, 8, 40, 119, 120, 255, 959, 960, 48000, 48001, -1, -0, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, 1e300, 5n, -1n, 2n ** 100n];
/** Depths and sizes by the names of their methods: a few plies, or so many that they are errors. */
const DEPTHS = [0, 1, 2, -1, 0.5, NaN, 2 ** 31, 1e300, '2', 'x', null, undefined, {}, Symbol('2')];

class Fuzzer {
  constructor(seed) {
    this.state = seed * 7919 + 1;
    this.thrown = new Map();
    this.called = new Set();
    const fens = campione.variants().map(id => Variant.named(id).startFen);
    // A variant stays in memory, so that there is a fixed number of texts.
    this.texts = [...WORDS, ...campione.variants(), ...fens];
    for (let i = 0; i < 200; i++) this.texts.push(this.mutated(this.pick([...fens, TOML, PGN, 'Nb1xc3+'])));
    this.start();
  }

  below(bound) {
    this.state = (this.state * 48271) % 2147483647;
    return this.state % bound;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  mutated(text) {
    for (let changes = this.below(4); changes > 0; changes--) {
      const at = this.below(text.length + 1);
      text = text.slice(0, at) + this.pick(WORDS.slice(0, 30)) + text.slice(at + this.below(4));
    }
    return text;
  }

  /** Fresh objects: those that are played with grow. */
  start() {
    const boards = ['chess', 'capablanca', 'archchess', 'courier-spiel', 'herb-garden', 'gothic'].map(id => new Board(id));
    boards.push(new Board('capablanca', 'R3k5/10/4K5/10/10/10/10/10 b - - 0 1'));
    const [game] = readPgn(PGN);
    this.objects = [
      ...boards, Variant.named('archchess'), Variant.crc(27621), Variant.fromToml(TOML), game, new Bisection(boards[0], 2), new this.ffish.Board('capablanca'), new this.ffish.Board(), this.ffish.readGamePGN(PGN),
    ];
    this.plain = [...boards[0].moves().slice(0, 3), boards[1].outcome(), new Error('x'), new Date(0), () => 'e2e4', /x/, Symbol('x'), new Map([['e2', 'e4']]), new Uint8Array([101, 52]), new Set(['e4'])];
  }

  get ffish() {
    return Fuzzer.ffish;
  }

  value(depth = 0) {
    const kind = this.below(11);
    if (kind < 4) return this.pick(this.texts);
    if (kind < 6) return this.pick(NUMBERS);
    if (kind === 6) return this.pick([null, undefined, true, false]);
    if (kind === 7) return this.pick(this.objects);
    if (kind === 8) return this.pick(this.plain);
    if (kind === 9 && depth < 3) return Array.from({ length: this.below(4) }, () => this.value(depth + 1));
    const names = ['from', 'to', 'promotion', 'uci', 'pieces', 'turn', 'clear', 'castling', 'size', 'arrows', 'targets', 'theme', 'verbose', 'variant', 'onError', 'tags', 'moves', 'remarks', 'result', 'protocol', 'letters', 'lastMove', 'enPassant', 'halfmoveClock', 'e4', 'san', 'nag', 'comment', 'variation'];
    return depth < 3 ? Object.fromEntries(Array.from({ length: this.below(4) }, () => [this.pick(names), this.value(depth + 1)])) : undefined;
  }

  arguments(name, length) {
    if (/perft|divide/i.test(name)) return [this.pick(DEPTHS), this.value()];
    const given = Array.from({ length: length + this.below(3) }, () => this.value());
    // The second argument of a walk to a difference is a depth.
    if (name === 'Bisection') given[1] = this.pick(DEPTHS);
    return given;
  }

  /** Functions, classes, and methods of objects and classes. */
  target() {
    const kind = this.below(5);
    if (kind === 0) return [campione, this.pick(Object.keys(campione))];
    if (kind === 1) {
      const owner = this.pick([Variant, Board, PgnGame, Bisection, this.ffish, ffishModule]);
      return [owner, this.pick(Object.getOwnPropertyNames(owner))];
    }
    const object = this.pick(this.objects);
    return [object, this.pick(Object.getOwnPropertyNames(Object.getPrototypeOf(object)))];
  }

  one() {
    const [owner, name] = this.target();
    // An error is JavaScript's own, with its arguments.
    if (LEFT_OUT.has(name) || /^(prototype|default|.*Error)$/.test(name)) return;
    const kind = owner[Symbol.toStringTag] ?? owner.constructor?.name ?? '';
    this.called.add(`${typeof owner === 'function' ? owner.name : kind}.${name}`);
    let given = [];
    try {
      const found = owner[name];
      if (typeof found !== 'function') return;
      given = this.arguments(name, found.length);
      const isClass = /^class /.test(Function.prototype.toString.call(found));
      // eslint-disable-next-line new-cap
      let result = isClass ? new found(...given) : owner[name](...given);
      if (typeof result?.next === 'function') {
        for (const each of result) {
          result = each;
          if (this.below(3) === 0) break;
        }
      }
      if (result instanceof Promise) result.catch(() => {});
      if (result instanceof Board || result instanceof PgnGame || result instanceof Variant || result instanceof Bisection) this.objects[this.below(this.objects.length)] = result;
    } catch (error) {
      const thrown = error?.constructor?.name ?? typeof error;
      this.thrown.set(thrown, (this.thrown.get(thrown) ?? 0) + 1);
      if (error instanceof CampioneError && error.message.length > 0) return;
      const shown = given.map(each => (typeof each === 'object' ? JSON.stringify(each, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)) : String(each)).slice(0, 200));
      throw new Error(`${kind}.${name}(${shown.join(', ')}) throws ${error?.stack ?? error}`, { cause: error });
    }
  }

  async run(calls) {
    for (let number = 0; number < calls; number++) {
      if (number % 300 === 0) {
        this.start();
        // What was dropped is freed between two tasks.
        await setImmediate();
      }
      this.one();
    }
  }
}

Fuzzer.ffish = await new Module();

if (process.argv[2] === undefined) {
  test('random calls throw documented errors alone', async () => {
    const fuzzer = new Fuzzer(2026);
    await fuzzer.run(20_000);
    assert.ok(fuzzer.called.size > 130, `${fuzzer.called.size}`);
    for (const name of ['ArgumentError', 'FenError', 'InvalidMoveError', 'UnknownVariantError']) assert.ok(fuzzer.thrown.has(name), name);
  });

  test('random calls of an engine', async () => {
    const fuzzer = new Fuzzer(7);
    const engine = new Engine({ hash: 1 });
    const limits = [{ nodes: 100 }, { depth: 2 }, { depth: 1, mate: 1 }, { nodes: 0 }, { depth: -1 }, { nodes: 10, x: 1 }, { depth: 1, moves: ['e4'] }, { depth: 1, moves: 5 }, 5, 'x', null, []];
    const failures = new Set();
    const note = error => {
      assert.ok(error instanceof CampioneError, String(error?.stack ?? error));
      failures.add(error.constructor.name);
    };
    for (let number = 0; number < 300; number++) {
      try {
        const kind = fuzzer.below(6);
        if (kind === 0) engine.position(fuzzer.value());
        else if (kind === 1) engine.position(fuzzer.pick(fuzzer.objects.filter(object => object instanceof Board)));
        else if (kind === 2) engine.setLevel(fuzzer.value(), fuzzer.value());
        else if (kind === 3) engine.clear();
        else if (kind === 4) new Engine(fuzzer.pick([null, 5, 'x', { hash: -1 }, { hash: 'x' }, { net: 5 }, { x: 1 }, { hash: 2 ** 40 }])).close();
        else await engine.go(fuzzer.pick(limits), fuzzer.pick([undefined, () => {}, 5])).catch(note);
      } catch (error) {
        note(error);
      }
    }
    engine.setLevel(20).position(new Board('capablanca'));
    assert.ok((await engine.go({ depth: 2 })).best !== null);
    assert.ok(failures.size > 0, [...failures].join(' '));
    engine.close();
  });
} else {
  const calls = Number(process.argv[2]);
  const fuzzer = new Fuzzer(Number(process.argv[3] ?? 1));
  const report = what => {
    globalThis.gc?.();
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    console.log(`${what}: ${[rss, heapUsed, arrayBuffers].map(bytes => (bytes / 2 ** 20).toFixed(1)).join(', ')} MiB (process, JavaScript, buffers)`);
  };
  report('before');
  for (let part = 1; part <= 10; part++) {
    await fuzzer.run(calls / 10);
    fuzzer.start();
    await setImmediate();
    report(`after ${(part * calls) / 10} calls`);
  }
  console.log(`${fuzzer.called.size} functions and methods; errors: ${[...fuzzer.thrown].map(([name, count]) => `${name} ${count}`).join(', ')}`);
}
