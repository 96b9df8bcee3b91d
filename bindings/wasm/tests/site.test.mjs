// The page to play in a real browser: special moves, a reload, bad files, a phone, both themes. Whole games are in `games.test.mjs`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readPgn } from 'campione';
import { barriers } from './barriers.mjs';
import { byHand, closed, link, opened, origin, played, players, sans, sheet, shot, shut, skip, square, status, taps, tasks } from './browser.mjs';

const message = page => page.locator('#message').textContent();

test('games end, and say how', { skip }, async () => {
  const ends = [
    ['carrera', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1', 'a1', 'a8', /checkmate, White has won \(1-0\)/],
    ['archchess', '5k4/10/5K4/10/10/10/10/10/10/R9 w - - 0 1', 'a1', 'a10', /checkmate, White has won/],
    ['herb-garden', '5k6/12/5K6/12/12/12/R11 w - - 0 1', 'a1', 'a7', /checkmate, White has won/],
    ['crc', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1', 'a1', 'a8', /checkmate, White has won/],
    ['courier-spiel', '5k6/12/5K6/12/12/12/12/R11 w - - 0 1', 'a1', 'a8', /checkmate, White has won/],
  ];
  const page = await opened();
  for (const [variant, fen, from, to, end] of ends) {
    await page.goto(origin() + link(variant, fen));
    await page.waitForFunction(id => document.querySelector('#variant').value === id, variant);
    await taps(page, from, to);
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
    assert.match(await status(page), end, variant);
  }
  await closed(page);
});

test('free castling and the leap, on the board and by buttons', { skip }, async () => {
  const page = await opened({}, link('archchess', '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1'));
  // The king is put on its rook: every castling with that rook.
  await taps(page, 'e1', 'j1');
  await shot(page, 'chooser');
  assert.equal(await page.locator('#choices button').count(), 15);
  await page.locator('#choices button', { hasText: 'king to i1, rook to g1' }).click();
  await played(page, 1, 'O-O:i1g1');
  await page.locator('#takeback').click();
  // The king is put where it goes: only the rook's square is asked for.
  await taps(page, 'e1', 'b1');
  assert.equal(await page.locator('#choices button').count(), 3);
  await page.locator('#choices button', { hasText: 'rook to d1' }).click();
  await played(page, 1, 'O-O-O:b1d1');
  await page.locator('#takeback').click();
  await page.locator('#special button', { hasText: 'Free castling with the rook on a1' }).click();
  await page.locator('#choices button', { hasText: 'king to c1, rook to d1' }).click();
  await played(page, 1, 'O-O-O:c1d1');
  await page.locator('#takeback').click();
  await page.locator('#special button', { hasText: "King's leap to e3" }).click();
  await played(page, 1, 'Ke3');
  await page.locator('#takeback').click();
  await taps(page, 'e1', 'e3');
  await played(page, 1, 'Ke3');
  await page.locator('#takeback').click();
  // A question that is not answered is no move.
  await taps(page, 'e1', 'j1');
  await page.keyboard.press('Escape');
  await played(page, 0);
  await closed(page);
});

test('castling, championing and centauring in the Herb Garden', { skip }, async () => {
  const fen = pieces => `4k7/p11/12/12/12/11P/${pieces} w`;
  const page = await opened({}, link('herb-garden', `${fen('1H4K3H1')} BK - 0 1`));
  await page.locator('#special button', { hasText: 'H-H' }).first().click();
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
  assert.match((await sans(page))[0], /^H-H/);
  for (const [pieces, rights, partner, san] of [['2E3K2E2', 'CJ', 'c1', /^E-E/], ['2E3K2E2', 'CJ', 'j1', /^E-E/], ['R5K4R', 'AL', 'l1', /^O-O/], ['1H4K3H1', 'BK', 'b1', /^H-H/]]) {
    await page.goto(origin() + link('herb-garden', `${fen(pieces)} ${rights} - 0 1`));
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
    // The king is put on its partner, or where it goes.
    await taps(page, 'g1', partner);
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
    assert.match((await sans(page))[0], san);
    await page.locator('#takeback').click();
    await taps(page, 'g1', partner < 'g' ? 'e1' : 'i1');
    await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 2);
    assert.match((await sans(page))[0], san);
  }
  await closed(page);
});

test('castling in Capablanca Random Chess, from any array', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await page.selectOption('#variant', 'crc');
  await page.fill('#number', '27621');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#number').value === '27621');
  await page.goto(origin() + link('crc', '4k5/10/10/10/10/10/10/2RK4R1 w IC - 0 1'));
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
  // The king goes to where it stands beside: a step and a castling have the same two squares.
  await taps(page, 'd1', 'c1');
  await played(page, 1, 'O-O-O');
  await page.locator('#takeback').click();
  await taps(page, 'd1', 'i1');
  assert.match((await sans(page))[0] ?? '', /^O-O\+?$/);
  await page.locator('#number').fill('99999');
  await page.keyboard.press('Enter');
  assert.match(await message(page), /there is no start array 99999/);
  await closed(page);
});

