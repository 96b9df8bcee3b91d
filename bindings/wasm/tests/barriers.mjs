// What axe-core finds on a page.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');

/** What axe-core finds: names without labels, colors too close to each other, roles that do not fit. */
export async function barriers(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html.slice(0, 150)).slice(0, 3).join(' ')}`);
}
