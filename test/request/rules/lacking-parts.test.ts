import { describe, expect, it } from 'vitest';
import { suppliedWords } from '../../../src/request/rules/lacking-parts.ts';
import { buildSubmission } from '../../../src/request/rules/request-body.ts';
import type { RequestWords } from '../../../src/service/request-words.ts';

const none: RequestWords = { options: {}, media: [], set: [] };
const media = (role: 'first_frame' | 'reference_image' | 'reference_video', url: string) => ({ role, url });
const flagsOf = (...[body, lacking, request]: Parameters<typeof suppliedWords>) =>
  suppliedWords(body, lacking, request).left.map(({ flag, value }) =>
    flag === '--set' ? `${flag} ${value}` : flag,
  );

describe('what a request lacks', () => {
  it.each([
    [['callback_url'], '--callback-url'],
    [['input', 'prompt'], '--prompt'],
    [['input', 'content', 0, 'text'], '--prompt'],
    [['input', 'content', 1, 'image_url', 'url'], '--last-frame'],
    [['input', 'content', 2, 'image_url', 'url'], '--first-frame'],
    [['input', 'content', 3, 'video_url', 'url'], '--ref-video'],
    [['input', 'content', 4, 'audio_url', 'url'], '--ref-audio'],
    [['input', 'images', 0], '--ref-image'],
    [['input', 'style', 'link'], '--set style=VALUE'],
    [['input', 'content', 5, 'model_url', 'url'], undefined],
    [['metadata'], undefined],
  ])('at %j is supplied by %s', (place, flag) => {
    const content = [
      { type: 'text' },
      { type: 'image_url', role: 'last_frame' },
      { type: 'image_url' },
      { type: 'video_url' },
      { type: 'audio_url', role: 'reference_audio' },
      { type: 'model_url' },
    ];
    const body = { model: 'vendor-a/image-1', input: { content } };
    expect(flagsOf(body, [place], { words: none, route: 'jobs' })).toEqual([flag]);
  });

  it('on v1 is supplied by flags of its parameters, a callback of the vendor by --set', () => {
    const body = { model: 'vendor-b/video-2.5', content: [{ type: 'text' }] };
    const lacking = [['content', 0, 'text'], ['callback_url']];
    expect(flagsOf(body, lacking, { words: none, route: 'tasks' })).toEqual([
      '--prompt',
      '--set callback_url=VALUE',
    ]);
  });

  it('is filled by the media of its role in their order, and those that are too many come after', () => {
    const url = (name: string) => ({ type: 'image_url', image_url: { url: name }, role: 'reference_image' });
    const body = { model: 'vendor-b/video-2.5', input: { content: [url('lost'), url('kept'), url('lost')] } };
    const lacking = [0, 2].map((index) => ['input', 'content', index, 'image_url', 'url']);
    const given = ['1', '2', '3'].map((name) => media('reference_image', name));
    const words = { ...none, prompt: 'a fox', media: [media('reference_video', 'v'), ...given] };
    const supplied = suppliedWords(body, lacking, { words, route: 'jobs' });
    expect(supplied.left).toEqual([]);
    const built = buildSubmission({ ...supplied.words, body }, undefined) as { input: { content: object[] } };
    expect(built.input.content).toMatchObject([
      { text: 'a fox' },
      url('1'),
      url('kept'),
      url('2'),
      { video_url: { url: 'v' } },
      url('3'),
    ]);
    const few = suppliedWords(body, lacking, { words: { ...none, media: given.slice(0, 1) }, route: 'jobs' });
    expect(few.left).toMatchObject([{ where: 'input.content[2].image_url.url', flag: '--ref-image' }]);
  });

  it('is filled in a list of links, and in a field, under the name that it had', () => {
    const body = {
      model: 'vendor-a/video-1',
      input: { prompt: 'x', images: ['kept', 'lost'], image: 'lost' },
    };
    const lacking = [
      ['input', 'images', 1],
      ['input', 'image'],
    ];
    const words = { ...none, media: [media('reference_image', '1'), media('first_frame', '2')] };
    const supplied = suppliedWords(body, lacking, { words, route: 'jobs' });
    expect(supplied.left).toEqual([]);
    expect(buildSubmission({ ...supplied.words, body }, undefined)).toMatchObject({
      input: { images: ['kept', '1'], image: '2' },
    });
  });

  it('is not missed where --input or --set takes its place', () => {
    const body = { model: 'm', input: { prompt: 'lost', style: 'lost' } };
    const lacking = [
      ['input', 'prompt'],
      ['input', 'style'],
    ];
    expect(flagsOf(body, lacking, { words: { ...none, input: {} }, route: 'jobs' })).toEqual([]);
    const words: RequestWords = { ...none, set: [['style', 'x']] };
    expect(flagsOf(body, lacking, { words, route: 'jobs' })).toEqual(['--prompt']);
  });
});
