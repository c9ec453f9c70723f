import { describe, expect, it } from 'vitest';
import { inputSchemaOf } from '../../../src/contract/input-description.ts';
import { likenessOf as likenessBy, type PricedJob } from '../../../src/rules/costs/likeness.ts';
import { askedRatio } from '../../../src/rules/gallery/asked-ratio.ts';

const input = { content: [{ type: 'text', text: 'a fox' }], duration: 5, ratio: '16:9' };
const job = (changes: Partial<PricedJob> = {}, ofInput: Record<string, unknown> = {}): PricedJob => ({
  profile: 'studio',
  model: 'vendor-b/video-2.5',
  step: null,
  request: { model: 'vendor-b/video-2.5', input: { ...input, ...ofInput } },
  ...changes,
});
const schema = inputSchemaOf([], {
  resolution: { enum: ['720p', '1080p'], default: '720p' },
  duration: { anyOf: [{ type: 'integer' }, { const: -1 }], default: 5 },
  generate_audio: { type: 'boolean' },
});
const likenessOf = (one: PricedJob): string => likenessBy(one, schema);
const clipPart = {
  type: 'video_url',
  role: 'reference_video',
  video_url: { url: 'https://example.com/a.mp4' },
};

describe('jobs that should cost the same', () => {
  it('may differ in words, seed and where their references lie', () => {
    const other = job({}, { seed: 7, content: [{ type: 'text', text: 'a tram' }] });
    expect(likenessOf(other)).toBe(likenessOf(job()));
    const moved = { ...clipPart, video_url: { url: 'https://example.com/b.mp4' } };
    expect(likenessOf(job({}, { content: [clipPart] }))).toBe(likenessOf(job({}, { content: [moved] })));
  });

  it('are alike whether one names what the schema has for it, or leaves that open', () => {
    const open = job({}, { duration: undefined, resolution: null });
    const named = job({}, { duration: 5, resolution: '720p' });
    expect(likenessOf(open)).toBe(likenessOf(named));
    expect(likenessBy(open, undefined)).not.toBe(likenessBy(named, undefined));
    expect(likenessOf({ ...open, step: 'final' })).toBe(likenessOf({ ...named, step: 'final' }));
  });

  it('may differ in shape and container, and as drafts in the resolution that the service sets', () => {
    expect(likenessOf(job({}, { ratio: '1:1', output_format: 'mov', bitrate_mode: 'high' }))).toBe(
      likenessOf(job()),
    );
    const small = job({ step: 'draft' }, { resolution: '480p' });
    expect(likenessOf(small)).toBe(likenessOf(job({ step: 'draft' })));
  });

  it.each<[string, PricedJob]>([
    ['length', job({}, { duration: 6 })],
    ['length that the model chooses', job({}, { duration: -1 })],
    ['resolution', job({}, { resolution: '1080p' })],
    ['sound', job({}, { generate_audio: false })],
    ['count on v1', job({ request: { ...input, n: 2 } })],
    ['option of another model', job({}, { quality: 'high' })],
    ['a reference', job({}, { content: [clipPart] })],
    ['account', job({ profile: 'sandbox' })],
    ['model', job({ model: 'vendor-b/video-2.0' })],
    ['step', job({ step: 'draft' })],
    ['count', job({ request: { input, output: { count: 2 } } })],
  ])('differ in no %s', (_, other) => expect(likenessOf(other)).not.toBe(likenessOf(job())));

  it('are finals by what they have of their drafts alone', () => {
    const ofDraft = job({ step: 'final' }, { draft: true, seed: 1 });
    const final = job({ step: 'final' }, { output_format: 'mov', resolution: '1080p' });
    expect(likenessOf(final)).toBe(likenessOf(ofDraft));
  });
});

describe('the shape that a request asks for', () => {
  it.each([
    [{ input: { ratio: '16:9' } }, 16 / 9],
    [{ input: { size: '1536x1024' } }, 1.5],
    [{ aspect_ratio: '9:16' }, 9 / 16],
    [{ input: { ratio: 'adaptive' } }, undefined],
    [{ input: { ratio: '0:0' } }, undefined],
    [null, undefined],
  ])('of %o is %s', (request, ratio) => expect(askedRatio(request)).toBe(ratio));
});
