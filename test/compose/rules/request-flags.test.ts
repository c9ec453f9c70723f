import { describe, expect, it } from 'vitest';
import { questionOf } from '../../../src/compose/rules/asked-question.ts';
import { changeModel, leftBehind } from '../../../src/compose/rules/change-model.ts';

import { flagAt, requestLine, wholeBodyLine } from '../../../src/compose/rules/request-flags.ts';
import { changesOf } from '../../../src/compose/rules/summary.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { begin, namesOf, pickOf } from './any-model.ts';

const content = corpusSchema('content-parts').entry;
const text = { type: 'text', text: 'a fox' };
const frame = { type: 'image_url', image_url: { url: 'https://example.com/a.png' }, role: 'first_frame' };

function entry(id: string, properties: Record<string, unknown>): ModelEntry {
  return { ...content, id, inputSchema: { type: 'object', properties } };
}

it('says words and media by their flags, in order', () => {
  const sound = {
    type: 'audio_url',
    audio_url: { url: 'https://example.com/a.wav' },
    role: 'reference_audio',
  };
  expect(
    requestLine({ model: content.id, input: { content: [text, sound, frame], duration: -1 } }, content),
  ).toEqual({
    prompt: 'a fox',
    flags: [
      { flag: 'model', value: content.id },
      { flag: 'refAudio', value: 'https://example.com/a.wav' },
      { flag: 'firstFrame', value: 'https://example.com/a.png' },
      { flag: 'duration', value: '-1' },
    ],
  });
});

it.each([
  ['words after a picture', [frame, text]],
  ['a part that is more than a link', [text, { ...frame, detail: 'low' }]],
  ['empty words', [{ type: 'text', text: ' ' }, frame]],
])('sets a content list whole that flags do not make: %s', (_, parts) => {
  const line = requestLine({ model: content.id, input: { content: parts } }, content);
  expect(line).toEqual({
    prompt: undefined,
    flags: [
      { flag: 'model', value: content.id },
      { flag: 'set', value: `content=${JSON.stringify(parts)}` },
    ],
  });
});

it('sets a value as it reads back: a text that looks like JSON in quotes', () => {
  const model = entry('maker/x', { prompt: { type: 'string' } });
  const input = { prompt: 'a fox', version: '2', name: 'two words', depth: 2, resolution: '8k', off: null };
  const settings = requestLine({ model: 'maker/x', input }, model)?.flags.slice(1);
  expect(settings?.map(({ value }) => value)).toEqual([
    'version="2"',
    'name=two words',
    'depth=2',
    'resolution=8k',
    'off=null',
  ]);
});

it('puts a picture into the field that its flag would fill, and into no other', () => {
  const model = entry('vendor-a/video-1', {
    prompt: {},
    image: { type: 'string' },
    style_image: { type: 'string' },
  });
  const input = { image: 'https://example.com/a.png', style_image: 'https://example.com/b.png' };
  expect(requestLine({ model: 'vendor-a/video-1', input }, model)?.flags.slice(1)).toEqual([
    { flag: 'firstFrame', value: 'https://example.com/a.png' },
    { flag: 'set', value: 'style_image=https://example.com/b.png' },
  ]);
});

it.each([
  ['a field with an equals sign', { model: 'm', input: { 'a=b': 1 } }],
  ['a field that no flag has', { model: 'm', input: {}, priority: 1 }],
  ['an input that is none', { model: 'm', input: [] }],
  ['a format of outputs', { model: 'm', input: {}, output: { count: 1, format: 'url' } }],
])('gives the body whole where flags can not say it: %s', (_, body) => {
  expect(requestLine(body, content)).toBeUndefined();
  expect(wholeBodyLine(body).flags).toEqual([{ flag: 'body', value: JSON.stringify(body) }]);
});

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
    const body = { model: model.id, input: { prompt: 'a fox', generate_audio: true } };
    const made = begin([model], { body });
    expect(namesOf(pickOf({ ...made, position: { at: 'menu', place: ['input'] } }))).toContain('--audio');
    const position = { at: 'value', place: ['input', 'aspect_ratio'] } as const;
    expect(questionOf({ ...made, position })).toMatchObject({ message: '--ratio' });
    expect(changesOf(made).map(({ row }) => row.name)).toContain('change --audio');
  });
});

const picture = {
  ...content,
  id: 'vendor-a/image-1',
  inputSchema: {
    properties: { prompt: { type: 'string' }, seed: { type: 'integer' } },
    required: ['prompt'],
  },
};
const cast = new Map([['fox', ['/art/fox.png']]]);
const part = (url: string) => ({ type: 'image_url', image_url: { url }, role: 'reference_image' });

function left(input: Record<string, unknown>): string | undefined {
  const before = begin([content, picture], { body: { model: content.id, input }, facts: { cast } });
  return leftBehind(before, changeModel(before, picture.id));
}

it('names each answer that the new model does not take', () => {
  const words = { type: 'text', text: 'a fox' };
  expect(left({ content: [words, part('@fox'), part('owl.png')], duration: 8, seed: 3 })).toBe(
    'vendor-a/image-1 does not take image 1 @fox, image 2 owl.png and --duration 8: left out',
  );
  expect(left({ content: [words], seed: 3 })).toBeUndefined();
});
