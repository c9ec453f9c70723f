import { expect, it } from 'vitest';
import { changeModel } from '../../../src/compose/rules/answer.ts';
import { startComposition } from '../../../src/compose/rules/composition.ts';
import { leftBehind } from '../../../src/compose/rules/left-behind.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';

const content = corpusSchema('content-parts').entry;
const picture = {
  ...content,
  id: 'vendor-a/image-1',
  inputSchema: {
    properties: { prompt: { type: 'string' }, seed: { type: 'integer' } },
    required: ['prompt'],
  },
};
const facts = { models: [content, picture], cast: new Map([['fox', ['/art/fox.png']]]) };
const part = (url: string) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' });

function left(input: Record<string, unknown>): string | undefined {
  const before = startComposition({ model: content.id, input });
  return leftBehind(before, changeModel(before, picture.id, facts), facts);
}

it('names each answer that the new model does not take', () => {
  const words = { type: 'text', text: 'a fox' };
  expect(left({ content: [words, part('@fox'), part('owl.png')], duration: 8, seed: 3 })).toBe(
    'vendor-a/image-1 does not take @fox, image 2 and --duration 8: left out',
  );
  expect(left({ content: [words], seed: 3 })).toBeUndefined();
});