test('a pawn waits and is promoted before a move; other pawns become what is chosen', { skip }, async () => {
  const page = await opened({}, link('courier-spiel', '12/11P/9k2/12/12/N11/1PPPPPPPPPP1/1NBCUKQFCBNR w - - 0 1'));
  await taps(page, 'l7', 'l8');
  await played(page, 1);
  assert.match(await square(page, 'l8').getAttribute('aria-label'), /white pawn, waits for 2 moves/);
  for (const [ply, move] of ['j6', 'b2', 'i6', 'c2', 'j6'].entries()) {
    const to = { j6: 'i6', i6: 'j6', b2: 'b3', c2: 'c3' }[move];
    await taps(page, move, to);
    await played(page, ply + 2);
    if (ply === 4) break;
  }
  await page.locator('#waiting').waitFor();
  await shot(page, 'waiting');
  assert.match(await page.locator('#waiting').textContent(), /The pawn on l8 has waited:/);
  await page.locator('#waiting input[value="R"]').check();
  await taps(page, 'd2', 'd3');
  await played(page, 7, 'l8=R:d3');
  assert.match(await square(page, 'l8').getAttribute('aria-label'), /white rook/);
  await page.goto(origin() + link('crc', '4k5/P9/10/10/10/10/10/4K5 w - - 0 1'));
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
  await taps(page, 'a7', 'a8');
  await page.locator('#choices button', { hasText: 'archbishop' }).click();
  await played(page, 1);
  assert.match((await sans(page))[0], /^a8=A/);
  // Where a pawn becomes a queen and nothing else, nothing is asked.
  await page.goto(origin() + link('carrera', '4k5/P9/10/10/10/10/10/4K5 w - - 0 1'));
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
  await taps(page, 'a7', 'a8');
  await played(page, 1, 'a8=Q+');
  await closed(page);
});

test('dragging, typing and keys; a move that is not legal is explained', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  const [from, to] = [await square(page, 'e2').boundingBox(), await square(page, 'e4').boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  assert.deepEqual(await sans(page), ['e4']);
  await page.fill('#move', 'e5');
  await page.keyboard.press('Enter');
  assert.deepEqual(await sans(page), ['e4', 'e5']);
  await page.fill('#move', 'Zz9');
  await page.keyboard.press('Enter');
  assert.notEqual(await message(page), '');
  await taps(page, 'e4', 'e6');
  assert.match(await message(page), /^Not e4e6: /);
  // The rule opens in place, and no file is cited.
  assert.doesNotMatch(await message(page), /RULES/);
  await page.locator('#message button').click();
  assert.equal(await page.locator('#rule-title').textContent(), 'Pawns');
  assert.match(await page.locator('#rule-words').textContent(), /two squares/);
  await page.keyboard.press('Escape');
  await page.fill('#move', 'e4e6');
  await page.keyboard.press('Enter');
  assert.doesNotMatch(await message(page), /RULES/);
  await page.fill('#move', '');
  // The keyboard alone: to d2 from e1 by arrows, up with Enter, to d3.
  await square(page, 'e1').focus();
  await square(page, 'e1').click();
  for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.match(await square(page, 'd2').getAttribute('aria-label'), /d2, white pawn, selected/);
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  assert.deepEqual(await sans(page), ['e4', 'e5', 'd3']);
  await page.locator('h1').click();
  await page.keyboard.press('Home');
  assert.match(await status(page), /^White to move/);
  await closed(page);
});

