// The page to play. Without the library, or in a browser that is too old for it, it says so.

const status = document.getElementById('status');
try {
  const { Page } = await import('./page.js');
  new Page();
  document.documentElement.dataset['ready'] = 'true';
} catch (error) {
  if (status !== null) {
    status.textContent =
      location.protocol === 'file:'
        ? 'This page must come from a file server, such as `python3 -m http.server`.'
        : `The page cannot start: ${error instanceof Error ? error.message : String(error)}`;
  }
  throw error;
}

export {};
