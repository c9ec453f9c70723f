import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { type Ended, newHome } from './genctl.ts';

const [one, two] = ['https://example.com/a.png', 'https://example.com/b.png'];
const list = 'GET /v2/models';
const send = 'POST /v2/jobs';
const pictures = { reference_images: { type: 'array', items: { type: 'string' } } };
const h3 = promptModel('house/video-h3-mini', pictures);
const i2v = promptModel('vendor-a/video-1-i2v', { img_url: { type: 'string' }, image: { type: 'string' } });
const tier = promptModel('vendor-b/video-2.5', {});

function inputOf(ended: Ended): unknown {
  expect(ended.code, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout).body.input;
}

describe('on a machine that never asked for the models', () => {
  it.each([
    [['-m', 'vendor-b/video-2.5']],
    [
      [
        '-m',
        'vendor-b/video-2.5',
        '--duration',
        '5',
        '--resolution',
        '720p',
        '--ref-image',
        one,
        '--no-probe',
      ],
    ],
    [['-m', 'vendor-b/video-2.5', '--count', '1']],
    [['-m', 'vendor-a/image-1', '--no-preflight']],
    [['-m', 'vendor-b/video-2.5', '--no-preflight', '--count', '9']],
  ])('a submit with %j is one request', async (words) => {
    const { run } = newHome();
    const { account, seen } = await countingService();
    expect(await run(['submit', 'a fox', ...words], { env: account })).toMatchObject({ code: 0 });
    expect(seen).toEqual([send]);
  });

  it.each([
    [
      'two pictures',
      ['house/video-h3-mini', '--ref-image', one, '--ref-image', two],
      { reference_images: [one, two] },
    ],
    ['one picture', ['house/video-h3-mini', '--ref-image', one], { reference_images: [one] }],
    ['a first frame', ['vendor-a/video-1-i2v', '--first-frame', one], { image: one }],
  ])(
    '%s go where the list says, which is asked for once and kept',
    async (_, [model = '', ...words], input) => {
      const { run } = newHome();
      const { account, bodies, seen } = await countingService([h3, i2v]);
      for (let turn = 0; turn < 2; turn += 1) {
        const ended = await run(['submit', 'a fox', '-m', model, ...words, '--no-probe'], { env: account });
        expect(ended, ended.stderr).toMatchObject({ code: 0 });
      }
      expect(seen).toEqual([list, send, send]);
      expect(bodies[1]).toEqual(bodies[0]);
      expect(bodies[0]).toMatchObject({ input: { prompt: 'a fox', ...input } });
    },
  );

  it('in the sandbox it is the same, and nothing is kept of it', async () => {
    const { home, run } = newHome();
    const words = ['submit', 'a fox', '-m', 'house/video-h3-mini', '--ref-image', one, '--dry-run', '--json'];
    expect(inputOf(await run([...words, '--sandbox']))).toEqual({ prompt: 'a fox', reference_images: [one] });
    await run(['models', '--sandbox']);
    expect(existsSync(join(home, 'genctl', 'cache'))).toBe(false);
  });

  it('a count over the most of the model is refused, and one within it is sent', async () => {
    const { run } = newHome();
    const { account, seen } = await countingService([promptModel('vendor-a/image-1', {}, { most: 4 })]);
    const words = ['submit', 'a fox', '-m', 'vendor-a/image-1', '--count'];
    expect(await run([...words, '5'], { env: account })).toMatchObject({ code: 2 });
    expect(seen).toEqual([list]);
    expect(await run([...words, '4'], { env: account })).toMatchObject({ code: 0 });
  });

  it('a model of no family takes its words where its schema has them', async () => {
    const { run } = newHome();
    const content = { type: 'array', items: { type: 'object' } };
    const schema = { type: 'object', required: ['content'], properties: { content } };
    const { account, bodies } = await countingService([{ ...h3, id: 'other/clip', input_schema: schema }]);
    await run(['submit', 'a fox', '-m', 'other/clip'], { env: account });
    expect(bodies[0]?.input).toEqual({ content: [{ type: 'text', text: 'a fox' }] });
  });
});