test('the engine answers, analyses, and the page stays alive', { skip }, async () => {
  const page = await opened();
  const end = await tasks(page);
  await page.evaluate(() => {
    // The times between two frames while the engine thinks.
    window.frames = [];
    let last;
    const frame = now => {
      if (last !== undefined) window.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    // The frames that the browser itself calls long: more than 50 ms from the first task for a frame to its drawing.
    window.long = [];
    new PerformanceObserver(list => {
      for (const { duration, blockingDuration } of list.getEntries()) window.long.push({ duration, blockingDuration });
    }).observe({ type: 'long-animation-frame' });
  });
  await players(page, undefined, '6');
  await page.fill('#move', 'e4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.locator('#takeback').click();
  assert.deepEqual(await sans(page), []);
  await page.locator('#analysis').check();
  await page.locator('#infos li').first().waitFor();
  await page.waitForFunction(() => /depth ([89]|\d\d)/.test(document.querySelector('#engine-facts').textContent));
  await page.waitForFunction(() => document.querySelectorAll('#board .arrow').length === 1);
  const frames = (await page.evaluate(() => window.frames)).sort((a, b) => b - a);
  await shot(page, 'analysis');
  await page.fill('#move', 'd4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await sheet(page, 'text-panel');
  assert.match(await page.locator('#pgn').inputValue(), /\[Black "Campione, level 6"\]/);
  await shut(page);
  await page.locator('#analysis').uncheck();
  await page.waitForFunction(() => document.querySelectorAll('#infos li').length === 0);
  const { count, processor, clock } = await end();
  assert.ok(count > 10);
  const long = await page.evaluate(() => window.long.map(({ duration, blockingDuration }) => `${duration.toFixed(0)} (${blockingDuration.toFixed(0)} blocked)`));
  console.log(`browser: frames of more than 50 ms: ${long.length === 0 ? 'none' : long.join(', ')}`);
  // By the clock, a busy machine is measured too.
  console.log(`browser: longest of ${frames.length} frames ${frames.slice(0, 3).map(time => time.toFixed(0)).join(', ')} ms, longest task ${processor.toFixed(1)} ms of the processor, ${clock.toFixed(1)} ms by the clock`);
  await closed(page);
});

test('the engine goes on thinking whatever is tried meanwhile', { skip }, async () => {
  const page = await opened();
  await players(page, undefined, '7');
  await sheet(page, 'text-panel');
  await taps(page, 'e2', 'e4');
  await page.fill('#fen', 'nothing');
  await page.locator('#set-fen').click();
  assert.match(await page.locator('#text-message').textContent(), /placement/);
  await page.fill('#pgn', '');
  await page.locator('#load-pgn').click();
  await page.locator('h1').click();
  for (const key of ['End', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
  // Looking back ends its search; coming back begins it again.
  for (const key of ['Home', 'End']) await page.keyboard.press(key);
  await played(page, 2);
  assert.match(await status(page), /^1… .*: White to move/);
  await closed(page);
});

test('engine against engine, a new game while it thinks, another level', { skip }, async () => {
  const page = await opened();
  await players(page, 'both', '1');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 6);
  await page.selectOption('#variant', 'herb-garden');
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length > 3);
  await byHand(page);
  await page.locator('#new').click();
  assert.deepEqual(await sans(page), []);
  await closed(page);
});

test('a file that is dropped is a game, and its faults are shown in place', { skip }, async () => {
  const page = await opened();
  const drop = (name, text) =>
    page.evaluate(
      ([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, text],
    );
  await byHand(page);
  await drop('mine.toml', 'extends = "capablanca"\nname = "Mine"\npiece.A.moves = "BNW"\n');
  await page.waitForFunction(() => document.title.startsWith('Mine'));
  await taps(page, 'e2', 'e4');
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.match(await page.title(), /^Mine/);
  assert.deepEqual(await sans(page), ['e4']);
  await drop('bad.toml', 'extends = "capablanca"\nbord = 3\npiece.A.moves = "BNX"\n');
  await page.locator('#faults li').first().waitFor();
  const faults = await page.locator('#faults').textContent();
  assert.match(faults, /line 2, column 1/);
  await page.locator('#faults button').first().click();
  assert.equal(await page.evaluate(() => document.getSelection().toString() || (area => area.value.slice(area.selectionStart, area.selectionEnd))(document.querySelector('#file-text'))), 'bord = 3');
  await shot(page, 'bad-file');
  for (const [name, text] of [['x.toml', '\0\u{10ffff}[[['], ['x.ini', '[a:chess]\nx'], ['x.pgn', '1. e9 (((('], ['x', ''], ['x.toml', 'a = '.repeat(5000)]]) await drop(name, text);
  await drop('two.ini', '[one:chess]\n[two:capablanca]\ncastling = false\n');
  await page.waitForFunction(() => !document.querySelector('#file-game').hidden);
  await page.selectOption('#file-game', 'two');
  await page.locator('#play-file').click();
  await page.waitForFunction(() => document.querySelectorAll('.squares button').length === 80);
  await closed(page);
});

test('no text on the page makes it throw', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await sheet(page, 'text-panel');
  await sheet(page, 'file-panel');
  let seed = 3;
  const random = below => (seed = (seed * 48271) % 0x7fffffff) % below;
  const scraps = ['', ' ', '/', 'K', '10', '\u{1d538}', 'w', 'KQkq', '-', '[', '"', '{', '(', '1.', 'e4', 'O-O', '\0', ',', '=', '\n', '999999999999', 'extends = "crc"\n', '[a:chess]\n', 'piece.A.moves = "'];
  const texts = Array.from({ length: 300 }, () => Array.from({ length: random(12) }, () => scraps[random(scraps.length)]).join(random(2) ? ' ' : ''));
  // As a paste would: the fields are set at once.
  const failed = await page.evaluate(async texts => {
    const [get, errors] = [id => document.getElementById(id), []];
    addEventListener('error', event => errors.push(String(event.message)));
    const enter = (id, text, press) => {
      get(id).value = text;
      get(id).dispatchEvent(new Event('input', { bubbles: true }));
      (typeof press === 'string' ? get(press) : press).click();
    };
    for (const text of texts) {
      enter('fen', text, 'set-fen');
      enter('pgn', text, 'load-pgn');
      enter('move', text, document.querySelector('#typed button'));
      enter('file-text', text, 'play-file');
      location.hash = new URLSearchParams({ variant: 'carrera', fen: text, moves: text, at: text });
      await new Promise(resolve => setTimeout(resolve));
      location.hash = new URLSearchParams({ toml: text, id: text });
      await new Promise(resolve => setTimeout(resolve));
    }
    return errors;
  }, texts);
  assert.deepEqual(failed, []);
  for (const stored of ['{"game":{"source":5,"moves":7},"settings":{"level":[]}}', '5', 'x', '{"lost":[{"source":{"name":"carrera"},"start":"x","moves":[],"at":0}]}', '{"game":{"source":{"name":"none"},"start":"","moves":[],"at":0}}']) {
    await page.evaluate(stored => localStorage.setItem('campione', stored), stored);
    await page.reload();
    await page.waitForSelector('[data-ready]');
    if (await page.locator('#bring-back').isVisible()) {
      await page.locator('#bring-back').click();
      assert.notEqual(await message(page), '');
    }
  }
  await closed(page);
});

test('a game in text has its comments, its tags, and a graph; one of several is chosen; nothing is lost', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await taps(page, 'e2', 'e4');
  await played(page, 1, 'e4');
  const text = '[White "Ada"]\n[Variant "Capablanca"]\n\n{before} 1. d4 {+0.22/11 0.18s} d5! {-0.40/12 1s, hm} (1... Nc6 {other} 2. e4) 2. Nc3 {+M3/9} 1-0\n\n[White "Bob"]\n\n1. c4 e9 *\n\n[White "Cy"]\n[Variant "Archchess"]\n\n1. e4 *\n';
  await sheet(page, 'text-panel');
  await page.fill('#pgn', text);
  await page.locator('#load-pgn').click();
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 6);
  assert.match(await page.locator('#text-message').textContent(), /game 2/);
  assert.deepEqual(await page.locator('#pgn-list button').allTextContents(), ['1.Ada – ?1-0', '3.Cy – ?*']);
  const notes = () => page.locator('#moves .note').allTextContents();
  assert.deepEqual(await notes(), ['before', 'hm', 'other']);
  assert.deepEqual(await sans(page), ['d4', 'd5!', 'Nc6', 'e4', 'Nc3']);
  assert.equal(await page.locator('#graph path').count(), 4);
  await shot(page, 'comments');
  const written = (await page.locator('#pgn').inputValue()).replaceAll('\n', ' ');
  for (const part of ['[White "Ada"]', '{before}', '{+0.22/11 0.18s}', '(1... Nc6 {other} 2. e4)', '1-0']) assert.ok(written.includes(part), part);
  await shut(page);
  await page.locator('#last').click();
  const box = await page.locator('#graph').boundingBox();
  await page.mouse.click(box.x + box.width / 3, box.y + 10);
  assert.match(await status(page), /^1\. d4: Black/);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.deepEqual(await notes(), ['before', 'hm', 'other']);
  // Another game takes its place, and both can be brought back.
  const back = async () => {
    await sheet(page, 'more-panel');
    await page.locator('#bring-back').click();
    await shut(page);
  };
  await page.selectOption('#variant', 'archchess');
  await taps(page, 'e2', 'e4');
  await back();
  assert.deepEqual(await sans(page), ['d4', 'd5!', 'Nc6', 'e4', 'Nc3']);
  await back();
  await played(page, 1, 'e4');
  assert.match(await page.title(), /^Carrera/);
  await closed(page);
});

test('names, event and result are written in fields', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await taps(page, 'e2', 'e4');
  await sheet(page, 'text-panel');
  await page.locator('#tags-box summary').click();
  await page.fill('#tag-White', 'Ada "the first"');
  await page.fill('#tag-Event', 'Club');
  await page.selectOption('#tag-Result', '1/2-1/2');
  await page.locator('#copy-pgn').focus();
  const text = await page.locator('#pgn').inputValue();
  const [game] = readPgn(text);
  assert.deepEqual([game.tag('White'), game.tag('Event'), game.result, game.moves.length], ['Ada "the first"', 'Club', '1/2-1/2', 1]);
  await shut(page);
  assert.match(await status(page), /a draw \(1\/2-1\/2\)/);
  assert.match(await page.locator('#lower .name').textContent(), /Ada/);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.match(await page.locator('#lower .name').textContent(), /Ada/);
  // The rules decide, where they do.
  await page.goto(origin() + link('carrera', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1', 'a1a8'));
  await page.waitForFunction(() => /checkmate/.test(document.querySelector('#status').textContent));
  await sheet(page, 'text-panel');
  await page.locator('#tags-box summary').click();
  assert.ok(await page.locator('#tag-Result').isDisabled());
  assert.equal(await page.locator('#tag-Result').inputValue(), '1-0');
  await closed(page);
});

test('moves are typed on a telephone too', { skip }, async () => {
  const page = await opened({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await byHand(page);
  assert.ok(await page.locator('#move').isHidden());
  await page.locator('.bar [data-sheet="more-panel"]').click();
  await page.locator('#type-open').click();
  await page.fill('#move', 'e4');
  await page.keyboard.press('Enter');
  await played(page, 1, 'e4');
  const { bottom } = await page.locator('#typed').evaluate(form => form.getBoundingClientRect().toJSON());
  assert.ok(bottom <= 844, `it ends at ${bottom}`);
  await closed(page, 'typed-telephone');
});

test('moves make a tree: a variation is promoted, annotated, deleted, and written', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await taps(page, 'e2', 'e4', 'e7', 'e5', 'd2', 'd3');
  await played(page, 3, 'e4', 'e5', 'd3');
  await page.locator('#first').click();
  await page.locator('#on').click();
  await taps(page, 'd7', 'd5', 'e4', 'd5');
  assert.deepEqual(await sans(page), ['e4', 'e5', 'd5', 'exd5', 'd3']);
  assert.deepEqual(await page.locator('#moves .line button').allTextContents(), ['d5', 'exd5']);
  const current = () => page.locator('#moves [aria-current]').textContent();
  // The keyboard alone: back, to the other move of the position, and back again.
  await page.locator('h1').click();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await current(), 'd5');
  await page.keyboard.press('ArrowDown');
  assert.equal(await current(), 'e5');
  await page.keyboard.press('ArrowUp');
  assert.equal(await current(), 'd5');
  await page.keyboard.press('!');
  assert.equal(await current(), 'd5!');
  await page.keyboard.press('m');
  await page.fill('#comment', 'in the {center}');
  await page.keyboard.press('Enter');
  assert.deepEqual(await page.locator('#moves .note').allTextContents(), ['in the (center)']);
  await page.locator('#promote-move').click();
  assert.deepEqual(await page.locator('#moves .line button').allTextContents(), ['e5', 'd3']);
  const pgn = async () => {
    await sheet(page, 'text-panel');
    const text = (await page.locator('#pgn').inputValue()).split('\n\n')[1].replaceAll('\n', ' ').trim();
    await shut(page);
    return text;
  };
  assert.equal(await pgn(), '1. e4 d5 $1 {in the (center)} (1... e5 2. d3) 2. exd5 *');
  await shot(page, 'tree');
  // The link has all of it.
  const href = await page.evaluate(() => new Promise(resolve => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => resolve(text) } });
    document.getElementById('copy-link').click();
  }));
  const other = await opened({}, href.slice(href.indexOf('#')));
  assert.deepEqual(await sans(other), ['e4', 'd5!', 'e5', 'd3', 'exd5']);
  assert.match(await status(other), /^1… d5: White/);
  await closed(other);
  await page.locator('#delete-move').click();
  assert.deepEqual(await sans(page), ['e4', 'e5', 'd3']);
  await closed(page);
});

