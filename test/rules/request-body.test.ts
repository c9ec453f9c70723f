import { describe, expect, it } from 'vitest';
import { referenceNames } from '../../src/rules/media-part.ts';
import { buildSubmission, promptShapeOf, type RequestWords } from '../../src/rules/request-body.ts';

const words = (parts: Partial<RequestWords>): RequestWords => ({ options: {}, media: [], set: [], ...parts });
const build = (parts: Partial<RequestWords>, schema?: Record<string, unknown>) =>
  buildSubmission(words(parts), schema);

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
    expect(() => build({ model: 'vendor-a/video-1-i2v', media })).toThrow(/takes one first frame/);
  });

  it('asks for a model where nothing names one', () => {
    expect(() => build({ prompt: 'p' })).toThrow(/No model/);
  });
});