describe('a model that the list names and says nothing more of', () => {
  it.each([
    ['no schema', undefined],
    ['a schema of no fields', { type: 'object' }],
    ['a form that is no schema', { input: { required: { positive: ['STRING', {}] } } }],
  ])('with %s: what is guessed of its words is told, and goes', async (_, schema) => {
    const { run } = newHome();
    const bare = { ...promptModel('other/clip', {}), input_schema: schema as Record<string, unknown> };
    const { account, bodies } = await countingService([bare, { ...bare, id: 'vendor-a/video-1' }]);
    const other = await run(['submit', 'a fox', '-m', 'other/clip', '--ratio', '1:1'], { env: account });
    expect(other.stderr).toContain(
      'the model list does not say what other/clip calls --ratio or the prompt; genctl sends',
    );
    const known = await run(['submit', 'a fox', '-m', 'vendor-a/video-1', '--seed', '1'], { env: account });
    expect(known.stderr).toContain(
      "does not say what vendor-a/video-1 calls --seed; genctl sends the document's name",
    );
    expect(bodies.map(({ input }) => input)).toEqual([
      { prompt: 'a fox', ratio: '1:1' },
      { prompt: 'a fox', seed: 1 },
    ]);
    const plain = await run(['submit', 'a fox', '-m', 'vendor-a/video-1'], { env: account });
    expect(plain.stderr).not.toContain('not known');
  });
});

describe('before it refuses, a submit looks whether the list has changed', () => {
  const narrow = promptModel('vendor-b/video-2.5', { resolution: { enum: ['720p'] } });
  const wide = promptModel('vendor-b/video-2.5', { resolution: { enum: ['720p', '1440p'] }, content: {} });
  const wider = ['submit', '-m', 'vendor-b/video-2.5', '--set', 'resolution=1440p', '-p', 'a fox'];

  it('once, for a value that the document refuses and a kept list does not have', async () => {
    const { run } = newHome();
    const { account, seen } = await countingService([narrow], [wide]);
    await run(['models'], { env: account });
    expect(await run(wider, { env: account })).toMatchObject({ code: 0 });
    expect(seen).toEqual([list, list, send]);
    // What is kept now lifts it without another look.
    expect(await run(wider, { env: account })).toMatchObject({ code: 0 });
    expect(seen).toEqual([list, list, send, send]);
  });

  it('once, and refuses where the new one says the same', async () => {
    const { run } = newHome();
    const { account, seen } = await countingService([narrow]);
    expect(await run(wider, { env: account })).toMatchObject({ code: 2 });
    expect(seen).toEqual([list]);
    expect(await run(wider, { env: account })).toMatchObject({ code: 2 });
    expect(seen).toEqual([list, list]);
  });

  it('for a flag that the kept schema has no field for, and for a count', async () => {
    const { run } = newHome();
    const before = promptModel('house/video-h3-mini', {});
    const { account, bodies, lists, seen } = await countingService([before]);
    await run(['models'], { env: account });
    lists([promptModel('house/video-h3-mini', pictures, { most: 3 })]);
    const words = ['submit', 'a fox', '-m', 'house/video-h3-mini', '--ref-image', one, '--count', '3'];
    expect(await run([...words, '--no-probe'], { env: account })).toMatchObject({ code: 0 });
    expect(bodies[0]).toMatchObject({ input: { reference_images: [one] }, output: { count: 3 } });
    expect(seen).toEqual([list, list, send]);
  });

  it('with --strict for a warning that a new list takes back', async () => {
    const { run } = newHome();
    const known = promptModel('vendor-a/video-1', { camera: { type: 'string' } });
    const { account, seen } = await countingService([promptModel('vendor-a/video-1', {})], [known]);
    await run(['models'], { env: account });
    const words = ['submit', 'a fox', '-m', 'vendor-a/video-1', '--set', 'camera=low', '--strict'];
    expect(await run(words, { env: account })).toMatchObject({ code: 0 });
    expect(seen).toEqual([list, list, send]);
  });

  it.each([
    ['a callback', ['--callback-url', 'ftp://a']],
    ['a part of a wrong kind', ['--input', '{"content":[{"type":"elephant"}]}']],
    ['no words', ['--input', '{"content":[]}']],
    ['a vendor’s own count', ['--set', 'n=2']],
    ['a rewritten prompt', ['--prompt-enhance', 'full']],
  ])('but not for %s, which no list lifts', async (_, words) => {
    const { run } = newHome();
    const { account, seen } = await countingService();
    expect(await run(['submit', '-m', 'vendor-b/video-2.5', ...words], { env: account })).toMatchObject({
      code: 2,
    });
    expect(seen).toEqual([]);
  });
});

describe('a list that is kept here', () => {
  it('is told to be one, since the key was not tried; --refresh and auth status try it', async () => {
    const { run } = newHome();
    const { account, lists, seen } = await countingService([tier]);
    const first = await run(['models'], { env: account });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    lists(401);
    for (const words of [['models'], ['models', 'vendor-b/video-2.5']]) {
      const kept = await run(words, { env: account });
      expect(kept.code, kept.stderr).toBe(0);
      expect(kept.stderr).toMatch(/this list was fetched .+; to fetch it again and try the key: --refresh/);
    }
    expect(seen).toEqual([list]);
    for (const words of [
      ['models', '--refresh'],
      ['auth', 'status'],
    ])
      expect((await run(words, { env: account })).code).toBe(3);
  });
});
