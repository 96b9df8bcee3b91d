// The page to play.

import { start } from './start.js';

await start(async () => {
  const { Page } = await import('./page.js');
  new Page();
});
