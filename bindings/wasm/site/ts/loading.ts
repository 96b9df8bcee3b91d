// Files beside the page, loaded when they are wanted.

/** The text of a file. Rejects if it cannot be loaded; `what` names it. */
export async function textOf(path: string, what: string): Promise<string> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${what} cannot be loaded: ${answer.status} ${answer.statusText}`);
  return answer.text();
}

/** Loads by name, each once; what could not be loaded is tried again. */
export function kept<T>(load: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loaded = new Map<string, Promise<T>>();
  return name => {
    let known = loaded.get(name);
    if (known === undefined) {
      known = load(name);
      loaded.set(name, known);
      // The next time may have more luck.
      known.catch(() => loaded.delete(name));
    }
    return known;
  };
}
