// The sound of a move: short knocks on wood, made here. It is off until it is switched on.

/** What is heard. */
export type Knock = 'move' | 'capture' | 'check' | 'end';

const TONES: Readonly<Record<Knock, readonly (readonly [frequency: number, after: number])[]>> = {
  move: [[210, 0]],
  capture: [[190, 0], [140, 0.045]],
  check: [[260, 0], [330, 0.07]],
  end: [[262, 0], [330, 0.12], [392, 0.24]],
};

export class Sound {
  #context: AudioContext | undefined;
  isOn = false;

  play(knock: Knock): void {
    if (!this.isOn || !('AudioContext' in window)) return;
    const context = (this.#context ??= new AudioContext());
    for (const [frequency, after] of TONES[knock]) {
      const [tone, volume, at] = [context.createOscillator(), context.createGain(), context.currentTime + after];
      tone.type = 'triangle';
      tone.frequency.setValueAtTime(frequency * 1.6, at);
      tone.frequency.exponentialRampToValueAtTime(frequency, at + 0.03);
      volume.gain.setValueAtTime(0.35, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + (knock === 'end' ? 0.35 : 0.12));
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.4);
    }
  }
}
