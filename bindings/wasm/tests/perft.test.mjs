// The page of perft in a real browser: counts, the editor, links, and the divides of generators with planted bugs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Board, Variant } from '../dist/index.js';
import { barriers } from './barriers.mjs';
import { byHand, closed, opened, origin, sheet, shot, skip, square } from './browser.mjs';

const hashOf = words => `#${new URLSearchParams(words)}`;
const perft = (words = {}, options = {}) => opened(options, hashOf(words), 'perft.html');
const status = page => page.locator('#status').textContent();
const counted = (page, nodes) => page.waitForFunction(text => document.querySelector('#status').textContent.replace(/[;(].*/, '').trim().endsWith(text), ` = ${nodes.toLocaleString('en')}`);
const numbers = page => page.locator('#table tbody tr').evaluateAll(rows => Object.fromEntries(rows.map(row => [row.dataset.move, Number(row.cells[1].textContent.replaceAll(',', ''))])));

test('counts and divides are those of the library', { skip }, async () => {
  const page = await perft();
  for (const [id, depth] of [['carrera', 4], ['archchess', 3], ['herb-garden', 3], ['crc', 3], ['courier-spiel', 3], ['berolina', 4], ['chess', 5]]) {
    await page.selectOption('#variant', id);
    await page.fill('#depth', String(depth));
    await page.locator('#depth').press('Enter');
    const board = new Board(id);
    await counted(page, board.perft(depth));
    assert.deepEqual(await numbers(page), Object.fromEntries(board.divide(depth)), id);
  }
  await page.fill('#depth', '5');
  await page.fill('#fen', '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1');
  await page.locator('#fen').press('Enter');
  await page.waitForFunction(() => /^perft 5 = 532,933[^(]* \(\d+\.\d\d s, .* nodes a second\)$/.test(document.querySelector('#status').textContent));
  await page.fill('#fen', new Board('chess').fen());
  // A click on a move goes down, and the breadcrumb up.
  await page.locator('#table tr[data-move="g1f3"] button').click();
  const board = new Board('chess');
  board.push('g1f3');
  await counted(page, board.perft(4));
  await page.locator('#table tr[data-move="d7d5"] button').click();
  board.push('d7d5');
  await counted(page, board.perft(3));
  assert.deepEqual(await page.locator('#crumbs button').allTextContents(), ['Start', 'Nf3', 'd5']);
  // Sorted by counts, the largest first.
  await page.locator('#table thead button', { hasText: 'Nodes' }).click();
  const sorted = Object.values(await numbers(page));
  assert.deepEqual(sorted, [...sorted].sort((a, b) => b - a));
  await page.locator('#crumbs button').first().click();
  assert.match(await status(page), /^perft 5 = 4,865,609/);
  // On the board one goes down too.
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  assert.deepEqual(await page.locator('#crumbs button').allTextContents(), ['Start', 'e4']);
  await square(page, 'e7').click();
  await square(page, 'e4').click();
  assert.match(await page.locator('#message').textContent(), /^Not e7e4: /);
  await closed(page, 'perft-desk');
});

test('known counts are listed, opened and compared', { skip }, async () => {
  const page = await perft({ variant: 'archchess', depth: '3' });
  await page.waitForFunction(() => /perft 3 = 29,186; confirmed by our slow generator, an independent program/.test(document.querySelector('#status').textContent));
  await page.locator('#published-panel summary').click();
  const { variants } = JSON.parse(readFileSync(new URL('../../../docs/kit/counts.json', import.meta.url), 'utf8'));
  const { counts } = variants.find(({ id }) => id === 'archchess');
  const rows = page.locator('#published tbody tr');
  assert.equal(await rows.count(), counts.length);
  const index = counts.findIndex(({ fen, depth }) => fen !== undefined && depth <= 4);
  await rows.nth(index).locator('button').click();
  const { fen, depth, nodes } = counts[index];
  assert.equal(await page.inputValue('#fen'), fen);
  await page.waitForFunction(text => document.querySelector('#status').textContent.startsWith(text), `perft ${depth} = ${nodes.toLocaleString('en')}; confirmed by`);
  // What nobody has counted has no remark.
  await page.locator('#table tbody button').first().click();
  await page.waitForFunction(() => /^perft \d = [\d,]+ \(/.test(document.querySelector('#status').textContent));
  await closed(page);
});

test('a position without moves has none', { skip }, async () => {
  const page = await perft({ variant: 'chess', fen: '7k/5KQ1/8/8/8/8/8/8 b - - 0 1', depth: '3' });
  await counted(page, 0);
  assert.equal(await page.locator('#table tbody tr').count(), 0);
  await closed(page);
});

test('a count stops at once, with progress before', { skip }, async () => {
  const page = await perft({ variant: 'capablanca', depth: '8' });
  assert.equal(await status(page), 'Depth 8: not counted yet', 'a long count waits for the button');
  await page.locator('#count').click();
  await page.waitForFunction(() => /^Counting: .* nodes a second/.test(document.querySelector('#status').textContent) && document.querySelector('#progress').value > 0);
  assert.ok(await page.locator('#progress').isVisible());
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => document.querySelector('#stop').disabled);
  assert.equal(await status(page), 'Stopped.');
  await page.fill('#depth', '3');
  await page.locator('#count').click();
  await counted(page, new Board('capablanca').perft(3));
  // So does the comparison with a pasted divide, which is still there to be compared later.
  await page.fill('#depth', '8');
  await page.locator('#depth').press('Tab');
  await page.fill('#paste', 'a2a3: 1');
  await page.locator('#compare').click();
  await page.waitForFunction(() => document.querySelector('#progress').value > 0 && !document.querySelector('#stop').disabled);
  await page.locator('#stop').click();
  await page.waitForFunction(() => document.querySelector('#stop').disabled);
  assert.equal(await page.locator('#paste').inputValue(), 'a2a3: 1');
  assert.ok(await page.locator('#unpaste').isDisabled());
  // A count that another one takes the place of is not heard of any more.
  await page.fill('#depth', '7');
  await page.locator('#count').click();
  await page.waitForFunction(() => document.querySelector('#progress').value > 0);
  await page.selectOption('#variant', 'chess');
  await page.fill('#depth', '4');
  await page.locator('#count').click();
  await counted(page, 197281);
  await closed(page);
});

const codes = page => page.locator('#fen-faults code').allTextContents();

test('the editor says what is wrong with a position, by its code, until it is legal', { skip }, async () => {
  const page = await perft({ variant: 'archchess', depth: '2' });
  await page.locator('#editor-panel summary').click();
  const field = () => page.locator('#fen').inputValue();
  await page.locator('#rights [data-right="Q"]').uncheck();
  assert.equal((await field()).split(' ')[2], 'KLkql');
  assert.match(await page.locator('#rights').textContent(), /White: free castling with the rook on j1.*Black: king's leap/);
  await page.locator('#empty').click();
  assert.deepEqual(await codes(page), ['position.kings', 'position.kings']);
  assert.equal(await status(page), 'The position is not legal.');
  assert.ok(await page.locator('#count').isDisabled());
  const put = async (letter, name) => {
    await page.locator(`#editor [data-letter="${letter}"]`).click();
    await square(page, name).click();
  };
  await put('K', 'e1');
  await put('k', 'e10');
  await put('R', 'e5');
  assert.deepEqual(await codes(page), ['position.opponent-in-check']);
  await page.selectOption('#side', 'b');
  assert.deepEqual(await codes(page), []);
  await page.fill('#en-passant', 'a3');
  assert.deepEqual(await codes(page), ['position.no-en-passant']);
  await page.fill('#en-passant', 'zz');
  assert.match((await codes(page)).join(), /en-passant/);
  await page.fill('#en-passant', '');
  await page.fill('#halfmoves', '7');
  await page.fill('#move-number', '12');
  assert.equal(await field(), '4k5/10/10/10/10/4R5/10/10/10/4K5 b - - 7 12');
  // Picked up and put down elsewhere.
  const [from, to] = [await square(page, 'e5').boundingBox(), await square(page, 'a5').boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.locator('#count').click();
  await counted(page, new Board('archchess', await field()).perft(2));
  // From the field to the editor: rights, counters and pieces.
  await page.fill('#fen', '4k5/10/10/10/10/10/10/10/10/R3K4R w QL - 3 9');
  assert.equal(await page.locator('#rights [data-right="Q"]').isChecked(), true);
  assert.equal(await page.locator('#rights [data-right="K"]').isChecked(), false);
  assert.deepEqual([await page.locator('#halfmoves').inputValue(), await page.locator('#side').inputValue()], ['3', 'w']);
  assert.match(await square(page, 'j1').getAttribute('aria-label'), /white rook/);
  await page.fill('#fen', '4k5/10/10/10/10/10/10/10/10/R3K4R w QZ - 3 x');
  assert.equal((await codes(page)).length, 2);
  await shot(page, 'perft-editor');
  await page.selectOption('#variant', 'chess');
  await page.fill('#fen', '4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1');
  await page.fill('#en-passant', 'e6');
  assert.deepEqual(await codes(page), ['position.en-passant']);
  await page.fill('#en-passant', 'd6');
  assert.deepEqual(await codes(page), []);
  assert.equal(await field(), '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1');
  await page.selectOption('#variant', 'courier-spiel');
  await page.fill('#fen', '12/11P/9k2/12/12/N11/1PPPPPPPPPP1/1NBCUKQFCBNR w - - 0 1');
  await page.fill('#waiting-pawns', 'l8:5');
  assert.notDeepEqual(await codes(page), []);
  await page.fill('#waiting-pawns', '');
  assert.deepEqual(await codes(page), []);
  await closed(page);
});

/** A generator with a bug. `lacks` and `adds` change the moves; `forgets` is what it does wrongly when it plays a move. */
class Faulty {
  constructor({ variant, lacks = () => false, adds = () => [], forgets = fen => fen, write = (board, move) => move }) {
    Object.assign(this, { variant, lacks, adds, forgets, write });
  }

  #after(board, move) {
    const next = board.copy();
    next.push(move);
    return new Board(this.variant, this.forgets(next.fen()));
  }

  #count(board, depth) {
    if (depth === 0) return 1;
    const own = board.moves().filter(move => !this.lacks(move, board));
    // It takes back at once what it must not play: one leaf.
    return own.reduce((sum, { uci }) => sum + this.#count(this.#after(board, uci), depth - 1), this.adds(board).length);
  }

  /** What it prints after the commands of the page. */
  answer(commands) {
    const uci = /^(?:setoption .*\n)*position fen (.*?)(?: moves (.*))?\ngo perft (\d+)$/.exec(commands);
    const xboard = /^(?:variant .*\n)?force\nsetboard (.*)\n([^]*?)divide (\d+)$/.exec(commands);
    const [, fen, moves = '', depth] = uci ?? xboard ?? [];
    assert.ok(fen, commands);
    let board = new Board(this.variant, fen);
    for (const move of moves.split(/\s+/).filter(Boolean)) board = this.#after(board, move);
    const own = board.moves().filter(move => !this.lacks(move, board));
    const lines = own.map(({ uci }) => [this.write(board, uci), this.#count(this.#after(board, uci), depth - 1)]);
    for (const move of this.adds(board)) lines.push([move, 1]);
    return `info string hello\n${lines.map(([move, nodes]) => `${move}: ${nodes}`).join('\n')}\n\nNodes searched: ${lines.reduce((sum, [, nodes]) => sum + nodes, 0)}\n`;
  }
}

async function paste(page, text) {
  await page.fill('#paste', text);
  await page.locator('#compare').click();
  await page.waitForFunction(() => document.querySelector('#paste').value === '');
}

/** Answers until there is a report; how many questions it took. */
async function asked(page, faulty) {
  await page.locator('#commands').waitFor();
  for (let count = 1; count < 12; count++) {
    await paste(page, faulty.answer(await page.locator('#commands').textContent()));
    if (await page.locator('.found').count()) return count;
  }
  assert.fail('the walk does not end');
}

const pawn = (move, board) => board.pieceAt(move.from).symbol.toUpperCase() === 'P';

const BUGS = [
  {
    name: 'no capture en passant',
    faulty: { variant: 'chess', lacks: (move, board) => pawn(move, board) && move.to === board.epSquare() },
    fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1',
    depth: 4,
    found: [/After d5 your engine is wrong/, /missing: e5d6 \(exd6\) capture en passant \[/],
    marks: { d6: 'missing' },
    crumbs: ['Start', 'd5'],
  },
  {
    name: 'castling through check',
    faulty: {
      variant: 'chess',
      adds: board => (board.turn() === 'white' && /K/.test(board.fen().split(' ')[2]) && !board.isCheck() && board.attackers('black', 'f1').length > 0 && !board.pieceAt('f1') && !board.pieceAt('g1') ? ['e1g1'] : []),
    },
    fen: '4k3/8/8/8/8/8/r7/4K2R b K - 0 1',
    depth: 3,
    found: [/your engine is wrong/, /superfluous: e1g1 .*(attacked|f1)/, /Rule: /],
    marks: { g1: 'superfluous' },
    crumbs: ['Start', 'Rf2'],
  },
  {
    name: 'a double step that is barred',
    faulty: { variant: 'carrera', adds: board => (board.turn() === 'white' && board.isCheck() && board.pieceAt('b2')?.symbol === 'P' && !board.isLegal('b2b4') ? ['b2b4'] : []) },
    fen: '4k5/10/10/b9/2p7/10/1P8/4K5 w - - 0 1',
    depth: 1,
    found: [/In the position at the start of the walk your engine is wrong/, /superfluous: b2b4 in check a pawn may not make the double step when it would land beside the enemy pawn on c4 \[RULES\.md §1/],
    marks: { b4: 'superfluous' },
    crumbs: ['Start'],
  },
  {
    name: 'no castling out of check',
    faulty: { variant: 'archchess', lacks: (move, board) => board.isCheck() && move.castling === 'O' },
    fen: '4k5/10/10/10/10/10/10/10/r9/4K4R b K - 0 1',
    depth: 3,
    found: [/your engine is wrong/, /free castling toward the last file.*it is allowed out of check/],
    marks: {},
    crumbs: undefined,
  },
  {
    name: 'an archbishop without the moves of a knight',
    faulty: {
      variant: 'capablanca',
      lacks: ({ from, to }, board) => board.pieceAt(from).symbol.toUpperCase() === 'A' && Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) !== Math.abs(from.slice(1) - to.slice(1)),
    },
    fen: '4k5/10/10/10/10/3A6/10/4K5 w - - 0 1',
    depth: 2,
    found: [/missing: d3/, /move of the archbishop/],
    marks: { e5: 'missing' },
    crumbs: ['Start'],
  },
  {
    name: 'no promotion to a chancellor',
    faulty: { variant: 'capablanca', lacks: move => move.promotion === 'C' },
    fen: '4k5/P9/10/10/10/10/10/4K5 w - - 0 1',
    depth: 3,
    found: [/missing: a7a8c/, /Rule: promotion: chancellor/],
    marks: { a8: 'missing' },
    crumbs: ['Start'],
  },
  {
    name: 'en passant is forgotten when the double step is played',
    faulty: { variant: 'chess', forgets: fen => fen.replace(/^(\S+ \S+ \S+) \S+/, '$1 -') },
    fen: '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1',
    depth: 3,
    found: [/It plays d7d5 \(d5\) wrongly\./, /missing: e5d6/],
    marks: { d6: 'missing' },
    crumbs: ['Start', 'd5'],
  },
];

for (const { name, faulty, fen, depth, found, marks, crumbs } of BUGS) {
  test(`a planted bug is found and named: ${name}`, { skip }, async () => {
    const page = await perft({ variant: faulty.variant, fen, depth: String(depth) });
    const questions = await asked(page, new Faulty(faulty));
    assert.ok(questions <= depth + 3, `${questions} questions`);
    const text = await page.locator('#question').textContent();
    for (const words of found) assert.match(text, words);
    for (const [name, mark] of Object.entries(marks)) assert.ok((await square(page, name).getAttribute('aria-label')).includes(`, ${mark}`), `${name}, ${mark}`);
    if (crumbs !== undefined) assert.deepEqual(await page.locator('#crumbs button').allTextContents(), crumbs);
    assert.ok((await page.locator('#board .arrow').count()) > 0);
    await closed(page, `perft-bug-${name.replaceAll(' ', '-')}`);
  });
}

test('the same bug in algebraic notation, in XBoard, with ranks from 0, and by hand on the way down', { skip }, async () => {
  const san = (board, move) => board.sanMove(move);
  const faulty = new Faulty({ variant: 'archchess', lacks: (move, board) => board.isCheck() && move.castling === 'O', write: san });
  const words = { variant: 'archchess', fen: '4k5/10/10/10/10/10/10/10/r9/4K4R b K - 0 1', depth: '3' };
  let page = await perft(words);
  await asked(page, faulty);
  assert.match(await page.locator('#read-as').textContent(), /algebraic notation/);
  await closed(page);
  const shifted = (text, by) => text.replace(/([a-l])(\d+)/g, (_, file, rank) => file + (Number(rank) + by));
  const from0 = new Faulty({ ...faulty, write: (_, move) => shifted(move, -1) });
  page = await perft({ ...words, protocol: 'xboard' });
  await page.locator('#commands').waitFor();
  for (let count = 0; count < 8 && !(await page.locator('.found').count()); count++) {
    const lines = (await page.locator('#commands').textContent()).split('\n');
    // It is told moves with ranks from 0 too.
    const told = lines.map(line => (/^[a-l]\d/.test(line) ? shifted(line, 1) : line));
    await paste(page, from0.answer(told.join('\n')));
  }
  assert.match(await page.locator('#read-as').textContent(), /coordinates, ranks counted from 0/);
  assert.match(await page.locator('#question').textContent(), /allowed out of check/);
  await closed(page);
});

test('each step says what is too much, and why the next one is asked', { skip }, async () => {
  const { faulty, fen } = BUGS[0];
  const page = await perft({ variant: 'chess', fen, depth: '4' });
  const engine = new Faulty(faulty);
  assert.equal(await page.locator('#why').textContent(), 'Divide the position to 4 plies with your engine, and paste what it prints.');
  await page.fill('#paste', 'hello');
  await page.locator('#compare').click();
  await page.waitForFunction(() => document.querySelector('#paste-message').textContent.startsWith('this is not a divide'));
  const first = engine.answer(await page.locator('#commands').textContent());
  await paste(page, first);
  const right = new Board('chess', fen).divide(4).get('d7d5');
  const lost = new Board('chess', fen).perft(4) - Number(/searched: (\d+)/.exec(first)[1]);
  const wrong = Number(/d7d5: (\d+)/.exec(first)[1]);
  assert.match(await status(page), new RegExp(`your engine has .*: ${lost} too few$`));
  const why = await page.locator('#why').textContent();
  assert.ok(why.startsWith(`Your engine counts ${wrong} after d7d5 (d5), right is ${right}. Go down: divide the position after it to 3 plies.`), why);
  assert.equal(await page.locator('#commands').textContent(), `position fen ${fen} moves d7d5\ngo perft 3`);
  const [top] = await page.locator('#table tbody tr').all();
  assert.deepEqual([await top.getAttribute('data-move'), await top.getAttribute('class'), await top.locator('td').last().textContent()], ['d7d5', 'different', `−${right - wrong}`]);
  assert.match(await square(page, 'd5').getAttribute('aria-label'), /, different/);
  // The wrong text is noticed.
  await page.locator('#show-question').click();
  assert.deepEqual(await page.locator('#crumbs button').allTextContents(), ['Start', 'd5']);
  await paste(page, engine.answer(await page.locator('#commands').textContent()));
  await page.locator('#unpaste').click();
  await page.waitForFunction(() => /^Your engine counts/.test(document.querySelector('#why').textContent));
  await page.locator('#clear').click();
  await page.waitForFunction(() => /^Divide the position to 4 plies/.test(document.querySelector('#why').textContent));
  // A generator without a bug agrees.
  await asked(page, new Faulty({ variant: 'chess' }));
  assert.match(await page.locator('.found').textContent(), /^No difference to depth 4: /);
  await closed(page);
});

test('a link reproduces all of it, and a bad one says what is bad', { skip }, async () => {
  const { faulty, fen } = BUGS[0];
  const page = await perft({ variant: 'chess', fen, depth: '4' }, { permissions: ['clipboard-read', 'clipboard-write'] });
  await asked(page, new Faulty(faulty));
  const copied = async id => {
    await page.locator(id).click();
    await page.waitForFunction(id => document.querySelector(id).textContent === 'Copied', id);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const address = await copied('#copy-link');
  const question = await page.locator('#question').textContent();
  await page.reload();
  await page.locator('.found').waitFor();
  assert.equal(await page.locator('#question').textContent(), question);
  await closed(page);
  const other = await opened({}, address.slice(address.indexOf('#')), 'perft.html');
  await other.locator('.found').waitFor();
  assert.equal(await other.locator('#question').textContent(), question);
  assert.deepEqual(await other.locator('#crumbs button').allTextContents(), ['Start', 'd5']);
  const message = async words => {
    await other.goto(`${origin()}perft.html${hashOf(words)}`);
    await other.waitForFunction(() => !document.querySelector('#link-message').hidden);
    return other.locator('#link-message').textContent();
  };
  assert.match(await message({ variant: 'nochess' }), /nochess/);
  assert.match(await message({ variant: 'chess', fen: '8/8 w' }), /the position is not legal/);
  assert.match(await message({ variant: 'chess', depth: 'seven', protocol: 'smoke', x: '1' }), /there is no `x` in a link; the depth `seven` is no number of plies.*the protocol `smoke` is none of uci, xboard, template/);
  assert.match(await message({ variant: 'chess', depth: '4', path: 'e2e4 e2e4' }), /move 2 of the path: .*e2e4/);
  assert.deepEqual(await other.locator('#crumbs button').allTextContents(), ['Start', 'e4']);
  assert.match(await message({ toml: 'extends = "crc"\nbord = 1' }), /bord/);
  await other.goto(`${origin()}perft.html${hashOf({ variant: 'chess', divide: 'smoke' })}`);
  await other.waitForFunction(() => document.querySelector('#paste-message').textContent.includes('this is not a divide'));
  assert.match(await other.locator('#why').textContent(), /^Divide the position to/);
  await closed(other);
});

test('a count is copied as a command line, as EPD, and as a line of the kit', { skip }, async () => {
  const page = await perft({ variant: 'capablanca', depth: '3' }, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('#text-panel summary').click();
  const copied = async id => {
    await page.locator(id).click();
    await page.waitForFunction(id => document.querySelector(id).textContent === 'Copied', id);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const board = new Board('capablanca');
  const fen = board.fen();
  assert.equal(await copied('#copy-command'), `campione perft 3 -v capablanca --divide '${fen}'`);
  assert.equal(await copied('#copy-epd'), `${fen} ;D1 28 ;D2 784 ;D3 25228`);
  const line = JSON.parse(await copied('#copy-kit'));
  assert.deepEqual([line.type, line.variant, line.fen, line.counts, line.agree], ['position', 'capablanca', fen, [28, 784, 25228], { campione: 3 }]);
  assert.deepEqual(line.moves, board.legalMoves().sort());
  await closed(page);
});

test("a variant of a user's file is counted, and its faults are shown in place", { skip }, async () => {
  const page = await perft({ depth: '3' });
  await page.locator('#file-panel summary').click();
  const text = 'extends = "capablanca"\nname = "Mine"\npiece.A.moves = "BNW"\n';
  await page.fill('#file-text', text);
  await page.locator('#play-file').click();
  await counted(page, new Board(Variant.fromToml(text)).perft(3));
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await counted(page, new Board(Variant.fromToml(text)).perft(3));
  assert.match(await page.title(), /Mine/);
  await page.locator('#file-panel summary').click();
  await page.fill('#file-text', 'extends = "capablanca"\nbord = 3\n');
  await page.locator('#play-file').click();
  assert.match(await page.locator('#faults').textContent(), /line 2, column 1.*did you mean `board`/);
  await page.fill('#file-text', '[one:chess]\n[two:capablanca]\ncastling = false\n');
  await page.selectOption('#file-game', 'two');
  await page.locator('#play-file').click();
  await counted(page, 25228);
  await closed(page);
});

test('from the page to play and back', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await page.selectOption('#variant', 'archchess');
  await page.fill('#move', 'e4');
  await page.keyboard.press('Enter');
  await sheet(page, 'more-panel');
  await page.locator('#perft-link').click();
  await page.waitForSelector('#crumbs li:nth-child(2)');
  const board = new Board('archchess');
  board.push('e4');
  await counted(page, board.perft(2));
  await page.locator('#play-link').click();
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  assert.equal(await page.locator('#variant').inputValue(), 'archchess');
  await closed(page);
});

test('the keyboard alone: count, go down, edit, paste', { skip }, async () => {
  const { faulty, fen } = BUGS[0];
  const page = await perft({ variant: 'chess', fen, depth: '2' });
  await page.locator('#table tbody button').first().waitFor();
  /** Tabs to an element. */
  const tabTo = async selector => {
    for (let i = 0; i < 150; i++) {
      if (await page.evaluate(selector => document.activeElement?.matches(selector) === true, selector)) return;
      await page.keyboard.press('Tab');
    }
    assert.fail(`${selector} cannot be reached`);
  };
  await page.evaluate(() => document.body.focus());
  await tabTo('#depth');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await counted(page, new Board('chess', fen).perft(3));
  for (const id of ['#count', '#play-link', '#fen', '[role="gridcell"]', '#flip', '#copy-link', '#editor-panel summary', '#crumbs button', '#protocol', '#letters', '#commands', '#copy-commands', '#paste', '#compare']) await tabTo(id);
  await page.locator('#paste').focus();
  const text = new Faulty(faulty).answer(await page.locator('#commands').textContent());
  await page.keyboard.insertText(text);
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => /^Your engine counts/.test(document.querySelector('#why')?.textContent ?? ''));
  await tabTo('#table tr[data-move="d7d5"] button');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#crumbs button').length === 2);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('u');
  assert.deepEqual(await page.locator('#crumbs button').allTextContents(), ['Start']);
  // A piece is put on the board by arrows and Enter.
  await page.locator('#editor-panel summary').focus();
  await page.keyboard.press('Enter');
  await tabTo('#editor [data-letter="Q"]');
  await page.keyboard.press('Enter');
  await square(page, 'a1').focus();
  for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.match(await page.locator('#fen').inputValue(), /\/1Q6\/4K3 b/);
  await closed(page);
});

test('no wider than a phone, in both themes; no barriers that axe-core knows', { skip }, async () => {
  const { faulty, fen } = BUGS[0];
  for (const [viewport, colorScheme] of [[{ width: 390, height: 844 }, 'light'], [{ width: 360, height: 640 }, 'dark']]) {
    const page = await perft({ variant: 'chess', fen, depth: '4' }, { viewport, hasTouch: true, isMobile: true, colorScheme });
    const fits = async what => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${what} is wider than ${viewport.width}`);
    await fits('the page');
    const engine = new Faulty(faulty);
    await paste(page, engine.answer(await page.locator('#commands').textContent()));
    await fits('a comparison');
    assert.deepEqual(await barriers(page), []);
    await asked(page, engine);
    await page.evaluate(() => document.querySelectorAll('details').forEach(panel => (panel.open = true)));
    await page.fill('#fen', '8/8/8/8/8/8/8/8 w - - 0 1');
    await page.fill('#file-text', 'bord = 3');
    await page.locator('#play-file').click();
    await page.locator('#faults li').first().waitFor();
    await fits('everything');
    assert.deepEqual(await barriers(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
    await page.selectOption('#variant', 'courier-spiel');
    await page.locator('#table tbody tr').first().waitFor();
    await fits('the widest board');
    await closed(page, `perft-phone-${colorScheme}`);
  }
});

test('no text on the page makes it throw', { skip }, async () => {
  const page = await perft({ variant: 'carrera', depth: '1' });
  let seed = 5;
  const random = below => (seed = (seed * 48271) % 0x7fffffff) % below;
  const scraps = ['', ' ', '/', 'K', 'k', '10', '\u{1d538}', 'w', 'KQkq', '-', 'e2e4: 20', 'a2a3 1', 'Nodes searched: 3', '\n', 'e9', 'O-O: 5', '\0', '=', '999999999999999999999999999999999999999999', 'C=M'];
  const texts = Array.from({ length: 150 }, () => Array.from({ length: random(10) }, () => scraps[random(scraps.length)]).join(random(2) ? ' ' : ''));
  await page.evaluate(async texts => {
    const get = id => document.getElementById(id);
    const enter = (id, text, type) => {
      get(id).value = text;
      get(id).dispatchEvent(new Event(type, { bubbles: true }));
    };
    for (const text of texts) {
      enter('letters', text, 'change');
      get('paste').value = text;
      get('compare').click();
      await new Promise(resolve => setTimeout(resolve, 5));
      for (const id of ['en-passant', 'waiting-pawns', 'halfmoves']) enter(id, text, 'input');
      enter('fen', text, 'input');
      location.hash = new URLSearchParams({ variant: 'carrera', depth: '1', fen: text, path: text, letters: text });
      await new Promise(resolve => setTimeout(resolve, 5));
      location.hash = new URLSearchParams({ variant: 'carrera', depth: '1', letters: '', divide: text });
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  }, texts);
  await closed(page);
});
