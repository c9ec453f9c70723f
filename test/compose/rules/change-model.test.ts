import { expect, it } from 'vitest';
import { changeModel, leftBehind } from '../../../src/compose/rules/change-model.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { begin } from './any-model.ts';

const content = corpusSchema('content-parts').entry;
const link = { type: 'string', format: 'uri' };
const modelOf = (id: string, properties: object, parts: Partial<ModelEntry> = {}): ModelEntry => ({
  ...{ id, medium: 'video', runtimeSeconds: 60, maxOutputCount: 1, ...parts },
  inputSchema: { type: 'object', properties: { prompt: { type: 'string' }, ...properties } },
});
const framed = modelOf('maker/framed', { image: link, seconds: { type: 'string', enum: ['5', '8'] } });
const referenced = modelOf('maker/refs', { reference_images: { type: 'array', items: link, maxItems: 2 } });
const counted = modelOf('maker/counted', {}, { medium: 'image', maxOutputCount: 4 });

const words = { type: 'text', text: 'a fox' };
const part = (role: string, url: string) => ({ type: 'image_url', image_url: { url }, role });

function changed(body: Record<string, unknown>, to: ModelEntry) {
  const before = begin([content, framed, referenced, counted], { body });
  const after = changeModel(before, to.id);
  return { input: after.body.input, lost: leftBehind(before, after) };
}

it('another model has media in the field that their flag fills, as a file and as a link', () => {
  const frame = {
    model: content.id,
    input: { content: [words, part('first_frame', 'fox.png')], duration: 8 },
  };
  expect(changed(frame, framed)).toEqual({
    input: { prompt: 'a fox', image: 'fox.png', seconds: '8' },
    lost: undefined,
  });
  const back = { model: framed.id, input: { prompt: 'a fox', image: 'https://example.com/a.png' } };
  expect(changed(back, content)).toEqual({
    input: { content: [words, part('first_frame', 'https://example.com/a.png')] },
    lost: undefined,
  });
});

it('what another model can’t take is said, of media each by itself', () => {
  const frame = { model: content.id, input: { content: [words, part('last_frame', 'fox.png')], seed: 3 } };
  expect(changed(frame, framed)).toEqual({
    input: { prompt: 'a fox' },
    lost: 'maker/framed does not take last frame fox.png and --seed 3: left out',
  });
  const pictures = ['a.png', 'b.png', 'c.png'].map((url) => part('reference_image', url));
  expect(changed({ model: content.id, input: { content: [words, ...pictures] } }, referenced)).toEqual({
    input: { prompt: 'a fox', reference_images: ['a.png', 'b.png'] },
    lost: 'maker/refs does not take image 3 c.png: left out',
  });
  const fields = { model: referenced.id, input: { prompt: 'a fox', reference_images: ['a.png', '@owl'] } };
  expect(changed(fields, counted).lost).toBe(
    'maker/counted does not take --ref-image a.png and --ref-image @owl: left out',
  );
});

it('the number of outputs is said as well where another model makes one', () => {
  const body = { model: counted.id, input: { prompt: 'a fox' }, output: { count: 4 } };
  expect(changed(body, framed)).toEqual({
    input: { prompt: 'a fox' },
    lost: 'maker/framed does not take --count 4: left out',
  });
});
