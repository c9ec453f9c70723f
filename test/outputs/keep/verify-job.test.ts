import { describe, expect, it } from 'vitest';
import { clipOddities, playedClip } from '../../../src/outputs/keep/verify-job.ts';

const rules = (printed: string, seconds = 5) =>
  clipOddities(playedClip(printed, seconds)).map(({ rule }) => rule);

describe('a clip that was played through', () => {
  it('is odd where its picture is black nearly all the time, which is not told a second time as still', () => {
    const black = '[blackdetect @ 0x1] black_start:0 black_end:4.9 black_duration:4.9';
    expect(rules(`${black}\n[freezedetect @ 0x2] lavfi.freezedetect.freeze_start: 0`)).toEqual(['black']);
    expect(rules('black_start:0 black_end:1 black_duration:1')).toEqual([]);
  });

  it('is odd where its picture stands still to the end, or in pieces for nearly all of its length', () => {
    expect(rules('lavfi.freezedetect.freeze_start: 0.2')).toEqual(['frozen']);
    expect(rules('freeze_start: 0\nfreeze_duration: 2.4\nfreeze_end: 2.4\nfreeze_start: 2.4')).toEqual([
      'frozen',
    ]);
    expect(rules('freeze_start: 0\nfreeze_duration: 2.4\nfreeze_end: 2.4')).toEqual([]);
  });

  it('is odd where its sound is never heard, and not where it has none', () => {
    expect(rules('max_volume: -91.0 dB')).toEqual(['silent']);
    expect(rules('max_volume: -inf dB')).toEqual(['silent']);
    expect(rules('max_volume: -20.9 dB')).toEqual([]);
    expect(rules('')).toEqual([]);
  });
});
