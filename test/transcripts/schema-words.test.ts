import { beforeAll, describe, expect, it } from 'vitest';
import { startListing } from './fixtures/listing-service.ts';
import { type Ended, newHome } from './genctl.ts';

const text = { type: 'string' };
const link = { type: 'string', format: 'uri' };
const schema = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  required,
  properties,
});

/** Models that call and write things as public services do. */
const models = [
  {
    id: 'maker/clip',
    media: 'video' as const,
    input_schema: schema(
      {
        promptText: text,
        promptImage: link,
        duration: { type: 'string', enum: ['5s', '10s'] },
        aspect_ratio: { type: 'string', enum: ['16:9', '9:16', '2:3'] },
        resolution: { type: 'string', enum: ['720p', '1440p'] },
        with_audio: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
        random_seed: { type: 'integer' },
      },
      ['promptText'],
    ),
  },
  {
    id: 'maker/picture',
    media: 'image' as const,
    input_schema: schema({
      inputs: text,
      image_urls: { type: 'array', items: { type: 'object', properties: { url: link }, required: ['url'] } },
      image_size: { anyOf: [{ enum: ['square_hd', 'landscape_16_9'] }, { type: 'object' }] },
    }),
  },
  {
    id: 'vendor-b/video-2.5',
    media: 'video' as const,
    input_schema: schema({
      content: { type: 'array' },
      resolution: { enum: ['720p', '1440p'] },
      duration: { type: 'number', minimum: 2, maximum: 60 },
      ratio: { enum: ['16:9', '2:3'] },
      output_format: { enum: ['mp4', 'webm'] },
      bitrate_mode: { enum: ['standard', 'max'] },
      omni_reference_task_type: { enum: ['auto', 'restyle'] },
    }),
  },
];

const picture = 'https://example.com/a.png';
const { run } = newHome();
let env: Record<string, string> = {};

beforeAll(async () => {
  const { baseUrl } = await startListing(models);
  env = { GENCTL_BASE_URL: baseUrl, GENCTL_API_KEY: 'k' };
  const listed = await run(['models', '--refresh'], { env });
  expect(listed.code, listed.stderr).toBe(0);
});

const dry = (model: string, ...words: string[]) =>
  run(['submit', 'a fox', '-m', model, ...words, '--dry-run', '--no-probe'], { env });

function inputOf(ended: Ended): Record<string, unknown> {
  expect(ended.code, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout).body.input;
}

describe('a request in the words of its model', () => {
  it('has each flag in the field, and in the letters, that the schema has for it', async () => {
    const flags = ['--duration', '5', '--ratio', '16x9', '--resolution', '720P', '--audio', '--seed', '7'];
    expect(inputOf(await dry('maker/clip', ...flags, '--first-frame', picture, '--json'))).toEqual({
      promptText: 'a fox',
      promptImage: picture,
      duration: '5s',
      aspect_ratio: '16:9',
      resolution: '720p',
      with_audio: true,
      random_seed: 7,
    });
    const drawn = ['--ratio', '16:9', '--ref-image', picture, '--json'];
    expect(inputOf(await dry('maker/picture', ...drawn))).toEqual({
      inputs: 'a fox',
      image_urls: [{ url: picture }],
      image_size: 'landscape_16_9',
    });
  });

  it('tells each of them once on stderr, and nothing with --quiet', async () => {
    const words = ['--duration', '5', '--ratio', '9:16', '--first-frame', picture];
    expect((await dry('maker/clip', ...words)).stderr.trim().split('\n')).toEqual([
      "the prompt goes to promptText, as the model's schema calls it",
      "--first-frame goes to promptImage, as the model's schema calls it",
      '--duration 5 goes as "5s", as the model\'s schema has it',
      "--ratio goes to aspect_ratio, as the model's schema calls it",
      'expected: cost unknown (no similar job has been charged here)',
    ]);
    expect((await dry('maker/clip', ...words, '--quiet')).stderr).toBe('');
  });
});

describe('a value that only a live schema lists', () => {
  const wide = [
    '--resolution',
    '1440p',
    '--ratio',
    '2:3',
    '--output-format',
    'webm',
    '--bitrate-mode',
    'max',
  ];

  it('is sent, though the document has others', async () => {
    const flags = [...wide, '--duration', '2.5', '--reference-task', 'restyle', '--ref-image', picture];
    expect(inputOf(await dry('vendor-b/video-2.5', ...flags, '--json'))).toMatchObject({
      resolution: '1440p',
      ratio: '2:3',
      output_format: 'webm',
      bitrate_mode: 'max',
      duration: 2.5,
      omni_reference_task_type: 'restyle',
    });
  });
});
