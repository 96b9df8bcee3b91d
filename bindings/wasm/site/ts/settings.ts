// The settings that are remembered: what the choices of the page say.

import { input, select } from './dom.js';
import type { Settings } from './store.js';

const CHOICES = ['opponent', 'level', 'theme', 'lines', 'clock'] as const;
const BOXES = ['analysis', 'sound'] as const;

/** Shows settings as they were; what no longer exists is left as it is. */
export function applySettings(settings: Partial<Settings>): void {
  for (const id of CHOICES) {
    const value = settings[id];
    if ([...select(id).options].some(option => option.value === value)) select(id).value = String(value);
  }
  for (const id of BOXES) input(id).checked = settings[id] === true;
}

/** The settings now. */
export function settingsNow(flipped: boolean): Settings {
  const value = (id: (typeof CHOICES)[number]) => select(id).value;
  return {
    opponent: value('opponent'),
    level: value('level'),
    theme: value('theme'),
    lines: value('lines'),
    clock: value('clock'),
    flipped,
    analysis: input('analysis').checked,
    sound: input('sound').checked,
  };
}
