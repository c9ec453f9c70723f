import { describe, expect, it } from 'vitest';
import { changeModel } from '../../../src/compose/rules/answer.ts';
import { startComposition } from '../../../src/compose/rules/composition.ts';
import { flagAt, leftBehind } from '../../../src/compose/rules/flag-at.ts';
import { changesOf } from '../../../src/compose/rules/menu.ts';
import { questionOf } from '../../../src/compose/rules/question.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';

const inputSchema = {
  type: 'object',
  properties: {
    prompt: { type: 'string' },
    generate_audio: { type: 'boolean' },
    aspect_ratio: { type: 'string', enum: ['16:9', '1:1'] },
    image: { type: 'string', format: 'uri' },
    style: { type: 'string' },
    parts: { type: 'object', properties: { seed: { type: 'integer' } } },
  },
};
const model: ModelEntry = {
  ...{ id: 'maker/one', medium: 'video', runtimeSeconds: 60, maxOutputCount: 2 },
  inputSchema,
};

describe('the flag of a value', () => {
  it.each([
    [['input', 'generate_audio'], '--audio'],
    [['input', 'aspect_ratio'], '--ratio'],
    [['output', 'count'], '--count'],
    [['callback_url'], '--callback-url'],
    [['input', 'style'], undefined],
    [['input', 'parts', 'seed'], undefined],
    [['prompt_enhance'], undefined],
  ])('at %j is %s', (place, flag) => {
    expect(flagAt(place, model)).toBe(flag);
  });

  it('of media is one that fills it', () => {
    expect(flagAt(['input', 'image'], model)).toMatch(/^--(ref-image|first-frame)$/);
  });

  it('is what menus, questions and the summary have', () => {
    const facts = { models: [model] };
    const made = startComposition({ model: model.id, input: { prompt: 'a fox', generate_audio: true } });
    const menu = questionOf({ ...made, position: { at: 'menu', place: ['input'] } }, facts);
    const entries = menu.ask === 'menu' ? menu.menu.entries : [];
    expect(entries).toContainEqual(expect.objectContaining({ label: 'generate_audio', flag: '--audio' }));
    const asked = questionOf({ ...made, position: { at: 'value', place: ['input', 'aspect_ratio'] } }, facts);
    expect(asked).toMatchObject({ flag: '--ratio' });
    expect(changesOf(made, facts)).toContainEqual(expect.objectContaining({ flag: '--audio' }));
  });
});

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
