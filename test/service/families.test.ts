import { describe, expect, it } from 'vitest';
import { familyOf } from '../../src/service/families/index.ts';
import { limits, referenceClipLimits } from '../../src/service/limits.ts';
import { routePath, routes } from '../../src/service/routes.ts';

describe('the family of a model', () => {
  it.each([
    ['vendor-b/video-2.5', 'the 2.5 tier', true],
    ['vendor-b/video-2.0', 'the 2.0 line', true],
    ['vendor-b/video-2.0-fast', 'the 2.0 line', true],
    ['spicy/video-2-5', 'the 2.5 tier (spicy)', false],
    ['spicy/video-2-0-mini', 'the 2.0 line (spicy)', false],
    ['vendor-a/image-9', 'the vendor-a images', true],
    ['house/video-h3-mini', 'house/video-h3-mini', true],
  ])('%s is %s, on v2: %s', (id, name, jobs) => {
    expect(familyOf(id)).toMatchObject({ name, jobs });
  });

  it('is not known for an id of a vendor nobody has named', () => {
    expect(familyOf('vendor-z/video-1')).toBeUndefined();
  });

  it('has the ceilings of the document', () => {
    expect(familyOf('vendor-b/video-2.5')?.references).toMatchObject({
      images: 30,
      videos: 10,
      audio: 10,
      audioAlone: true,
    });
    expect(familyOf('vendor-b/video-2.0')?.references).toMatchObject({
      images: 9,
      videos: 3,
      audio: 3,
      audioAlone: false,
    });
  });

  it('shares its parameters between its ids of v2 and of the spicy routes', () => {
    expect(familyOf('spicy/video-2-5')?.options).toBe(familyOf('vendor-b/video-2.5')?.options);
  });
});

describe('a route', () => {
  it('keeps an id inside its own segment', () => {
    expect(routePath('pollJob', 'a/../b?c')).toBe('/v2/jobs/a%2F..%2Fb%3Fc');
  });

  it('names the section that describes it', () => {
    expect(Object.values(routes).every(({ section }) => /^§4\.\d/.test(section))).toBe(true);
    expect(Object.keys(routes)).toHaveLength(13);
  });
});

describe('the numbers of the document', () => {
  it('are those of its table of limits', () => {
    expect(limits).toMatchObject({
      textCharacters: 100_000,
      promptEnhanceCharacters: 4_000,
      preparedReferences: 3,
    });
    expect([limits.videoRuntimeSeconds, limits.imageRuntimeSeconds]).toEqual([1_800, 300]);
    expect(limits.draftValiditySeconds).toBe(604_800);
  });

  it('bound a reference clip', () => {
    expect(referenceClipLimits.totalPixels).toEqual({ least: 407_696, most: 8_295_044 });
  });
});
