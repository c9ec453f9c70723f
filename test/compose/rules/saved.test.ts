import { describe, expect, it } from 'vitest';
import { compositionName, savedComposition } from '../../../src/compose/rules/saved.ts';

describe('a composition that was kept', () => {
  it('is read back as it was', () => {
    const kept = {
      body: { model: 'm', input: { a: [1] } },
      variants: { '["input","a"]': 1 },
      position: { at: 'part', place: ['input', 'content', 0], choice: 2 },
      trail: [{ at: 'model' }, { at: 'menu', place: ['input'] }],
      reviewed: true,
    };
    expect(savedComposition(JSON.parse(JSON.stringify(kept)) as Record<string, unknown>)).toEqual(kept);
  });

  it.each([
    {},
    { body: 7, position: 'x', trail: {}, variants: [] },
    { position: { at: 'value', place: [-1] } },
  ])('begins anew where it can not be read: %j', (saved) => {
    expect(savedComposition(saved)).toMatchObject({ body: {}, position: { at: 'model' }, trail: [] });
  });
});

it.each([
  ['A red fox runs through snow', 'vendor-b/video-2.5', 'red-fox-runs'],
  [undefined, 'vendor-b/video-2.5', 'video-2-5'],
  ['🦊', 'vendor-a/image-1', 'image-1'],
  ['Où est le renard?', undefined, 'ou-est-le'],
  ['', undefined, 'request'],
])('%j of %s is called %s', (words, model, name) => expect(compositionName(words, model)).toBe(name));
