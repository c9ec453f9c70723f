import { expect, it } from 'vitest';
import { compositionName } from '../../src/compose/keeper.ts';

it.each([
  ['A red fox runs through snow', 'vendor-b/video-2.5', 'red-fox-runs'],
  [undefined, 'vendor-b/video-2.5', 'video-2-5'],
  ['🦊', 'vendor-a/image-1', 'image-1'],
  ['Où est le renard?', undefined, 'ou-est-le'],
  ['', undefined, 'request'],
])('%j of %s is called %s', (words, model, name) => expect(compositionName(words, model)).toBe(name));