test('a comment before the first move of a variation is shown, written, linked and stored', { skip }, async () => {
  const moves = '{start} 1. d4 d5 ({or} 1... Nc6 2. e4 ({better} 2. Nc3 {behind}) 2... e5) ({third} 1... e6) 2. Nc3 *';
  const page = await opened();
  await byHand(page);
  await sheet(page, 'text-panel');
  await page.fill('#pgn', `[Variant "Capablanca"]\n\n${moves}\n`);
  await page.locator('#load-pgn').click();
  const shown = async on => {
    await on.waitForFunction(() => document.querySelectorAll('#moves button').length === 9);
    assert.deepEqual(await on.locator('#moves .note').allTextContents(), ['start', 'or', 'better', 'behind', 'third']);
  };
  await shown(page);
  await shut(page);
  const copied = id => page.evaluate(id => new Promise(resolve => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async text => resolve(text) } });
    document.getElementById(id).click();
  }), id);
  assert.equal((await copied('copy-pgn')).split('\n\n')[1].replaceAll('\n', ' ').trim(), moves);
  const href = await copied('copy-link');
  const other = await opened({}, href.slice(href.indexOf('#')));
  await shown(other);
  await closed(other);
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await shown(page);
  // A game that lacks only such a comment is another game: the one with it can be brought back.
  await sheet(page, 'text-panel');
  await page.fill('#pgn', `[Variant "Capablanca"]\n\n${moves.replace('{third} ', '')}\n`);
  await page.locator('#load-pgn').click();
  await page.waitForFunction(() => document.querySelectorAll('#moves .note').length === 4);
  await shut(page);
  await sheet(page, 'more-panel');
  await page.locator('#bring-back').click();
  await shut(page);
  await shown(page);
  await closed(page);
});

