// Everything of the page to play is in the window, whatever its size and the shape of the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { closed, opened, skip } from './browser.mjs';

const SIZES = [[1280, 720], [1366, 768], [1920, 1080], [1024, 768], [844, 390], [390, 844], [375, 667]];
/** A variant for each shape: 8x8, 10x8, 10x10, 12x7, 12x8; 12x10 is a file of our own. */
const VARIANTS = ['chess', 'carrera', 'archchess', 'herb-garden', 'courier-spiel', '12x10'];
const LARGEST = `extends = "courier-spiel"\nname = "Twelve by ten"\nboard = "12x10"\nstart = "rnbczkqfzbnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBCZKQFZBNR w - - 0 1"\n`;
/** What must be seen at once. */
const PARTS = ['#board', '#variant', '#new', '#status', '#upper', '#lower', '#moves', '.tools', '#flip', '#first', '.bar [data-sheet="more-panel"]'];

/** The boxes of the parts, and what is wrong with the page as a whole. */
const measure = page =>
  page.evaluate(parts => {
    const boxes = Object.fromEntries(parts.map(part => [part, document.querySelector(part).getBoundingClientRect().toJSON()]));
    const shown = [...document.querySelectorAll('button, select, input, label.icon')].filter(each => each.checkVisibility() && !each.closest('.squares, #moves, #infos') && !each.matches('label.icon > input'));
    const small = shown.filter(each => Math.min(each.offsetWidth, each.offsetHeight) < 40).map(each => `${each.id || each.className || each.textContent} ${each.offsetWidth}x${each.offsetHeight}`);
    const root = document.documentElement;
    return { boxes, small, files: Number(getComputedStyle(root).getPropertyValue('--files')), ranks: Number(getComputedStyle(root).getPropertyValue('--ranks')), scrolls: root.scrollWidth > innerWidth || root.scrollHeight > innerHeight };
  }, PARTS);

for (const variant of VARIANTS) {
  test(`the page fits into seven windows: ${variant}`, { skip }, async () => {
    const hash = variant === '12x10' ? new URLSearchParams({ toml: LARGEST, id: 'largest' }) : new URLSearchParams({ variant });
    const page = await opened({}, `#${hash}`);
    for (const analyse of [false, true]) {
      if (analyse) await page.locator('#analysis').check();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        // Fonts that arrive later, and the size of the window, are laid out by the next frame.
        await page.evaluate(() => document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))));
        const { boxes, small, files, ranks, scrolls } = await measure(page);
        const where = `${variant} at ${width}x${height}${analyse ? ' with the analysis' : ''}`;
        assert.ok(!scrolls, `${where}: it scrolls`);
        for (const [part, { left, top, right, bottom }] of Object.entries(boxes)) {
          assert.ok(left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5, `${where}: ${part} is cut off: ${[left, top, right, bottom]}`);
          assert.ok(right - left >= 30 && bottom - top >= 12, `${where}: nothing is left of ${part}`);
        }
        const { width: wide, height: high } = boxes['#board'];
        assert.ok(Math.abs(wide / high - files / ranks) < 0.02, `${where}: the squares are not square: ${wide}x${high}`);
        // It is as large as the window allows: across a telephone, down a desk, or up to the least width of the column beside it.
        const limits = width < height ? [wide / width] : [high / (height - 62), wide / (width - 330), wide / (width - 270)];
        assert.ok(limits.some(share => share > 0.96) || (width < height && high > 0.5 * height), `${where}: the board is small: ${wide}x${high}`);
        if (Math.min(width, height) < 500) assert.deepEqual(small, [], `${where}: smaller than a finger`);
      }
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await closed(page, `fit-${variant}`);
  });
}

test('both sides stand at a board that leaves room for them, and letters and numbers above the pieces', { skip }, async () => {
  for (const [variant, width, height, isLow] of [['herb-garden', 1366, 768, true], ['courier-spiel', 1024, 768, true], ['courier-spiel', 1366, 768, false], ['carrera', 1280, 720, false]]) {
    const page = await opened({ viewport: { width, height } }, `#variant=${variant}`);
    const look = async () => {
      const box = id => page.locator(id).boundingBox();
      const [upper, board, lower, panel] = [await box('#upper'), await box('#board'), await box('#lower'), await box('.panel')];
      return { upper, board, lower, panel };
    };
    const check = ({ upper, board, lower, panel }, low) => {
      const where = `${variant} in ${width}x${height}`;
      const isBeside = Math.abs(upper.y + upper.height - board.y) < 2 && Math.abs(lower.y - board.y - board.height) < 2 && upper.x + upper.width < panel.x;
      assert.equal(isBeside, low, `${where}: ${JSON.stringify({ upper, board, lower })}`);
      if (low) assert.ok(Math.abs(panel.height - (height - panel.y)) < 16, `${where}: the column ends above the window's end`);
    };
    check(await look(), isLow);
    const isAbove = await page.evaluate(() => {
      const text = document.querySelector('#board .coordinate.on-dark');
      return (document.querySelector('#board .men use').compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    assert.ok(isAbove, 'a letter is drawn below a piece');
    // It follows the window and the shape of the board.
    await page.selectOption('#variant', 'chess');
    await page.waitForFunction(() => document.documentElement.style.getPropertyValue('--files') === '8');
    check(await look(), false);
    await closed(page);
  }
});

test('a puzzle fits into telephones', { skip }, async () => {
  for (const variant of ['archchess', 'courier-spiel']) {
    const page = await opened({}, `#variant=${variant}`);
    await page.locator('#puzzles-open').click();
    await page.locator('#puzzle-words').waitFor();
    for (const [width, height] of [[844, 390], [390, 844], [375, 667]]) {
      await page.setViewportSize({ width, height });
      const { small, scrolls } = await measure(page);
      const where = `${variant} at ${width}x${height}`;
      assert.ok(!scrolls, `${where}: it scrolls`);
      assert.deepEqual(small, [], `${where}: smaller than a finger`);
      const hidden = await page.evaluate(() => {
        const panel = document.querySelector('.panel').getBoundingClientRect();
        const parts = [...document.querySelectorAll('#puzzle button, #puzzle select, #puzzle strong, .tools > *')].filter(each => each.checkVisibility());
        return parts.filter(each => each.getBoundingClientRect().bottom > panel.bottom + 0.5).map(each => each.id || each.textContent);
      });
      assert.deepEqual(hidden, [], `${where}: cut off`);
      const { board } = await page.evaluate(() => ({ board: document.querySelector('#board').getBoundingClientRect().toJSON() }));
      assert.ok(width > height || board.width > 0.96 * width, `${where}: the board is small: ${board.width}`);
    }
    await closed(page);
  }
});
