import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  begunAt,
  keptSchema,
  nestedBody,
  startComposition,
  withBegun,
} from '../../../src/compose/rules/composition.ts';

describe('nestedBody', () => {
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
    const body = {
      model: 'vendor-a/image-1',
      input: { prompt: 'a fox' },
      callback_url: 'https://example.com',
    };
    expect(nestedBody(body)).toBe(body);
  });
});

describe('a composition that was kept', () => {
  it('is read back as it was', () => {
    const kept = {
      body: { model: 'm', input: { a: [1] } },
      variants: { '["input","a"]': 1 },
      position: { at: 'part', place: ['input', 'content', 0], choice: 2 },
      trail: [{ at: 'model' }, { at: 'menu', place: ['input'] }],
      reviewed: true,
      begun: { '{"at":"prompt"}': 'a red' },
    };
    expect(z.parse(keptSchema, JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([
    {},
    { body: 7, position: 'x', trail: {}, variants: [] },
    { position: { at: 'value', place: [-1] } },
  ])('begins anew where it can not be read: %j', (saved) => {
    expect(z.parse(keptSchema, saved)).toMatchObject({ body: {}, position: { at: 'model' }, trail: [] });
  });
});

it('words that were typed and not entered belong to their question', () => {
  const asked = { ...startComposition({ model: 'm' }), position: { at: 'prompt' } as const };
  const left = { ...withBegun(asked, 'a red'), position: { at: 'model' } as const };
  expect(begunAt(left)).toBeUndefined();
  expect(begunAt({ ...left, position: asked.position })).toBe('a red');
  expect(begunAt(withBegun(left, undefined, asked.position), asked.position)).toBeUndefined();
});
