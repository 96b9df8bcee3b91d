import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { Board, Engine, Variant, variants } from 'campione';

test('a search reports and finds a mate', async () => {
  const engine = new Engine({ hash: 1 });
  const board = new Board('carrera', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1');
  const infos = [];
  const result = await engine.position(board).go({ mate: 2 }, info => infos.push(info));
  assert.deepEqual([result.best, result.san, result.stopped, result.lines[0].mate], ['a1a8', 'Ra8#', false, 1]);
  assert.ok(infos.length >= 1 && infos[0].pv[0] === 'a1a8');
  engine.close();
});

test('searches with the same limits are the same, and several lines are searched', async () => {
  const results = [];
  for (let i = 0; i < 2; i++) {
    const engine = new Engine({ hash: 2 });
    const result = await engine.position(new Board('archchess')).go({ nodes: 20_000, multipv: 3 });
    results.push([result.best, result.nodes, result.lines.map(line => line.pv[0])]);
    engine.close();
  }
  assert.deepEqual(results[0], results[1]);
  assert.deepEqual([results[0][1], results[0][2].length], [20_000, 3]);
});

test('stop ends a search at once, and the next one goes on', async () => {
  const engine = new Engine({ hash: 4 });
  const board = new Board('crc');
  engine.position(board);
  let depth = 0;
  const first = await new Promise((resolve, reject) => {
    engine
      .go({}, info => {
        depth = info.depth;
        if (depth === 6) engine.stop();
      })
      .then(resolve, reject);
  });
  assert.deepEqual([first.stopped, first.lines[0].depth], [true, 6]);
  assert.ok(board.isLegal(first.best));
  const second = await engine.go({ depth: 3 });
  assert.deepEqual([second.stopped, second.lines[0].depth], [false, 3]);
  // Searches that wait are stopped too.
  const waiting = [engine.go({}), engine.go({})];
  setTimeout(() => engine.stop(), 100);
  assert.deepEqual((await Promise.all(waiting)).map(result => result.stopped), [true, true]);
  engine.close();
  await assert.rejects(engine.go({ depth: 1 }), { name: 'EngineError' });
});

test('time is kept', async () => {
  const engine = new Engine({ hash: 4 });
  await engine.go({ depth: 1 });
  const start = performance.now();
  const result = await engine.position(new Board('courier-spiel')).go({ movetime: 200 });
  const took = performance.now() - start;
  assert.ok(took >= 150 && took < 3000, `${took} ms`);
  assert.ok(result.time >= 150);
  engine.close();
});

test('every game is evaluated by the net that fits it', async () => {
  const files = readdirSync(new URL('../dist/nets', import.meta.url)).map(name => name.replace('.net', '')).sort();
  const games = new Map(variants().map(id => [Variant.named(id).net, id]));
  assert.equal(Variant.named('losalamos').net, null);
  assert.deepEqual([...games.keys()].filter(net => net !== null).sort(), files);
  assert.deepEqual(['crc', 'arciscacchiere', 'herb-garden-2002b', 'chess960', 'grand', 'opulent', 'shako', 'courier', 'chancellor', 'modern', 'tencubed'].map(id => Variant.named(id).net), ['10x8', 'archchess', 'herb-garden', 'chess', 'grand', 'opulent', 'shako', 'courier', 'chancellor', 'modern', 'tencubed']);
  // One engine for all, and a search after a stop, with a new worker.
  const [plain, own] = [false, true].map(net => new Engine({ hash: 2, net }));
  const nodes = async (engine, id) => (await engine.position(new Board(id)).go({ depth: 6 })).lines[0].nodes;
  for (const [net, id] of games) {
    const found = [await nodes(plain, id), await nodes(own, id)];
    assert.equal(found[0] === found[1], net === null, `${id}: ${found}`);
  }
  const before = await nodes(own, 'carrera');
  own.go({ movetime: 60_000 });
  own.stop();
  assert.equal(await nodes(own, 'carrera'), before, 'the new worker has the net too');
  plain.close();
  own.close();
});

test('variants of users, games with moves, and games that are over', async () => {
  const engine = new Engine({ hash: 1 });
  const mine = new Board(Variant.fromToml('extends = "capablanca"\npiece.A.moves = "BNW"\n', 'mine'));
  mine.pushMoves(['d4', 'd5']);
  const { best } = await engine.position(mine).go({ depth: 4 });
  assert.ok(mine.isLegal(best));
  const over = new Board('carrera', 'R3k5/10/4K5/10/10/10/10/10 b - - 0 1');
  assert.deepEqual((await engine.position(over).go({ depth: 4 })).best, null);
  engine.close();
});

test('a long line does not end the stack', async () => {
  const engine = new Engine({ hash: 4 });
  const board = new Board('chess', '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1');
  const { lines } = await engine.position(board).go({ nodes: 300_000 });
  assert.ok(lines[0].depth > 15);
  engine.close();
});

test('a level makes it weaker, and a seed says how', async () => {
  const played = async (level, seed) => {
    const engine = new Engine({ hash: 1 }).setLevel(level, seed);
    const result = await engine.position(new Board('capablanca')).go({ nodes: 20_000 });
    engine.close();
    return result;
  };
  const full = await played(20, 0);
  assert.equal(full.nodes, 20_000);
  const weak = await Promise.all([1, 1, 2, 3, 4, 5].map(seed => played(0, seed)));
  assert.deepEqual(weak[0].lines, weak[1].lines.map(line => ({ ...line, time: weak[0].lines[0].time, nps: weak[0].lines[0].nps })));
  assert.ok(weak.every(result => result.nodes < 5_000));
  assert.ok(new Set(weak.map(result => result.best)).size > 1, 'other seeds, other errors');
  // A level stays when a search is stopped, which makes another worker.
  const engine = new Engine({ hash: 1 }).setLevel(0);
  const stopped = engine.position(new Board('capablanca')).go({ mate: 9 });
  engine.stop();
  await stopped;
  assert.ok((await engine.go({ nodes: 20_000 })).nodes < 5_000);
  engine.setLevel(20);
  assert.equal((await engine.go({ nodes: 20_000 })).nodes, 20_000);
  engine.close();
  for (const [level, seed] of [[21, 0], [-1, 0], [1.5, 0], ['3', 0], [3, -1], [3, 2 ** 32]]) {
    assert.throws(() => new Engine().setLevel(level, seed), { name: 'ArgumentError' }, `${level}, ${seed}`);
  }
});

test('that there is no mate is proven', async () => {
  const engine = new Engine({ hash: 1 });
  const { noMateIn, lines } = await engine.position(new Board('carrera')).go({ mate: 2 });
  assert.deepEqual([noMateIn, lines[0]?.mate ?? null], [2, null]);
  assert.equal((await engine.go({ depth: 2 })).noMateIn, 0);
  engine.close();
});

test('what cannot be used is an error', async () => {
  assert.throws(() => new Engine({ hash: 0 }), { name: 'ArgumentError' });
  const engine = new Engine({ hash: 1 });
  assert.throws(() => engine.position({}), { name: 'ArgumentError' });
  await assert.rejects(engine.go({ moves: ['e2e9'], depth: 1 }), { name: 'IllegalMoveError' });
  assert.ok((await engine.go({ depth: 1 })).best);
  engine.close();
  const bad = new Engine({ hash: 1, net: new Uint8Array([1, 2, 3]) });
  await assert.rejects(bad.go({ depth: 1 }));
  bad.close();
});

test('an exception in onInfo ends the search with it, and the engine goes on', async () => {
  const engine = new Engine({ hash: 1 }).position(new Board('gothic'));
  const mine = new Error('mine');
  const search = engine.go({}, () => {
    throw mine;
  });
  const next = engine.go({ depth: 3 });
  await assert.rejects(search, error => error === mine);
  assert.deepEqual([(await next).lines[0].depth, (await engine.go({ nodes: 2000n })).nodes], [3, 2000]);
  engine.close();
});

test('a signal ends a search, and no other', async () => {
  const engine = new Engine({ hash: 1 }).position(new Board('gothic'));
  await assert.rejects(engine.go({ signal: AbortSignal.abort() }), { name: 'AbortError' });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const searches = [engine.go({ signal: running.signal }, () => running.abort()), engine.go({ signal: waiting.signal }), engine.go({ depth: 3 })];
  waiting.abort('later');
  const [first, second, third] = await Promise.allSettled(searches);
  assert.deepEqual([first.reason.name, second.reason, third.value.lines[0].depth], ['AbortError', 'later', 3]);
  await assert.rejects(engine.go({ signal: AbortSignal.timeout(50) }), { name: 'TimeoutError' });
  // A search that has ended is not ended again.
  const late = new AbortController();
  assert.equal((await engine.go({ depth: 2, signal: late.signal })).stopped, false);
  late.abort();
  assert.equal((await engine.go({ depth: 2 })).stopped, false);
  engine.close();
});

test('clocks are those of the side to move', async () => {
  const engine = new Engine({ hash: 1 });
  const black = new Board('carrera');
  black.push(black.legalMoves()[0]);
  for (const [board, limits] of [[new Board('carrera'), { wtime: 400, winc: 10, btime: 9e9 }], [black, { btime: 400, wtime: 9e9 }], [black, { btime: 0 }], [black, { btime: 300, movestogo: 1 }]]) {
    const { time, best, stopped } = await engine.position(board).go(limits);
    assert.ok(time < 3000 && board.isLegal(best) && !stopped, `${JSON.stringify(limits)}: ${time} ms`);
  }
  engine.close();
});

test('bad limits are refused at once', async () => {
  const engine = new Engine({ hash: 1 });
  const bad = [{ depth: -1 }, { depth: '3' }, { dept: 3 }, { nodes: 0 }, { nodes: 1.5 }, { movetime: NaN }, { movetime: 0 }, { multipv: 0 }, { mate: Infinity }, { moves: 'e4' }, { moves: [3] }, { wtime: -1 }, { binc: '3' }, { movestogo: 0 }, { nodes: 0n }, { nodes: 2n ** 64n }, { signal: 3 }, { signal: null }, 3, null, []];
  for (const limits of bad) await assert.rejects(engine.go(limits), { name: 'ArgumentError' }, String(Object.entries(limits ?? {})));
  await assert.rejects(engine.go({ dept: 3 }), { message: 'limits: there is no `dept`, only nodes, movetime, wtime, btime, winc, binc, movestogo, depth, mate, multipv, moves, signal' });
  await assert.rejects(engine.go({ depth: '3' }), { message: "depth: '3' is not a whole number from 1" });
  await assert.rejects(engine.go({ depth: 2, moves: ['e5'] }), { name: 'IllegalMoveError' });
  assert.equal((await engine.go({ depth: 2, nodes: undefined })).lines[0].depth, 2);
  engine.close();
});
