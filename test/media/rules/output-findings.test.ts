import { describe, expect, it } from 'vitest';
import { askedMedia } from '../../../src/media/rules/asked-media.ts';
import {
  countFinding,
  type MeasuredMedia,
  outputFindings,
} from '../../../src/media/rules/output-findings.ts';

const clip: MeasuredMedia = {
  form: 'clip',
  kind: 'mp4',
  isCut: false,
  size: { width: 1280, height: 720 },
  seconds: 5.04,
  framesPerSecond: 24,
  hasSound: true,
};
const picture: MeasuredMedia = {
  form: 'picture',
  kind: 'png',
  isCut: false,
  size: { width: 1024, height: 768 },
  seconds: undefined,
  framesPerSecond: undefined,
  hasSound: undefined,
};

function found(input: Record<string, unknown>, file: Partial<MeasuredMedia> = {}): string[] {
  const body = { model: 'vendor-b/video-2.5', input };
  return outputFindings(askedMedia(body, body), { ...clip, ...file }).map(({ rule }) => rule);
}

describe('a clip beside what was asked for', () => {
  it('is as asked, also where an encoder ends on a whole frame and a side is a multiple of sixteen', () => {
    const asked = {
      duration: 5,
      resolution: '720p',
      ratio: '16:9',
      generate_audio: true,
      fps: 24,
      output_format: 'mp4',
    };
    expect(found(asked)).toEqual([]);
    expect(found({ ...asked, resolution: '480p' }, { size: { width: 864, height: 496 } })).toEqual([]);
    expect(found({ resolution: '720p', ratio: '1:1' }, { size: { width: 960, height: 960 } })).toEqual([]);
    expect(found({ resolution: '4K' }, { size: { width: 3840, height: 2160 } })).toEqual([]);
  });

  it.each([
    [{ duration: 10 }, {}, ['length']],
    [{ seconds: '8s' }, {}, ['length']],
    [{ resolution: '1080p' }, {}, ['size']],
    [{ ratio: '9:16' }, {}, ['ratio']],
    [{ aspect_ratio: '1:1' }, {}, ['ratio']],
    [{ generate_audio: true }, { hasSound: false }, ['sound']],
    [{ generate_audio: false }, {}, ['sound']],
    [{ fps: 30 }, {}, ['frame_rate']],
    [{ output_format: 'mov' }, {}, ['container']],
    [{ draft: true }, {}, ['size']],
    [{ width: 640, height: 360 }, {}, ['size']],
    [{ duration: 5 }, { isCut: true, seconds: 2 }, ['whole']],
    [{ duration: 5 }, { form: undefined, kind: undefined }, ['readable']],
    [{ duration: 5 }, { size: undefined }, ['readable']],
  ] as const)('of %o with %o differs in %o', (input, file, rules) => {
    expect(found(input, file)).toEqual(rules);
  });

  it('is never held against what the request leaves open', () => {
    const open = { duration: -1, ratio: 'adaptive', resolution: undefined };
    expect(found(open, { seconds: 29, size: { width: 333, height: 777 }, hasSound: false })).toEqual([]);
  });

  it('is not held against its length where that depends on a clip that it extends', () => {
    const content = [
      { type: 'video_url', role: 'reference_video', video_url: { url: 'https://example.com/a.mp4' } },
    ];
    expect(found({ duration: 10, omni_reference_task_type: 'extend' })).toEqual([]);
    expect(found({ duration: 10, content })).toEqual([]);
    expect(found({ duration: 10, content, omni_reference_task_type: 'reference' })).toEqual(['length']);
  });

  it('of a final has the settings of its draft, and the tier that the service sets', () => {
    const body = {
      model: 'vendor-b/video-2.5',
      input: { content: [{ type: 'draft_task', draft_task: { id: 'job_1' } }] },
    };
    const rendered = { model: body.model, input: { duration: 10, draft: true } };
    const rules = outputFindings(askedMedia(body, rendered), {
      ...clip,
      size: { width: 1920, height: 1080 },
    });
    expect(rules.map(({ rule }) => rule)).toEqual(['length']);
  });

  it('says both in numbers', () => {
    const body = { model: 'm', input: { duration: 10, resolution: '1080p' } };
    expect(outputFindings(askedMedia(body, body), clip)).toEqual([
      { rule: 'size', severity: 'mismatch', message: 'it is 1280 × 720; 1080p was asked for' },
      { rule: 'length', severity: 'mismatch', message: 'it is 5.04 s long; 10 s was asked for' },
    ]);
  });
});

describe('a picture beside what was asked for', () => {
  it('has just the size', () => {
    expect(found({ size: '1024x768' }, picture)).toEqual([]);
    expect(found({ size: '1024x1024' }, picture)).toEqual(['size']);
  });

  it('has the shape, and is not held against the length of a clip whose last frame it is', () => {
    expect(found({ ratio: '4:3', duration: 5, generate_audio: true }, picture)).toEqual([]);
    expect(found({ ratio: '16:9' }, picture)).toEqual(['ratio']);
  });
});

describe('the number of files', () => {
  it('is held against output.count alone', () => {
    const body = { model: 'm', input: {}, output: { count: 4 } };
    expect(countFinding(askedMedia(body, body), 4)).toBeUndefined();
    expect(countFinding(askedMedia(body, body), 3)?.message).toBe('3 of 4 files were made');
    expect(countFinding(askedMedia({ model: 'm' }, { model: 'm' }), 3)).toBeUndefined();
  });
});
