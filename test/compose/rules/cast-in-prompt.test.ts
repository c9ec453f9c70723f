import { describe, expect, it } from 'vitest';
import { castInPrompt, withLiteralPrompt } from '../../../src/compose/rules/cast-in-prompt.ts';
import { startComposition } from '../../../src/compose/rules/composition.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';

const { entry } = corpusSchema('content-parts');
const facts = { tools, models: [entry] };
const cast = new Map([
  ['fox', ['/art/fox.png', '/art/side.png']],
  ['owl', ['/art/owl.png']],
]);

function composed(text: string, ...pictures: readonly string[]) {
  const media = pictures.map((url) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' }));
  return startComposition({ model: entry.id, input: { content: [{ type: 'text', text }, ...media] } });
}

function sentPrompt(text: string, ...pictures: readonly string[]) {
  const { findings, sent } = castInPrompt(composed(text, ...pictures), facts, cast);
  const { content } = sent.body.input as { content: { text: string }[] };
  return { text: content[0]?.text, told: findings.map(({ message }) => message) };
}

describe('a name of the cast in a composed prompt', () => {
  it('becomes what the prompt calls its pictures, wherever they are in the list', () => {
    expect(sentPrompt('{fox} meets {owl}', '/art/owl.png', '/art/fox.png', '/art/side.png')).toEqual({
      text: 'images 2 and 3 meets image 1',
      told: [],
    });
  });

  it('is told of where no reference is its picture, and where it is nearly a name', () => {
    expect(sentPrompt('{owl} sleeps', '/art/fox.png')).toEqual({
      text: '{owl} sleeps',
      told: ['the prompt has {owl}, but no reference is @owl'],
    });
    expect(sentPrompt('{Fox} runs', '/art/fox.png').told).toEqual([
      'the prompt has {Fox}, which is no name of the cast',
    ]);
  });

  it('stays in its braces where there are two of them', () => {
    expect(sentPrompt('{{owl}} and {sky}')).toEqual({ text: '{owl} and {sky}', told: [] });
    const literal = withLiteralPrompt(composed('{owl} and {sky}'), cast);
    expect(literal.body).toEqual(composed('{{owl}} and {sky}').body);
  });
});
