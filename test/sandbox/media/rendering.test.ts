import { describe, expect, it } from 'vitest';
import { type FixedRatio, frameSize } from '../../../src/sandbox/media/rendering.ts';
import { ratios, resolutions } from '../../../src/service/wire-values.ts';

const fixedRatios = ratios.filter((ratio): ratio is FixedRatio => ratio !== 'adaptive');

describe('the pixels of a clip', () => {
  it('are those of its tier and shape', () => {
    expect(frameSize('480p', '16:9')).toEqual({ width: 864, height: 496 });
    expect(frameSize('720p', '16:9')).toEqual({ width: 1280, height: 720 });
    expect(frameSize('720p', '21:9')).toEqual({ width: 1470, height: 630 });
    expect(frameSize('1080p', '9:16')).toEqual({ width: 1080, height: 1920 });
  });

  it('are even in each direction, so that colour can be halved', () => {
    for (const resolution of resolutions) {
      for (const ratio of fixedRatios) {
        const { width, height } = frameSize(resolution, ratio);
        expect([width % 2, height % 2], `${resolution} ${ratio}`).toEqual([0, 0]);
      }
    }
  });

  it('have the shape that the ratio names, give or take the whole blocks of the smallest tier', () => {
    for (const resolution of resolutions) {
      for (const ratio of fixedRatios) {
        const [across = 0, down = 0] = ratio.split(':').map(Number);
        const { width, height } = frameSize(resolution, ratio);
        expect(Math.abs(width / height / (across / down) - 1), `${resolution} ${ratio}`).toBeLessThan(0.025);
      }
    }
  });

  it('turn with the shape', () => {
    for (const resolution of resolutions) {
      const wide = frameSize(resolution, '16:9');
      expect(frameSize(resolution, '9:16')).toEqual({ width: wide.height, height: wide.width });
    }
  });

  it('at 4K are those of 1080p, twice as wide and high', () => {
    for (const ratio of fixedRatios) {
      const { width, height } = frameSize('1080p', ratio);
      expect(frameSize('4K', ratio)).toEqual({ width: 2 * width, height: 2 * height });
    }
  });
});
