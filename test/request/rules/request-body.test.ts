import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/errors/endings.ts';
import { buildSubmission, finalBody } from '../../../src/request/rules/request-body.ts';
import { referenceNames } from '../../../src/service/body/media-part.ts';
import { promptShapeOf } from '../../../src/service/body/recipient.ts';
import type { RequestRoute } from '../../../src/service/request-route.ts';
import type { RequestWords } from '../../../src/service/request-words.ts';

const words = (parts: Partial<RequestWords>): RequestWords => ({ options: {}, media: [], set: [], ...parts });
const refusalOf = (attempt: () => unknown): UsageError => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('It was not refused');
};
const build = (parts: Partial<RequestWords>, schema?: Record<string, unknown>) =>
  buildSubmission(words(parts), { inputSchema: schema, medium: undefined });

describe('the body of a submit', () => {
  it('puts the words of a content family into a text part, with its flat options beside it', () => {
    expect(
      build({
        model: 'vendor-b/video-2.5',
        prompt: 'a fox',
        options: { duration: 5, seed: 0, ratio: undefined },
      }),
    ).toEqual({
      model: 'vendor-b/video-2.5',
      input: { content: [{ type: 'text', text: 'a fox' }], duration: 5, seed: 0 },
    });
  });

  it('puts the words of a prompt family into a string', () => {
    expect(build({ model: 'vendor-a/image-1', prompt: 'a fox', count: 2 })).toEqual({
      model: 'vendor-a/image-1',
      input: { prompt: 'a fox' },
      output: { count: 2 },
    });
  });

  it('takes the shape of an unknown family from its schema', () => {
    expect(promptShapeOf('new/model', { properties: { content: { type: 'array' } } })).toBe('content');
    expect(promptShapeOf('new/model', { properties: { prompt: {} } })).toBe('prompt');
    expect(promptShapeOf('new/model', undefined)).toBe('prompt');
  });

  it('keeps media in the order of the command line', () => {
    const media = [
      { role: 'reference_image', url: 'https://x/hero.png' },
      { role: 'reference_video', url: 'https://x/walk.mp4' },
      { role: 'reference_audio', url: 'https://x/rain.wav' },
    ] as const;
    expect(build({ model: 'vendor-b/video-2.5', prompt: 'p', media }).input).toEqual({
      content: [
        { type: 'text', text: 'p' },
        { type: 'image_url', image_url: { url: 'https://x/hero.png' }, role: 'reference_image' },
        { type: 'video_url', video_url: { url: 'https://x/walk.mp4' }, role: 'reference_video' },
        { type: 'audio_url', audio_url: { url: 'https://x/rain.wav' }, role: 'reference_audio' },
      ],
    });
    expect(referenceNames(media).map(({ name }) => name)).toEqual(['image 1', 'clip 2', 'audio 1']);
  });

  it('changes just the words of a body it starts from', () => {
    const body = {
      model: 'vendor-b/video-2.5',
      input: {
        content: [
          { type: 'text', text: 'old' },
          { type: 'image_url', image_url: { url: 'u' } },
        ],
        seed: 7,
      },
      callback_url: 'https://c',
    };
    expect(build({ body, prompt: 'new', options: { seed: 8 } })).toEqual({
      ...body,
      input: { content: [{ type: 'text', text: 'new' }, body.input.content[1]], seed: 8 },
    });
  });

  it('applies --set last', () => {
    expect(
      build({ model: 'vendor-a/image-1', input: { size: '64x64' }, set: [['size', '128x128']] }).input,
    ).toEqual({
      size: '128x128',
    });
  });

  it('gives a first frame the field that the schema has for it', () => {
    const media = [{ role: 'first_frame', url: 'https://x/f.png' }] as const;
    const schema = { properties: { image: { type: 'string' }, prompt: { type: 'string' } } };
    expect(build({ model: 'vendor-a/video-1-i2v', prompt: 'p', media }, schema).input).toEqual({
      prompt: 'p',
      image: 'https://x/f.png',
    });
  });

  it('refuses a second picture where the model takes one', () => {
    const media = [
      { role: 'first_frame', url: 'https://x/1.png' },
      { role: 'first_frame', url: 'https://x/2.png' },
    ] as const;
    const schema = { properties: { image: { type: 'string' } } };
    expect(() => build({ model: 'vendor-a/video-1-i2v', media }, schema)).toThrow(
      /one .* in its field image/,
    );
  });

  it('asks for a model where nothing names one', () => {
    expect(() => build({ prompt: 'p' })).toThrow(/No model/);
  });
});

