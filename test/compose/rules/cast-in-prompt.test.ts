import { describe, expect, it } from 'vitest';
import { castInPrompt, withLiteralPrompt } from '../../../src/compose/rules/cast-in-prompt.ts';
import { namedParts } from '../../../src/compose/rules/prompt-words.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';
import { begin } from './any-model.ts';

const { entry } = corpusSchema('content-parts');
const cast = new Map([
  ['fox', ['/art/fox.png', '/art/side.png']],
  ['owl', ['/art/owl.png']],
]);

function composed(text: string, ...pictures: readonly string[]) {
  const media = pictures.map((url) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' }));
  const body = { model: entry.id, input: { content: [{ type: 'text', text }, ...media] } };
  return begin([entry], { body, facts: { tools, cast } });
}

function sentContent(text: string, ...pictures: readonly string[]) {
  const { findings, sent } = castInPrompt(composed(text, ...pictures));
  const { content } = sent.body.input as { content: { text?: string; image_url?: { url: string } }[] };
  return { content, told: findings.map(({ message }) => message) };
}

function sentPrompt(text: string, ...pictures: readonly string[]) {
  const { content, told } = sentContent(text, ...pictures);
  return { text: content[0]?.text, told };
}

describe('a name of the cast in a composed prompt', () => {
  it('becomes what the prompt calls its pictures, wherever they are in the list', () => {
    const { content, told } = sentContent('{fox} meets {owl}', '@owl', '@fox', 'https://example.com/a.png');
    expect(told).toEqual([]);
    expect(content[0]?.text).toBe('images 2 and 3 meets image 1');
    expect(content.slice(1).map(({ image_url }) => image_url?.url)).toEqual([
      '/art/owl.png',
      '/art/fox.png',
      '/art/side.png',
      'https://example.com/a.png',
    ]);
  });

  it('keeps its number where a name before it has several pictures', () => {
    const { content } = composed('{fox}', '@fox', '@owl').body.input as { content: unknown };
    expect(namedParts(content, cast).map(({ name, source }) => `${name} = ${source}`)).toEqual([
      'words = {fox}',
      'images 1 and 2 = @fox',
      'image 3 = @owl',
    ]);
  });

  it('is told of where no reference is its picture, and where it is nearly a name', () => {
    expect(sentPrompt('{owl} sleeps', '@fox')).toEqual({
      text: '{owl} sleeps',
      told: ['the prompt has {owl}, but no reference is @owl'],
    });
    expect(sentPrompt('{Fox} runs', '@fox').told).toEqual([
      'the prompt has {Fox}, which is no name of the cast',
    ]);
  });

  it('stays in its braces where there are two of them', () => {
    expect(sentPrompt('{{owl}} and {sky}')).toEqual({ text: '{owl} and {sky}', told: [] });
    const literal = withLiteralPrompt(composed('{owl} and {sky}'), cast);
    expect(literal.body).toEqual(composed('{{owl}} and {sky}').body);
  });
});

it('a name of the media has its file while another name in the prompt lacks its picture', () => {
  const { content, told } = sentContent('{fox} meets {owl}', '@owl');
  expect(told).toEqual(['the prompt has {fox}, but no reference is @fox']);
  expect(content[1]?.image_url?.url).toBe('/art/owl.png');
});
