// The clocks of the two sides.

import type { Side } from 'campione';

/** A time for each side, in minutes, and what each move adds, in seconds. */
export interface TimeControl {
  minutes: number;
  seconds: number;
}

export const CONTROLS: readonly { value: string; name: string }[] = [
  { value: '', name: 'none' },
  { value: '3+2', name: '3 minutes, 2 seconds a move' },
  { value: '5+3', name: '5 minutes, 3 seconds a move' },
  { value: '10+5', name: '10 minutes, 5 seconds a move' },
  { value: '15+10', name: '15 minutes, 10 seconds a move' },
  { value: '30+20', name: '30 minutes, 20 seconds a move' },
  { value: '60+30', name: 'an hour, 30 seconds a move' },
];

/** `5+3` as a time; nothing if there is no clock. */
export function controlOf(text: string): TimeControl | undefined {
  const found = /^(\d+)\+(\d+)$/.exec(text);
  return found === null ? undefined : { minutes: Number(found[1]), seconds: Number(found[2]) };
}

/** `4:07`, and below twenty seconds `0:09.3`. */
export function timeText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 20_000) return `0:${(Math.floor(left / 100) / 10).toFixed(1).padStart(4, '0')}`;
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The clocks as they are stored: they stand while the page is away. */
export interface SavedClock {
  control: TimeControl;
  white: number;
  black: number;
  running?: Side | undefined;
}

export class Clock {
  #left: Record<Side, number> = { white: 0, black: 0 };
  #control: TimeControl | undefined;
  #running: Side | undefined;
  #since = 0;

  /** Begins with full times; without a control there is no clock. */
  set(control: TimeControl | undefined): void {
    this.#control = control;
    const ms = (control?.minutes ?? 0) * 60_000;
    this.#left = { white: ms, black: ms };
    this.#running = undefined;
  }

  /** The clocks now; nothing if there are none. */
  save(): SavedClock | undefined {
    if (this.#control === undefined) return undefined;
    return { control: this.#control, white: this.left('white'), black: this.left('black'), running: this.#running };
  }

  /** Sets the clocks as they were. One that ran goes on from now. */
  restore(saved: SavedClock | undefined): void {
    this.set(saved?.control);
    if (saved === undefined) return;
    this.#left = { white: saved.white, black: saved.black };
    this.#running = saved.running;
    this.#since = performance.now();
  }

  get isSet(): boolean {
    return this.#control !== undefined;
  }

  get running(): Side | undefined {
    return this.#running;
  }

  /** The milliseconds that a side has left. */
  left(side: Side): number {
    return this.#left[side] - (this.#running === side ? performance.now() - this.#since : 0);
  }

  /** A side has moved: its time stands and gets what a move adds, and the other's runs. */
  moved(side: Side): void {
    if (this.#control === undefined) return;
    this.pause();
    this.#left[side] += this.#control.seconds * 1000;
    this.#running = side === 'white' ? 'black' : 'white';
    this.#since = performance.now();
  }

  /** Both times stand. */
  pause(): void {
    if (this.#running !== undefined) this.#left[this.#running] = this.left(this.#running);
    this.#running = undefined;
  }

  /** The side whose time is over. */
  get flagged(): Side | undefined {
    return this.#running !== undefined && this.left(this.#running) <= 0 ? this.#running : undefined;
  }
}