test('a link says what is bad about it, and what is used', { skip }, async () => {
  const page = await opened();
  for (const [hash, said, title] of [
    ['variant=carera', /carera/, /^Carrera/],
    ['variant=archchess&fen=9', /its position cannot be used: .*the start position of Archchess is shown/s, /^Archchess/],
    [`variant=carrera&fen=${encodeURIComponent('4k3/8/8/8/8/8/8/4K2R w K - 0 1')}`, /it is one of Chess/, /^Carrera/],
    ['variant=carrera&moves=e2e4+e2e4', /move 2 cannot be played: .*the 1 before it are shown/s, /^Carrera/],
    ['variant=carrera&moves=e2e4&at=7', /“at=7” is no number of moves from 0 to 1/, /^Carrera/],
    ['game=carrera', /there is no “game” in links.*it names no variant/, /^Carrera/],
    ['variant=chess&pgn=1.+e9', /its game cannot be read/, /^(Orthodox )?[Cc]hess/],
    ['variant=crc:99999', /99999/, /./],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${origin()}#${hash}`);
    await page.waitForSelector('[data-ready]');
    assert.match(await message(page), said, hash);
    assert.match(await page.title(), title, hash);
  }
  await closed(page);
});

test('a piece goes its way, but not for those who want no motion; in the hand it leaves its square', { skip }, async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const page = await opened({ reducedMotion });
    await byHand(page);
    await page.evaluate(async () => {
      const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
      await frame();
      window.ways = 0;
      document.querySelector('#board').addEventListener('transitionrun', () => window.ways++);
      for (const name of ['e2', 'e4']) document.querySelector(`[data-square="${name}"]`).click();
      // A way begins with the frame after the move.
      for (let count = 0; count < 3; count++) await frame();
    });
    await page.waitForFunction(ways => window.ways === ways, reducedMotion === 'reduce' ? 0 : 1);
    const [from, to] = [await square(page, 'd7').boundingBox(), await square(page, 'd5').boundingBox()];
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 });
    assert.equal(await page.locator('#board .lifted').count(), 1);
    assert.equal(await page.locator('.dragged').count(), 1);
    await page.mouse.up();
    assert.equal(await page.locator('#board .lifted, .dragged').count(), 0);
    await played(page, 2, 'e4', 'd5');
    await closed(page);
  }
});

