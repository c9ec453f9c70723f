import { expect, it } from 'vitest';
import { nestedBody } from '../../../src/rules/compose/nested-body.ts';

it('makes a flat body one with an input, its count where v2 has it', () => {
  const flat = { model: 'vendor-b/image-1', prompt: 'a fox', n: 2, size: '1024x1024' };
  expect(nestedBody(flat)).toEqual({
    model: 'vendor-b/image-1',
    input: { prompt: 'a fox', size: '1024x1024' },
    output: { count: 2 },
  });
  const task = { model: 'vendor-b/video-2.5', content: [], return_last_frame: true };
  expect(nestedBody(task)).toEqual({ model: 'vendor-b/video-2.5', input: { content: [] } });
});

it('leaves a nested body as it is', () => {
  const body = { model: 'vendor-a/image-1', input: { prompt: 'a fox' }, callback_url: 'https://example.com' };
  expect(nestedBody(body)).toBe(body);
});
