import { describe, expect, it } from 'vitest';
import {
  type ClipFacts,
  type ClipMeasures,
  clipFindings,
  pictureFindings,
} from '../../../src/service/checks/reference-media.ts';
import { familyOf } from '../../../src/service/families/index.ts';

const tier25 = familyOf('vendor-b/video-2.5');
const line20 = familyOf('vendor-b/video-2.0-fast');

function clip(measures: Partial<ClipMeasures> = {}, facts: Partial<ClipFacts> = {}): ClipFacts {
  return {
    where: '--ref-video a.mp4',
    container: 'mp4',
    bytes: 5_000_000,
    isCut: false,
    measures: { width: 1280, height: 720, framesPerSecond: 24, seconds: 5, ...measures },
    ...facts,
  };
}

/** `rule` or, where it is only pointed out, `rule?`. */
function outline(clips: readonly ClipFacts[], family = tier25): string[] {
  return clipFindings(clips, family).map(({ rule, severity }) => (severity === 'error' ? rule : `${rule}?`));
}

describe('a local clip for a video model', () => {
  it.each([
    [{}, []],
    [{ framesPerSecond: undefined }, []],
    // Sides, with the other side such that nothing else is wrong.
    [{ width: 1400, height: 300 }, ['clip-aspect']],
    [{ width: 299, height: 1400 }, ['clip-sides', 'clip-aspect']],
    [{ width: 6000, height: 1382 }, ['clip-aspect']],
    [{ width: 6001, height: 1382 }, ['clip-sides', 'clip-aspect']],
    // All pixels.
    [{ width: 656, height: 622 }, []],
    [{ width: 640, height: 636 }, ['clip-pixels']],
    [{ width: 3840, height: 2160 }, []],
    [{ width: 3840, height: 2161 }, ['clip-pixels']],
    // Width to height.
    [{ width: 2000, height: 800 }, []],
    [{ width: 2001, height: 800 }, ['clip-aspect']],
    [{ width: 800, height: 2000 }, []],
    [{ width: 800, height: 2001 }, ['clip-aspect']],
    // Frames a second: what is off by no more than the error of measuring is pointed out.
    [{ framesPerSecond: 60 }, []],
    [{ framesPerSecond: 59.94 }, []],
    [{ framesPerSecond: 29.77 }, []],
    [{ framesPerSecond: 24 }, []],
    [{ framesPerSecond: 23.9999999 }, []],
    [{ framesPerSecond: 24_000 / 1001 }, ['clip-frame-rate?']],
    [{ framesPerSecond: 23.7 }, ['clip-frame-rate']],
    [{ framesPerSecond: 60.4 }, ['clip-frame-rate?']],
    [{ framesPerSecond: 61 }, ['clip-frame-rate']],
    // Its length.
    [{ seconds: 2 }, []],
    [{ seconds: 1.97 }, ['clip-seconds?']],
    [{ seconds: 1.9 }, ['clip-seconds']],
    [{ seconds: 30.0000001 }, []],
    [{ seconds: 30.037 }, ['clip-seconds?']],
    [{ seconds: 30.1 }, ['clip-seconds']],
  ])('with %j: %j', (measures, rules) => {
    expect(outline([clip(measures)])).toEqual(rules);
  });

  it.each([
    [{ bytes: 200_000_000 }, []],
    [{ bytes: 200_000_001 }, ['clip-bytes?']],
    [{ bytes: 200 * 1024 * 1024 + 1 }, ['clip-bytes']],
    [{ container: 'mov' }, []],
    [{ container: 'webm', measures: undefined }, ['clip-container']],
    [{ measures: undefined }, ['clip-unreadable?']],
    [{ measures: undefined, isCut: true }, ['clip-cut?']],
    [{ isCut: true }, ['clip-cut?']],
  ])('of which %j holds: %j', (facts, rules) => {
    expect(outline([clip({}, facts)])).toEqual(rules);
  });

  it('may be as long as its model line says, and all together too', () => {
    expect(outline([clip({ seconds: 16 })], line20)).toEqual(['clip-seconds']);
    const three = [clip({ seconds: 10 }), clip({ seconds: 10 }), clip({ seconds: 10 })];
    expect(outline(three)).toEqual([]);
    expect(outline([...three, clip({ seconds: 2 })])).toEqual(['clips-total']);
    expect(outline([clip({ seconds: 10 }), clip({ seconds: 5.02 })], line20)).toEqual(['clips-total?']);
    expect(outline([clip({ seconds: 10 }), clip({ seconds: 5.2 })], line20)).toEqual(['clips-total']);
  });

  it('has no requirements known of other families, and no length of lines without ceilings', () => {
    expect(outline([clip({ width: 10 })], familyOf('vendor-a/video-1'))).toEqual([]);
    expect(clipFindings([clip({ width: 10 })], undefined)).toEqual([]);
    expect(outline([clip({ seconds: 300 })], familyOf('vendor-b/video-1'))).toEqual([]);
    expect(outline([clip({ framesPerSecond: 12 })], familyOf('vendor-b/video-1'))).toEqual([
      'clip-frame-rate?',
    ]);
  });

  it('is named, with the measure and what mends it', () => {
    const [found] = clipFindings([clip({ framesPerSecond: 15 })], tier25);
    expect(found).toMatchObject({
      rule: 'clip-frame-rate',
      where: '--ref-video a.mp4',
      severity: 'error',
      enforcedBy: 'generator',
      message: '--ref-video a.mp4 has 15 frames a second; 24 to 60 are taken',
      fix: 'encode it with 24 to 60 frames a second',
      section: '§2.7',
    });
  });
});

it('a local picture is only pointed out, where it is cut or can’t be read', () => {
  const where = '--ref-image a.jpg';
  const size = { width: 4000, height: 3000 };
  expect(pictureFindings({ where, isCut: false, size })).toEqual([]);
  expect(pictureFindings({ where, isCut: true, size })).toMatchObject([
    {
      rule: 'picture-cut',
      severity: 'warning',
      message: '--ref-image a.jpg, 4000 × 3000 px, ends before its picture does',
    },
  ]);
  expect(pictureFindings({ where, isCut: false, size: undefined })).toMatchObject([
    { rule: 'picture-unreadable', severity: 'warning' },
  ]);
});

it.each([
  [clip({}, { bytes: 200_000_001 }), 'holds 200.000001 MB; the most is 200 MB'],
  [clip({}, { bytes: 201_500_000 }), 'holds 201.5 MB; the most is 200 MB'],
  [clip({ width: 2001, height: 800 }), 'a ratio of 2.501; width to height is 0.4 to 2.5'],
  [clip({ width: 5501, height: 2200 }), 'a ratio of 2.5005; width to height is 0.4 to 2.5'],
])('what is over a limit by little is told to the digit that says so: case %#', (one, said) => {
  const told = clipFindings([one], tier25).map(({ message }) => message);
  expect(told.join('\n')).toContain(said);
});
