import { describe, expect, it } from 'vitest';
import { referenceNames } from '../../src/service/body/media-part.ts';
import { type ClipFacts, type ClipMeasures, clipFindings } from '../../src/service/checks/reference-media.ts';
import { familyOf } from '../../src/service/families/index.ts';

/** Requirements of a reference clip, which no request shows: they are in the file. §2.7 */
function refusals(model: string, ...clips: readonly (Partial<ClipMeasures> & Partial<ClipFacts>)[]): number {
  const facts = clips.map(({ container = 'mp4', bytes = 1_000_000, ...measures }) => ({
    where: 'a clip',
    container,
    bytes,
    isCut: false,
    measures: { width: 1280, height: 720, framesPerSecond: 30, seconds: 5, ...measures },
  }));
  return clipFindings(facts, familyOf(model)).filter(({ enforcedBy }) => enforcedBy === 'generator').length;
}

const tier25 = 'vendor-b/video-2.5';

describe('a reference clip', () => {
  it.each([
    { container: 'mov' },
    { width: 854, height: 480 },
    { width: 3840, height: 2160 },
    { width: 638, height: 639 + 1 },
    { width: 2000, height: 800 },
    { width: 800, height: 2000 },
    { framesPerSecond: 24 },
    { framesPerSecond: 60 },
    { bytes: 200_000_000 },
    { seconds: 2 },
    { seconds: 30 },
  ])('may be %j', (facts) => {
    expect(refusals(tier25, facts)).toBe(0);
  });

  it.each([
    { container: 'webm' },
    { container: 'avi' },
    { width: 299, height: 700 },
    { width: 6001, height: 2500 },
    { width: 637, height: 640 },
    { width: 3840, height: 2161 },
    { width: 2010, height: 800 },
    { width: 790, height: 2000 },
    { framesPerSecond: 20 },
    { framesPerSecond: 75 },
    { bytes: 220_000_000 },
    { seconds: 1.5 },
    { seconds: 31 },
  ])('may not be %j', (facts) => {
    expect(refusals(tier25, facts)).toBeGreaterThan(0);
  });

  it('is counted with the others: 30 s for the tier, 15 s for the line', () => {
    expect(refusals(tier25, { seconds: 15 }, { seconds: 15 })).toBe(0);
    expect(refusals(tier25, { seconds: 15 }, { seconds: 16 })).toBeGreaterThan(0);
    for (const model of ['vendor-b/video-2.0', 'vendor-b/video-2.0-fast', 'spicy/video-2-0']) {
      expect(refusals(model, { seconds: 15 })).toBe(0);
      expect(refusals(model, { seconds: 16 })).toBeGreaterThan(0);
      expect(refusals(model, { seconds: 8 }, { seconds: 7 })).toBe(0);
      expect(refusals(model, { seconds: 8 }, { seconds: 8 })).toBeGreaterThan(0);
    }
  });
});

describe('a reference in the prompt', () => {
  it('is called by its place among pictures and clips together', () => {
    const media = (['image', 'video', 'audio', 'image', 'video'] as const).map((kind) => ({
      role: `reference_${kind}` as const,
      url: `https://assets.example.com/${kind}`,
    }));
    const names = referenceNames([
      { role: 'first_frame', url: 'https://assets.example.com/f.png' },
      ...media,
    ]);
    expect(names.filter(({ media: { role } }) => role !== 'reference_audio').map(({ name }) => name)).toEqual(
      ['image 1', 'clip 2', 'image 3', 'clip 4'],
    );
  });
});