test('a position of another game is offered as that', { skip }, async () => {
  const page = await opened();
  await sheet(page, 'text-panel');
  await page.fill('#fen', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await page.locator('#set-fen').click();
  assert.notEqual(await page.locator('#text-message').textContent(), '');
  await page.locator('#text-message [data-offer="chess"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.squares button').length === 64);
  await closed(page);
});

test('a game has clocks, can be given up, agreed to be a draw, and lost on time', { skip }, async () => {
  const page = await opened();
  await page.clock.install();
  await page.reload();
  await page.waitForSelector('[data-ready]');
  await byHand(page);
  await sheet(page, 'players-panel');
  await page.selectOption('#clock', '3+2');
  await page.locator('#begin').click();
  await shut(page);
  assert.deepEqual(await page.locator('.clock').allTextContents(), ['3:00', '3:00']);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await taps(page, 'e2', 'e4');
  await page.clock.runFor(61_050);
  assert.deepEqual(await page.locator('.clock').allTextContents(), ['1:59', '3:02']);
  // They stand while the page is away, and go on as they were; what cannot be played changes nothing.
  await page.reload();
  await page.waitForSelector('[data-ready]');
  assert.deepEqual(await page.locator('.clock').allTextContents(), ['1:59', '3:02']);
  await page.evaluate(() => {
    document.querySelector('#number').value = '99999';
    document.querySelector('#number').dispatchEvent(new Event('change'));
  });
  assert.match(await message(page), /\S/);
  assert.deepEqual(await page.locator('.clock').allTextContents(), ['1:59', '3:02']);
  await page.fill('#move', 'e9');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#upper .clock.runs').count(), 1, 'a move that cannot be played ends no turn');
  await taps(page, 'e7', 'e5');
  await page.clock.runFor(190_000);
  assert.match(await status(page), /the time of White is over, Black has won \(0-1\)/);
  for (const [id, end] of [['resign', /White has resigned, Black has won \(0-1\)/], ['draw', /a draw by agreement \(1\/2-1\/2\)/]]) {
    await page.locator('#new').click();
    await sheet(page, 'players-panel');
    await page.locator(`#${id}`).click();
    await shut(page);
    assert.match(await status(page), end);
  }
  await closed(page);
});

