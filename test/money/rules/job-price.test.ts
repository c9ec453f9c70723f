import { describe, expect, it } from 'vitest';
import { askedMedia } from '../../../src/media/rules/asked-media.ts';
import {
  type ChargedLike,
  jobPrice,
  type ListedPrice,
  likenessOf as likenessIn,
  listedPrice,
  type PricedJob,
  type PricedWork,
} from '../../../src/money/rules/job-price.ts';
import type { PriceRow } from '../../../src/money/rules/price-rows.ts';
import { inputSchemaOf } from '../../../src/service/wire/video-input-description.ts';

const bySecond: ListedPrice = { microUsd: 500, isBySecond: true, leastMicroUsd: 0, line: 2 };
const charged = (seconds: number | null, ...charges: number[]): ChargedLike => ({
  kind: 'clip',
  seconds,
  charges,
});

function most(known: readonly ChargedLike[], listed: ListedPrice | null = null, seconds: number | null = 5) {
  const price = jobPrice({ kind: 'clip', seconds, listed }, known);
  return price === undefined ? undefined : [price.by, price.most];
}

describe('the price of a job', () => {
  it('is what like jobs were charged, whatever a list says', () => {
    expect(most([charged(5, 700, 600)], bySecond)).toEqual(['charges', 700]);
    expect(most([charged(null, 70)], bySecond, null)).toEqual(['charges', 70]);
  });

  it('is by the list where nothing was charged, and tells of no job', () => {
    expect(most([], bySecond)).toEqual(['list', 500]);
    expect(jobPrice({ kind: 'clip', seconds: 5, listed: bySecond }, [])?.jobs).toBe(0);
    expect(most([{ ...charged(5, 700), kind: 'other' }])).toBeUndefined();
  });

  it('follows from another length where the list says that it is by the second', () => {
    expect(most([charged(10, 1_400)], bySecond)).toEqual(['seconds', 700]);
    expect(most([charged(4, 480)], bySecond, 10)).toEqual(['seconds', 1_200]);
    expect(most([charged(10, 1_400)], { ...bySecond, isBySecond: false })).toEqual(['list', 500]);
    expect(most([charged(10, 1_400)])).toBeUndefined();
  });

  it('follows from two lengths at one rate, for no length below them', () => {
    expect(most([charged(4, 400), charged(10, 1_000)], null, 7)).toEqual(['seconds', 700]);
    expect(most([charged(4, 400), charged(10, 1_000)], null, 3)).toBeUndefined();
    expect(most([charged(4, 400), charged(10, 900)], null, 7)).toBeUndefined();
    expect(most([charged(4, 400, 400)], null, 7)).toBeUndefined();
  });

  it('follows from no charge that may be the least of its kind, and from none that was free', () => {
    const least = { ...bySecond, leastMicroUsd: 450 };
    expect(most([charged(2, 450)], least)).toEqual(['list', 500]);
    expect(most([charged(10, 700)], least)).toEqual(['seconds', 450]);
    expect(most([charged(2, 0)], bySecond)).toEqual(['list', 500]);
    expect(most([charged(2, 0), charged(4, 0)], null, 7)).toBeUndefined();
  });
});

const row = (line: number, microUsd: number, conditions: Partial<PriceRow> = {}): PriceRow => ({
  ...{ model: 'm', tier: null, per: 'second', sound: null, video: null, leastMicroUsd: 0 },
  ...{ line, microUsd, ...conditions },
});
const clip: PricedWork = { model: 'm', tier: '720p', seconds: 5, sound: false, video: false, count: 1 };

function price(rows: readonly PriceRow[], work: Partial<PricedWork> = {}) {
  const listed = listedPrice(rows, { ...clip, ...work });
  return listed === undefined ? undefined : [listed.line, listed.microUsd];
}

describe('the price of a job by a list', () => {
  it('is by the second or by the output, for each output', () => {
    expect(price([row(2, 100)])).toEqual([2, 500]);
    expect(price([row(2, 100)], { count: 3 })).toEqual([2, 1_500]);
    expect(price([row(2, 100, { per: 'output' })], { count: 3, seconds: undefined })).toEqual([2, 300]);
  });

  it('is not known where no row is for it, and never 0', () => {
    expect(price([])).toBeUndefined();
    expect(price([row(2, 100, { model: 'other' })])).toBeUndefined();
    expect(price([row(2, 100, { tier: '1080p' })])).toBeUndefined();
    expect(price([row(2, 100, { video: true })])).toBeUndefined();
    expect(price([row(2, 100)], { seconds: undefined })).toBeUndefined();
  });

  it('is not known for a job of any tier where a tier has no price yet', () => {
    const rows = [row(2, 100, { tier: '480p' })];
    const blank = [{ line: 3, model: 'm', tier: '1080p' }];
    const open = { ...clip, tier: undefined };
    expect(listedPrice(rows, open)?.microUsd).toBe(500);
    expect(listedPrice(rows, open, blank)).toBeUndefined();
    expect(listedPrice([...rows, row(4, 900)], open, blank)?.microUsd).toBe(4_500);
    expect(listedPrice(rows, { ...clip, tier: '480p' }, blank)?.microUsd).toBe(500);
  });

  it('is by the most particular row', () => {
    const rows = [row(2, 900), row(3, 100, { tier: '720P' }), row(4, 50, { tier: '720p', sound: true })];
    expect(price(rows)).toEqual([3, 500]);
    expect(price(rows, { sound: true })).toEqual([4, 250]);
    expect(price(rows, { tier: '480p' })).toEqual([2, 4_500]);
  });

  it('is the dearest of rows that are as particular as each other', () => {
    expect(price([row(2, 100, { tier: '720p' }), row(3, 200, { sound: false })])).toEqual([3, 1_000]);
  });

  it('is the dearest that it may be where the job leaves open what a row asks for', () => {
    const rows = [row(2, 100), row(3, 50, { sound: false })];
    expect(price(rows)).toEqual([3, 250]);
    expect(price(rows, { sound: undefined })).toEqual([2, 500]);
    expect(price([row(3, 50, { sound: false })], { sound: undefined })).toBeUndefined();
    const tiers = [row(2, 100, { tier: '480p' }), row(3, 300, { tier: '1080p' })];
    expect(price(tiers, { tier: undefined })).toEqual([3, 1_500]);
  });

  it('is not below the least that such a job costs', () => {
    const rows = [row(2, 100, { video: true, leastMicroUsd: 600 })];
    expect(price(rows, { video: true })).toEqual([2, 600]);
    expect(price(rows, { video: true, seconds: 8 })).toEqual([2, 800]);
    expect(price(rows, { video: true, count: 2 })).toEqual([2, 1_200]);
  });
});

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
  ])('of %o is %s', (request, ratio) => expect(askedMedia(request, request).ratio).toBe(ratio));
});
