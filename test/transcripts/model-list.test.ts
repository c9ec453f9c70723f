import { describe, expect, it } from 'vitest';
import { countingService, promptModel } from './fixtures/counting-service.ts';
import { newHome } from './genctl.ts';

const [one, two] = ['https://example.com/a.png', 'https://example.com/b.png'];
const list = 'GET /v2/models';
const send = 'POST /v2/jobs';
const pictures = { reference_images: { type: 'array', items: { type: 'string' } } };
const h3 = promptModel('house/video-h3-mini', pictures);
const i2v = promptModel('vendor-a/video-1-i2v', { img_url: { type: 'string' }, image: { type: 'string' } });
const tier = promptModel('vendor-b/video-2.5', {});

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
    [['-m', 'vendor-a/image-1', '--no-preflight']],
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
});

describe('a model that the list names and says nothing more of', () => {
  it('has what is guessed of its words told, and sent', async () => {
    const schema = { input: { required: { positive: ['STRING', {}] } } };
    const { run } = newHome();
    const bare = { ...promptModel('other/clip', {}), input_schema: schema };
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
