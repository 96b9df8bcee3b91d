// The engine, in a worker of its own.

import { Board } from './board.js';
import { EngineError, asError, asOptions, badArgument, shown } from './errors.js';
import { compiled, isNode, ofNode } from './load.js';
import { type Answer, type Info, type Limits, type Question, type SearchResult, type Told, limitsAsText } from './messages.js';
import { ownNet } from './nets.js';

/** How an engine is made. */
export interface EngineOptions {
  /** Mebibytes of its table; 16 by default. */
  hash?: number;
  /**
   * The nets that evaluate: `true` for the package's own (`Variant.net` names that of a variant; 150 to 370 KiB, loaded when a board
   * first needs it), the bytes of a file for the variants that it fits, or `false` for the evaluation without nets, which is the default.
   */
  net?: boolean | Uint8Array;
  /** Makes the worker, for pages that need to do it in a way of their own. It runs `worker.js` of this package as a module. */
  worker?: () => EngineWorker;
}

/** What an engine needs of its worker. A `Worker` of browsers has it. */
export interface EngineWorker {
  onmessage: ((event: any) => unknown) | null;
  onerror: ((event: any) => unknown) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** A worker of a browser or a thread of Node. */
interface Port {
  /** The net of the package that it has. */
  net?: string;
  post(question: Question): void;
  end(): void;
}

/** A search that runs or waits. */
interface Search {
  number: number;
  question: Question;
  /** The net of the package that it needs. */
  net: string | null;
  lines: Info[];
  onInfo: ((info: Info) => void) | undefined;
  resolve: (result: SearchResult) => void;
  reject: (error: unknown) => void;
}

function told(board: Board): Told {
  const variant = board.variant();
  const rules = variant.isBuiltIn ? { name: variant.id } : { toml: variant.toToml(), id: variant.id };
  return { variant: rules, start: board.startFen(), moves: board.moveStack().join(' ') };
}

/**
 * An engine with one thread, in a worker of its own, so that the page stays alive. A search is one call in the worker, and gives the
 * same result as the program's with the same limits. To stop it, the worker is ended and another one takes its place: that takes
 * effect at once, and the result is that of the last complete iteration, but the table is lost.
 */
export class Engine {
  readonly #options: EngineOptions;
  readonly #hash: number;
  readonly #net: boolean | Uint8Array;
  #port: Promise<Port> | undefined;
  #board: Board | undefined;
  #level: Question | undefined;
  #searches: Search[] = [];
  #count = 0;
  #closed = false;

  /** An engine; its worker is made at once. Throws `ArgumentError`. */
  constructor(options: EngineOptions = {}) {
    this.#options = asOptions(options, 'options', ['hash', 'net', 'worker']);
    this.#hash = options.hash ?? 16;
    if (!Number.isInteger(this.#hash) || this.#hash < 1 || this.#hash > 2048) {
      throw badArgument('hash', `${shown(this.#hash)} is not a number of mebibytes from 1 to 2048`);
    }
    this.#net = options.net ?? false;
    if (typeof this.#net !== 'boolean' && !(this.#net instanceof Uint8Array)) {
      throw badArgument('net', `${shown(this.#net)} is neither true nor false, nor the bytes of a net`);
    }
    if (options.worker !== undefined && typeof options.worker !== 'function') throw badArgument('worker', 'a function is needed');
    // Whoever searches gets the error.
    this.#start().catch(() => {});
  }

  /** The game whose position is searched next. The board is looked at now; later moves are not seen. */
  position(board: Board): this {
    if (!(board instanceof Board)) throw badArgument('board', 'a Board is needed');
    this.#board = board.copy();
    const net = this.#needs(this.#board);
    if (net !== null) void ownNet(net);
    return this;
  }

  /**
   * Searches until the first limit is met. `onInfo` gets each line of each complete iteration. Searches that are asked for while
   * another one runs wait for it. Rejects with `EngineError`, `MoveError`, `ArgumentError`; with the reason of `limits.signal`; and with what
   * `onInfo` throws, which ends the search.
   */
  go(limits: Limits = {}, onInfo?: (info: Info) => void): Promise<SearchResult> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new EngineError('the engine has been closed');
      if (onInfo !== undefined && typeof onInfo !== 'function') throw badArgument('onInfo', 'a function is needed');
      const text = limitsAsText(limits);
      const { signal } = limits;
      if (signal?.aborted) throw signal.reason;
      const board = this.#board ?? new Board();
      const game = told(board);
      const number = ++this.#count;
      const question: Question = { kind: 'go', number, game, limits: text };
      const abort = () => this.#drop(search, signal?.reason);
      const settled = () => signal?.removeEventListener('abort', abort);
      const search: Search = {
        number,
        question,
        net: this.#needs(board),
        lines: [],
        onInfo,
        resolve: result => (settled(), resolve(result)),
        reject: error => (settled(), reject(error)),
      };
      signal?.addEventListener('abort', abort);
      this.#searches.push(search);
      if (this.#searches.length === 1) this.#next();
    });
  }

  /** Ends all searches at once. Their promises resolve with the last complete iteration. */
  stop(): void {
    const searches = this.#searches.splice(0);
    if (searches.length === 0) return;
    this.#renew();
    for (const { lines, resolve } of searches) resolve(stopped(lines));
  }

