// Starts a page. Without the library, or in a browser that is too old for it, the page says so.

export async function start(page: () => Promise<void>): Promise<void> {
  const status = document.getElementById('status');
  try {
    await page();
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
}
