import { describe, expect, it } from 'vitest';
import { loopFrames, sampleRate, toneLoop } from '../../../src/sandbox/sound/soundtrack.ts';

const loop = toneLoop();
const left = Array.from({ length: loopFrames }, (_, frame) => loop.readInt16LE(4 * frame));
const right = Array.from({ length: loopFrames }, (_, frame) => loop.readInt16LE(4 * frame + 2));

/** The loudest sample near a moment of an endless loop. */
function loudnessAt(seconds: number): number {
  const middle = Math.round(seconds * sampleRate) % loopFrames;
  const near = Array.from({ length: 480 }, (_, step) => left.at((middle + step - 240) % loopFrames) ?? 0);
  return Math.max(...near.map(Math.abs));
}

/** How much of a frequency there is in a stretch of the left channel, beside all there is; about 0 to 1. */
function shareOf(hertz: number, from: number, length: number): number {
  let [inPhase, across, all] = [0, 0, 0];
  for (let frame = from; frame < from + length; frame++) {
    const sample = left[frame] ?? 0;
    const angle = (2 * Math.PI * hertz * frame) / sampleRate;
    inPhase += sample * Math.cos(angle);
    across += sample * Math.sin(angle);
    all += sample * sample;
  }
  return (2 * (inPhase ** 2 + across ** 2)) / (length * all);
}

describe('the tone', () => {
  it('is quiet: a tenth of what a sample holds, and never cut off', () => {
    for (const channel of [left, right]) {
      const loudest = Math.max(...channel.map(Math.abs));
      expect(loudest).toBeGreaterThan(0.05 * 32_768);
      expect(loudest).toBeLessThan(0.13 * 32_768);
    }
  });

  it('is close to silence wherever a clip may begin or end, and not between', () => {
    for (let seconds = 0; seconds <= 30; seconds++) {
      expect(loudnessAt(seconds), `${seconds} s`).toBeLessThan(0.01 * 32_768);
      expect(loudnessAt(seconds + 0.5), `${seconds + 0.5} s`).toBeGreaterThan(0.05 * 32_768);
    }
  });

  it('is a chord of a few notes, not noise', () => {
    const share = (notes: number[]) =>
      notes.reduce((sum, hertz) => sum + shareOf(hertz, loopFrames / 4, loopFrames / 2), 0);
    expect(share([220, 329.63, 554.37])).toBeGreaterThan(0.85);
    expect(share([185, 293.66, 440])).toBeLessThan(0.05);
  });
});