test('an array by its number, and how fair it is', { skip }, async () => {
  const page = await opened({}, '#variant=crc');
  await byHand(page);
  assert.equal(await page.locator('#fairness').count(), 0);
  await page.fill('#number', '25933');
  await page.locator('#number').press('Enter');
  await page.locator('#fairness').click();
  const words = page.locator('.fairness [role="status"]');
  await page.waitForFunction(() => /for White/.test(document.querySelector('.fairness').textContent));
  const said = await words.textContent();
  assert.match(said, /^[+-]?\d\.\d\d for White after 200,000 nodes; \S+ is best\. Zero is even\.$/);
  assert.deepEqual(await barriers(page), []);
  await taps(page, 'e2', 'e4');
  await played(page, 1);
  // Another array is asked anew; of the first one the answer is kept.
  await page.locator('#random').click();
  await page.locator('#fairness').waitFor();
  await page.fill('#number', '25933');
  await page.locator('#number').press('Enter');
  assert.equal(await words.textContent(), said);
  assert.ok(await page.locator('#fairness').isHidden());
  await closed(page);
});

test('the mistakes of a game are found, and a better move is learned', { skip }, async () => {
  const moves = 'e2e4 e7e5 f2f3 d8g5 g2g3 g5g3';
  const page = await opened({}, link('chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', moves));
  await sheet(page, 'more-panel');
  await page.locator('#learn-open').click();
  await page.waitForFunction(() => /Find a better move/.test(document.querySelector('#learn').textContent));
  const words = () => page.locator('#learn').textContent();
  for (let i = 0; i < 3 && !/Qxg3/.test(await words()); i++) await page.locator('#learn button', { hasText: 'Next' }).click();
  assert.match(await words(), /3… Qxg3\+ was a blunder/);
  assert.equal(await page.locator('#moves .score').count(), 6);
  assert.equal(await page.locator('#graph path').count(), 4);
  assert.deepEqual(await barriers(page), []);
  await shot(page, 'learn');
  await page.locator('#learn button', { hasText: 'Show it' }).click();
  assert.match(await page.locator('#learn').textContent(), /The engine plays/);
  await page.locator('#learn button', { hasText: 'End' }).click();
  assert.ok(await page.locator('#learn').isHidden());
  await closed(page);
});

test('a line of the analysis is looked at and played; a threat and a hint are shown', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await page.locator('#hint').click();
  await page.waitForSelector('#board .arrow');
  await page.locator('#analysis').check();
  await page.selectOption('#lines', '3');
  await page.waitForFunction(() => document.querySelectorAll('#infos li').length === 3);
  await page.waitForFunction(() => document.querySelectorAll('#board .arrow').length === 3);
  const made = page.locator('#infos li').nth(0).locator('button').nth(1);
  await made.hover();
  assert.ok(await page.locator('#peek').isVisible());
  await made.click();
  await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 3);
  await page.locator('#threat').check();
  await page.waitForSelector('#board .arrow.threat');
  await closed(page);
});

test('the book of openings says how its lines go on, however a position was reached', { skip }, async () => {
  const book = await (await fetch(`${origin()}openings/archchess.txt`)).text();
  const lines = [...book.matchAll(/^startpos moves (\S+) (\S+) (\S+)/gm)].map(([, ...moves]) => moves);
  const [one, two] = lines[0];
  const after = lines.filter(moves => moves[0] === one && moves[1] === two);
  const page = await opened({}, `#${new URLSearchParams({ variant: 'archchess', moves: `${one} ${two}` })}`);
  await byHand(page);
  assert.ok(await page.locator('#openings').isHidden());
  await page.locator('#analysis').check();
  const buttons = page.locator('#openings:not([hidden]) button');
  await buttons.first().waitFor();
  const counts = (await buttons.allTextContents()).map(text => Number(/ (\d+), [+-]\d+\.\d\d$/.exec(text)[1]));
  assert.deepEqual(counts, [...counts].sort((a, b) => b - a));
  // At least the lines with these two moves; there may be more, which came there in another order.
  assert.ok(counts.reduce((sum, count) => sum + count, 0) >= after.length, `${counts}, of ${after.length}`);
  await buttons.first().click();
  await played(page, 3);
  await page.goto(`${origin()}#${new URLSearchParams({ variant: 'shatranj' })}`);
  await page.waitForFunction(() => document.querySelector('#openings').hidden);
  await closed(page);
});

