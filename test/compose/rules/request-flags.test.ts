import { expect, it } from 'vitest';
import { requestLine, wholeBodyLine } from '../../../src/compose/rules/request-flags.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';

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
