import { describe, expect, it } from 'vitest';
import { askedRatio } from '../../../src/gallery/shown-job.ts';
import { likenessOf as likenessIn, type PricedJob } from '../../../src/money/rules/likeness.ts';
import { inputSchemaOf } from '../../../src/service/wire/video-input-description.ts';

const input = { content: [{ type: 'text', text: 'a fox' }], duration: 5, ratio: '16:9' };
const job = (changes: Partial<PricedJob> = {}, ofInput: Record<string, unknown> = {}): PricedJob => ({
  profile: 'studio',
  baseUrl: 'https://api.example.com',
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
const likenessBy = (...of: Parameters<typeof likenessIn>): string => JSON.stringify(likenessIn(...of));
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
    ['service', job({ baseUrl: 'http://127.0.0.1:8080' })],
    ['service that is known', job({ baseUrl: null })],
    ['model', job({ model: 'vendor-b/video-2.0' })],
    ['step', job({ step: 'draft' })],
    ['count', job({ request: { input, output: { count: 2 } } })],
    ['rewriting of the prompt', job({ request: { input, prompt_enhance: 'basic' } })],
  ])('differ in no %s', (_, other) => expect(likenessOf(other)).not.toBe(likenessOf(job())));

  it('may be sent to another path of one service', () => {
    expect(likenessOf(job({ baseUrl: 'https://api.example.com/media' }))).toBe(likenessOf(job()));
  });

  const clipSchema = inputSchemaOf(['prompt', 'image'], {
    image: { type: 'string', format: 'uri' },
    hero: { type: 'string' },
    reference_images: { type: 'array', items: { type: 'string' } },
    negative_prompt: { type: 'string', default: '' },
    size: { type: 'string', pattern: '^[0-9]+x[0-9]+$' },
    style: { enum: ['plain', 'rich'] },
  });
  const clip = (fields: Record<string, unknown>) =>
    job({ request: { input: { prompt: 'a fox', image: 'https://example.com/a.png', ...fields } } });

  it.each([
    ['where a first frame lies', { image: 'data:image/png;base64,AAAA' }, {}],
    ['what is kept out of the picture', { negative_prompt: 'rain, fog' }, { negative_prompt: 'blurry' }],
    ['where a picture lies in a field of any name', { hero: 'https://e.com/1' }, { hero: 'https://e.com/2' }],
    [
      'which pictures they follow',
      { reference_images: ['https://e.com/1'] },
      { reference_images: ['x.png'] },
    ],
  ])('may differ in %s', (_, one, other) => {
    expect(likenessBy(clip(one), clipSchema)).toBe(likenessBy(clip(other), clipSchema));
  });

  it.each([
    ['number of pictures', { reference_images: ['https://e.com/1', 'https://e.com/2'] }],
    ['kind of pictures', { reference_images: undefined, last_frame: 'https://e.com/1' }],
    ['size', { size: '96x64' }],
    ['value that the schema lists', { style: 'rich' }],
  ])('differ in no %s of a model with a prompt', (_, fields) => {
    const one = { reference_images: ['https://e.com/1'], size: '64x64', style: 'plain' };
    expect(likenessBy(clip({ ...one, ...fields }), clipSchema)).not.toBe(likenessBy(clip(one), clipSchema));
  });

  it('may differ in free text where no schema is known', () => {
    const [one, other] = [clip({ negative_prompt: 'rain, fog' }), clip({ negative_prompt: 'a blurry sky' })];
    expect(likenessBy(one, undefined)).toBe(likenessBy(other, undefined));
  });

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
