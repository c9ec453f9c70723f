import { expect, it } from 'vitest';
import { pricedFinal, targetOfLine } from '../../../src/batch/chains/parent-book.ts';
import { intent } from '../../ledger/fixtures/records.ts';

type Built = Parameters<typeof targetOfLine>[0];

const content = [
  { type: 'text', text: 'a fox' },
  { type: 'image_url', role: 'reference_image', image_url: { url: 'https://a.example/1.png' } },
];

function targetOf(input: object) {
  const body = { model: 'vendor-b/video-2.5', input };
  return targetOfLine({ body, chosen: { route: 'jobs' }, model: 'vendor-b/video-2.5' } as unknown as Built);
}

it('a final of a line is priced with the length, sound and references of its draft', () => {
  const draft = targetOf({ content, draft: true, duration: 4, generate_audio: false, watermark: true });
  const final = intent({ draft_of: 'job_d', body: '{"model":"m","input":{"content":[],"watermark":false}}' });
  const { input } = JSON.parse(pricedFinal(final, draft).body);
  expect(input).toEqual({
    content: [{ type: 'text' }, content[1]],
    duration: 4,
    generate_audio: false,
    watermark: false,
  });
  expect(pricedFinal(final, targetOf({ content, duration: 4 }))).toBe(final);
  expect(pricedFinal(final, undefined)).toBe(final);
});