  /** Ends one search with an error; the others go on. */
  #drop(search: Search, error: unknown): void {
    const at = this.#searches.indexOf(search);
    if (at < 0) return;
    this.#searches.splice(at, 1);
    if (at === 0) {
      this.#renew();
      this.#next();
    }
    search.reject(error);
  }

  /**
   * Plays at a level from 0 (a beginner) to 20 (full strength, the default), from now on. A weaker engine looks at fewer positions,
   * misjudges squares and overlooks replies; which ones, follows from `seed`, a whole number below 2^32. Throws `ArgumentError`.
   */
  setLevel(level: number, seed = 0): this {
    if (!Number.isInteger(level) || level < 0 || level > 20) throw badArgument('level', `${shown(level)} is not a level from 0 to 20`);
    if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
      throw badArgument('seed', `${shown(seed)} is not a whole number from 0 to 4294967295`);
    }
    const question: Question = { kind: 'level', level, seed };
    this.#level = question;
    this.#port?.then(port => port.post(question)).catch(() => {});
    return this;
  }

  /** Forgets what it has learned, as before a new game. */
  clear(): void {
    this.#port?.then(port => port.post({ kind: 'clear' })).catch(() => {});
  }

  /** Ends the engine and its worker. */
  close(): void {
    this.#closed = true;
    this.stop();
    this.#end();
  }

  /** The net of the package that evaluates a board, if the package's nets are wanted. */
  #needs(board: Board): string | null {
    return this.#net === true ? board.variant().net : null;
  }

  /** Ends the search that runs, with its worker; another worker takes its place. */
  #renew(): void {
    this.#end();
    if (!this.#closed) this.#start().catch(() => {});
  }

  #end(): void {
    this.#port?.then(port => port.end()).catch(() => {});
    this.#port = undefined;
  }

  #next(): void {
    const search = this.#searches[0];
    if (search === undefined) return;
    const { net, question } = search;
    Promise.all([this.#start(), net === null ? null : ownNet(net)]).then(
      ([port, bytes]) => {
        if (this.#searches[0] !== search) return;
        if (net !== null && bytes !== null && port.net !== net) {
          port.post({ kind: 'net', bytes });
          port.net = net;
        }
        port.post(question);
      },
      error => {
        if (this.#searches[0] === search) this.#fail(error);
      },
    );
  }

  /** The worker; a new one if there is none. */
  #start(): Promise<Port> {
    if (this.#port === undefined) {
      const port: Promise<Port> = this.#open(answer => {
        if (this.#port === port) this.#hear(answer);
      });
      this.#port = port;
    }
    return this.#port;
  }

  async #open(hear: (answer: Answer) => void): Promise<Port> {
    const port = await open(this.#options.worker, hear);
    port.post({ kind: 'load', module: compiled, hash: this.#hash });
    if (typeof this.#net === 'object') port.post({ kind: 'net', bytes: this.#net });
    if (this.#level !== undefined) port.post(this.#level);
    return port;
  }

  #hear(answer: Answer): void {
    if (answer.kind === 'ready') return;
    const search = this.#searches[0];
    if (answer.kind === 'failed') {
      this.#fail(answer.error);
    } else if (search === undefined || search.number !== answer.number) {
      return;
    } else if (answer.kind === 'info') {
      const info = JSON.parse(answer.info) as Info;
      search.lines = info.multipv === 1 ? [info] : [...search.lines.filter(line => line.multipv < info.multipv), info];
      try {
        search.onInfo?.(info);
      } catch (error) {
        this.#drop(search, error);
      }
    } else {
      this.#searches.shift();
      this.#next();
      search.resolve({ ...JSON.parse(answer.result), stopped: false });
    }
  }

  #fail(error: unknown): void {
    const search = this.#searches.shift();
    if (error instanceof EngineError) {
      search?.reject(error);
      this.#next();
      return;
    }
    const known = typeof error === 'string' && error.startsWith('{');
    if (!known) {
      // Nothing is known of a worker that has failed.
      this.#end();
    }
    search?.reject(known ? asError(error) : new EngineError(`the engine's worker has failed: ${error}`));
    this.#next();
  }
}

function stopped(lines: Info[]): SearchResult {
  const [best] = lines;
  return {
    best: best?.pv[0] ?? null,
    san: best?.san[0] ?? null,
    ponder: best?.pv[1] ?? null,
    lines,
    nodes: best?.nodes ?? 0,
    time: best?.time ?? 0,
    noMateIn: 0,
    stopped: true,
  };
}

async function open(make: (() => EngineWorker) | undefined, hear: (answer: Answer) => void): Promise<Port> {
  if (isNode && make === undefined) {
    const { Worker: Thread } = await ofNode('worker_threads');
    const thread = new Thread(new URL('./worker.js', import.meta.url));
    thread.on('message', hear);
    thread.on('error', (error: unknown) => hear({ kind: 'failed', number: null, error: String(error) }));
    // A program that waits for nothing else ends.
    let waiting = 0;
    const count = (change: number) => {
      waiting += change;
      if (waiting > 0) thread.ref();
      else thread.unref();
    };
    thread.unref();
    thread.on('message', (answer: Answer) => {
      if (answer.kind === 'done' || answer.kind === 'failed') count(-1);
    });
    return {
      post: question => {
        if (question.kind === 'go') count(1);
        thread.postMessage(question);
      },
      end: () => void thread.terminate(),
    };
  }
  const worker: EngineWorker = make === undefined ? new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }) : make();
  worker.onmessage = event => hear(event.data as Answer);
  worker.onerror = event => hear({ kind: 'failed', number: null, error: event.message ?? 'it cannot be loaded' });
  return { post: question => worker.postMessage(question), end: () => worker.terminate() };
}