/** @see service document §2.7, §3, §4.5, §4.6 */
describe('the body on v1', () => {
  const flat = (parts: Partial<RequestWords>, route: RequestRoute = 'tasks') =>
    buildSubmission(words(parts), undefined, route);

  it('is flat: the parameters stand beside the model', () => {
    expect(
      flat({
        model: 'vendor-b/video-2.5',
        prompt: 'a fox',
        media: [{ role: 'first_frame', url: 'https://example.com/a.png' }],
        options: { duration: 4, seed: 0, ratio: undefined },
        set: [['camera_fixed', true]],
      }),
    ).toEqual({
      model: 'vendor-b/video-2.5',
      content: [
        { type: 'text', text: 'a fox' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' }, role: 'first_frame' },
      ],
      duration: 4,
      seed: 0,
      camera_fixed: true,
    });
  });

  it('takes --input as its parameters, and a whole body as it is', () => {
    expect(flat({ model: 'm', input: { content: [], seed: 3 } })).toMatchObject({ content: [], seed: 3 });
    const body = { model: 'vendor-b/video-2.5', content: [{ type: 'text', text: 'x' }], anything: 1 };
    expect(flat({ body })).toEqual(body);
    expect(flat({ body, prompt: 'y' })).toEqual({ ...body, content: [{ type: 'text', text: 'y' }] });
  });

  it.each([
    ['tasks', { content: [{ type: 'text', text: 'a fox' }] }],
    ['spicy', { content: [{ type: 'text', text: 'a fox' }] }],
    ['refs', { content: [{ type: 'text', text: 'a fox' }] }],
    ['images', { prompt: 'a fox' }],
  ] as const)('of a model that only the vendor knows has the words where %s has them', (route, input) => {
    expect(flat({ model: 'native-id', prompt: 'a fox' }, route)).toEqual({ model: 'native-id', ...input });
  });

  it('counts pictures in n', () => {
    expect(flat({ model: 'vendor-b/image-1', prompt: 'a fox', count: 2 }, 'images')).toEqual({
      model: 'vendor-b/image-1',
      prompt: 'a fox',
      n: 2,
    });
  });

  it.each([
    ['--count', { count: 2 }],
    ['--callback-url', { callbackUrl: 'https://example.com/done' }],
    ['--prompt-enhance', { promptEnhance: 'off' }],
  ])('has no place for %s', (flag, parts) => {
    const request = { model: 'vendor-b/video-2.5', prompt: 'x', ...parts };
    expect(() => flat(request)).toThrow(`${flag} can't be used on the route tasks`);
    expect(() => flat(request, 'refs')).toThrow(flag);
    expect(refusalOf(() => flat(request)).why).toContain('jobs (v2)');
  });
});

describe('the body of a final', () => {
  const content = [{ type: 'draft_task', draft_task: { id: 'job_1' } }];

  it('is the id of its draft, and on v1 the tier', () => {
    expect(finalBody('jobs', 'm', 'job_1')).toEqual({ model: 'm', input: { content } });
    expect(finalBody('tasks', 'm', 'job_1')).toEqual({ model: 'm', content, resolution: '1080p' });
    expect(finalBody('spicy', 'm', 'job_1')).toEqual({ model: 'm', content, resolution: '1080p' });
  });
});
