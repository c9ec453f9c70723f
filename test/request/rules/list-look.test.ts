import { describe, expect, it } from 'vitest';
import { type ListWords, listNeeds, listWouldTell } from '../../../src/request/rules/list-look.ts';
import type { RequestRoute } from '../../../src/service/request-route.ts';

const url = 'https://example.com/a.png';
const frame = { role: 'first_frame', url } as const;
const plain: ListWords = { options: {}, media: [], set: [], prompt: 'a fox' };
const tier = 'vendor-b/video-2.5';

type Row = readonly [
  what: string,
  model: string,
  words: Partial<ListWords>,
  needs: readonly string[],
  route?: RequestRoute,
];

const rows: readonly Row[] = [
  ['plain words of a family', tier, {}, []],
  [
    'plain words for an id that the document does not name',
    'vendor-a/image-1',
    {},
    ['check vendor-a/image-1'],
  ],
  ['documented options', tier, { options: { duration: 5, ratio: '16:9', seed: 1 } }, []],
  ['media of a content list', tier, { media: [frame] }, []],
  ['a field by its own name', 'vendor-a/video-1', { set: [['image', url]] }, ['check vendor-a/video-1']],
  ['an input given whole', 'vendor-a/video-1', { input: { prompt: 'a fox' } }, ['check vendor-a/video-1']],
  ['one output', tier, { count: 1 }, []],
  ['several outputs', tier, { count: 2 }, ['check --count']],
  ['several outputs in a whole body', tier, { body: { output: { count: 2 } } }, ['check --count']],
  ['media of a prompt model', 'vendor-a/video-1-i2v', { media: [frame] }, ['field --first-frame']],
  ['each role once', 'house/video-h3-mini', { media: [frame, frame] }, ['field --first-frame']],
  [
    'media that have a place',
    'vendor-a/video-1',
    { media: [{ ...frame, at: ['input', 'image'] }] },
    ['check vendor-a/video-1'],
  ],
  ['an option without a table', 'vendor-a/video-1', { options: { duration: 5 } }, ['name --duration']],
  ['a false option', 'vendor-b/video-3', { options: { generate_audio: false } }, ['name --no-audio']],
  [
    'an option that is not given',
    'vendor-a/video-1',
    { options: { duration: undefined } },
    ['check vendor-a/video-1'],
  ],
  ['an id of no family', 'video-2.5', {}, ['name the prompt']],
  ['an id of no family, without words', 'video-2.5', { prompt: undefined }, ['check video-2.5']],
  ['an id that is nearly one of the document', 'vendor-b/video-25', {}, ['check vendor-b/video-25']],
  ['a newer id of a line', 'vendor-b/video-2.6', {}, ['check vendor-b/video-2.6']],
  [
    'no words, of a model that may need them',
    'vendor-a/image-1',
    { prompt: undefined },
    ['check a request without a prompt'],
  ],
  [
    'an input without words',
    'vendor-a/image-1',
    { prompt: undefined, input: { seed: 1 } },
    ['check a request without a prompt'],
  ],
  [
    'words set as a field',
    'vendor-a/image-1',
    { prompt: undefined, set: [['prompt', 'a fox']] },
    ['check vendor-a/image-1'],
  ],
  [
    'words in a body',
    'vendor-a/image-1',
    { prompt: undefined, body: { input: { prompt: 'a fox' } } },
    ['check vendor-a/image-1'],
  ],
  ['no words, which the document alone refuses', tier, { prompt: undefined }, []],
  ['no model at all', '', { count: 2 }, []],
  [
    'several outputs on v1, whose count the list is silent about',
    'vendor-b/image-1',
    { count: 2 },
    [],
    'images',
  ],
  ['a slip on v1, which is not held against the list', 'vendor-b/video-25', {}, [], 'tasks'],
  ['a vendor’s own id on v1', 'native-1', { count: 2 }, [], 'images'],
  ['a model of v1 alone', 'spicy/video-2-5', { options: { duration: 5 } }, [], 'spicy'],
  ['any id of the spicy routes', 'spicy/other', { options: { duration: 5 } }, [], 'spicy'],
  ['options of the pictures of v1', 'vendor-b/image-1', { options: { seed: 1 } }, [], 'images'],
  ['media of the pictures of v1', 'vendor-b/image-1', { media: [frame] }, ['field --first-frame'], 'images'],
];

describe('what only the live list knows', () => {
  it.each(rows.map((row) => [row[0], row[1], row] as const))('%s, of %s', (...[, model, row]) => {
    const [, , words, needs, route = 'jobs'] = row;
    const found = listNeeds({ ...plain, ...words }, { model, route });
    expect(found.map(({ of, what }) => `${of} ${what}`)).toEqual(needs);
  });

  it.each([
    ['plain words', plain, tier, false],
    ['fields by their own names', { ...plain, set: [['a', 1]] }, tier, true],
    ['a model of v1 alone', { ...plain, set: [['a', 1]] }, 'spicy/video-2-5', false],
  ] as const)('a list that costs nothing tells of %s, or not', (_, words, model, tells) => {
    expect(listWouldTell(words, { model, route: 'jobs' })).toBe(tells);
  });
});