test('the link of a position opens it elsewhere', { skip }, async () => {
  const page = await opened({ permissions: ['clipboard-read', 'clipboard-write'] });
  await byHand(page);
  await page.selectOption('#variant', 'archchess');
  await taps(page, 'e2', 'e4', 'e9', 'e7');
  await played(page, 2, 'e4', 'e7');
  await page.locator('#back').click();
  await sheet(page, 'text-panel');
  const copied = async id => {
    await page.locator(id).click();
    await page.waitForFunction(id => document.querySelector(id).textContent === 'Copied', id);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const [address, fen, pgn] = [await copied('#copy-link'), await copied('#copy-fen'), await copied('#copy-pgn')];
  assert.equal(fen, await page.locator('#fen').inputValue());
  assert.match(pgn, /\[Variant "archchess"\][^]*1\. e4 e7 \*/);
  const other = await opened({}, address.slice(address.indexOf('#')));
  assert.match(await other.title(), /^Archchess/);
  assert.deepEqual([await sans(other), await status(other)], [['e4', 'e7'], '1. e4: Black to move']);
  await closed(other);
  await closed(page);
});

test('a position is set up', { skip }, async () => {
  const page = await opened();
  await byHand(page);
  await sheet(page, 'setup-panel');
  await page.locator('#setup button', { hasText: 'Empty board' }).click();
  assert.match(await page.locator('#setup [role="alert"]').textContent(), /king/);
  assert.ok(await page.locator('#setup-done').isDisabled());
  const put = async (letter, name) => {
    await page.locator(`#setup [data-letter="${letter}"]`).click();
    await square(page, name).click();
  };
  await put('K', 'e1');
  await put('k', 'e8');
  await put('Q', 'a2');
  await shot(page, 'setup');
  await page.locator('#setup-done').click();
  await taps(page, 'a2', 'a8');
  await played(page, 1, 'Qa8+');
  // Rights have names, and the stock follows from the board.
  await page.selectOption('#variant', 'courier-spiel');
  await sheet(page, 'setup-panel');
  assert.match(await page.locator('#rights').textContent(), /White: castling with the rook on a1/);
  assert.match(await page.locator('#stock').textContent(), /Stock of White: empty\. Of Black: empty\./);
  await page.locator('#setup button', { hasText: 'Clear' }).click();
  await square(page, 'b8').click();
  assert.match(await page.locator('#stock').textContent(), /Of Black: knight\./);
  await shut(page);
  await closed(page);
});

test('no barriers that axe-core knows, in both themes, with every panel open', { skip }, async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await opened({ colorScheme }, link('archchess', '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1'));
    assert.deepEqual(await barriers(page), []);
    for (const id of ['players-panel', 'rules-panel', 'setup-panel', 'text-panel', 'more-panel', 'file-panel']) {
      await sheet(page, id);
      if (id === 'more-panel') await page.locator('#more-panel summary').click();
      if (id === 'file-panel') {
        await page.fill('#file-text', 'bord = 3');
        await page.locator('#play-file').click();
        await page.locator('#faults li').first().waitFor();
      }
      assert.deepEqual(await barriers(page), [], id);
      await shot(page, `sheet-${id}-${colorScheme}`);
      await shut(page);
    }
    await page.locator('#annotate').click();
    await page.locator('#puzzles-open').click();
    await page.locator('#puzzle-words').waitFor();
    assert.deepEqual(await barriers(page), [], 'a puzzle');
    await page.locator('#puzzle-close').click();
    await page.goto(origin() + link('archchess', '4k5/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1'));
    await page.waitForFunction(() => document.querySelector('#variant').value === 'archchess');
    await page.locator('#analysis').check();
    await page.locator('#infos li').first().waitFor();
    await taps(page, 'e1', 'j1');
    await page.locator('#choices button').first().waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.locator('#chooser button', { hasText: 'Cancel' }).click();
    // What is laid out in another way.
    for (const [width, height] of [[390, 844], [844, 390]]) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await barriers(page), [], `${width}x${height}`);
    }
    await closed(page);
  }
});

test('a screen reader hears the board, the move and the end', { skip }, async () => {
  const page = await opened({}, link('carrera', '5k4/10/5K4/10/10/10/10/R9 w - - 0 1'));
  const tree = await page.locator('#board').ariaSnapshot();
  assert.match(tree, /grid "board of 10 files and 8 ranks"/);
  assert.match(tree, /gridcell "a1, white rook"/);
  // As a screen reader does: a click without a pointer.
  for (const name of ['a1', 'a8']) await square(page, name).evaluate(button => button.click());
  await played(page, 1, 'Ra8#');
  assert.equal(await page.locator('#status').textContent(), '1. Ra8#: checkmate, White has won (1-0)');
  await closed(page);
});

test('a phone and both themes', { skip }, async () => {
  for (const colorScheme of ['light', 'dark']) {
    for (const variant of ['carrera', 'archchess', 'herb-garden', 'courier-spiel']) {
      const page = await opened({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme });
      await byHand(page);
      await page.selectOption('#variant', variant);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'it is not wider than the phone');
      await square(page, 'e2').tap();
      await square(page, 'e3').tap();
      assert.equal((await sans(page)).length, 1);
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      await closed(page, `phone-${colorScheme}-${variant}`);
      const desk = await opened({ colorScheme });
      await desk.selectOption('#variant', variant);
      await square(desk, 'b1').click();
      await closed(desk, `desk-${colorScheme}-${variant}`);
    }
  }
});

test('the first legal moves are there within a second', { skip }, async () => {
  const page = await opened();
  const took = [];
  for (let i = 0; i < 3; i++) {
    await page.reload();
    await page.waitForSelector('.squares .movable');
    took.push(await page.evaluate(() => performance.now()));
  }
  console.log(`browser: first legal moves after ${took.map(Math.round).join(', ')} ms`);
  await closed(page);
});
