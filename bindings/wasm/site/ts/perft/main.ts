// The page of perft.

import { start } from '../start.js';

await start(async () => {
  const { PerftPage } = await import('./page.js');
  new PerftPage();
});
