import { describe, expect, it } from 'vitest';
import { submitFindings } from '../../../src/service/checks/preflight.ts';
import {
  clip,
  draftTask,
  enhancingModel,
  entryOf,
  flatBody,
  line20,
  onlyFinding,
  outline,
  picture,
  pictureModel,
  sound,
  videoBody,
  words,
} from '../submit-bodies.ts';

const bare = { type: 'image_url', image_url: { url: 'https://media.example/p.png' } };
const says = (text: string) => ({ type: 'text', text });
const inContent = (...content: unknown[]) => outline(videoBody({ content }));
const advised = (rule: string, where: string) => [`advice ${rule} ${where}`];

describe('frames', () => {
  it('of one role are one picture', () => {
    const frames = [words, picture('first_frame'), picture('last_frame'), picture('first_frame')];
    expect(onlyFinding(videoBody({ content: frames }))).toMatchObject({
      rule: 'frame-twice',
      severity: 'warning',
      where: 'input.content[3].role',
      message: 'input.content has 2 first_frame pictures; a clip has 1',
    });
    expect(inContent(picture('last_frame'), picture('last_frame'))).toEqual(
      advised('frame-twice', 'input.content[1].role'),
    );
    expect(inContent(picture('first_frame'), picture('last_frame'))).toEqual([]);
    const onV1 = flatBody({ content: [picture('first_frame'), picture('first_frame')] });
    expect(outline(onV1, { route: 'tasks' })).toEqual(advised('frame-twice', 'content[1].role'));
  });
});

describe('words', () => {
  it.each(['', '  ', '\n\t', '\u3000'])('that are %j say nothing, where there is nothing else', (text) => {
    expect(inContent(says(text))).toEqual(advised('prompt-blank', 'input.content[0]'));
    expect(inContent(says(text), says(text))).toEqual(advised('prompt-blank', 'input.content[0]'));
    expect(outline({ model: pictureModel, input: { prompt: text } })).toEqual(
      advised('prompt-blank', 'input.prompt'),
    );
    expect(inContent(says(text), words)).toEqual([]);
    expect(inContent(says(text), picture())).toEqual([]);
    const input = { prompt: text, image: 'https://media.example/p.png' };
    expect(outline({ model: 'vendor-a/video-1-i2v', input })).toEqual([]);
  });

  it.each([
    ['image 2', 'image 2'],
    ['Image #3 and IMAGE 3', 'image 3'],
    ['image2.', 'image 2'],
    ['image 0 and clip 12', 'image 0, clip 12'],
  ])('that say %j name what is not there beside one picture', (text, names) => {
    expect(onlyFinding(videoBody({ content: [says(text), picture()] }))).toMatchObject({
      rule: 'reference-number',
      severity: 'warning',
      where: 'input.content[0].text',
      message: `input.content[0].text names ${names}; there is 1 picture or clip to name`,
    });
  });

  it.each([
    'image 1',
    'image 16:9',
    'a clip 5 s long',
    'clip 30 seconds',
    'image 2x',
    'images 2',
    'image 100',
  ])('that say %j may mean what they say', (text) => expect(inContent(says(text), picture())).toEqual([]));

  it('count pictures and clips together, and neither frames nor sound', () => {
    expect(inContent(says('image 1, clip 2'), picture(), clip)).toEqual([]);
    expect(inContent(says('image 1, image 2'), bare, bare)).toEqual([]);
    expect(inContent(says('image 2'), picture(), sound)).toEqual(
      advised('reference-number', 'input.content[0].text'),
    );
    expect(inContent(says('image 2'), picture('first_frame'))).toEqual([]);
    expect(inContent(says('image 2'))).toEqual([]);
    expect(inContent(draftTask)).toEqual([]);
  });
});

describe('pictures without a role', () => {
  it('may be references, and then too many', () => {
    const many = (count: number) => Array.from({ length: count }, () => bare);
    expect(inContent(words, ...many(30))).toEqual([]);
    expect(inContent(words, ...many(31))).toEqual(advised('pictures-without-role', 'input.content[31]'));
    expect(outline(videoBody({ content: [words, ...many(10)] }, line20))).toEqual(
      advised('pictures-without-role', 'input.content[10]'),
    );
    expect(inContent(words, ...many(1), ...Array.from({ length: 30 }, () => picture()))).toEqual(
      advised('pictures-without-role', 'input.content[31]'),
    );
    // What is refused is not pointed out besides.
    expect(inContent(words, ...many(1), ...Array.from({ length: 31 }, () => picture()))).toEqual([
      'generator reference-ceiling input.content[32]',
    ]);
  });
});

describe('a link', () => {
  const linked = (url: string) => ({ ...picture(), image_url: { url } });

  it.each(['s3://bucket/a.png', 'gs://bucket/a.png', 'ftp://media.example/a.png', 'file:///a.png', 'blob:a'])(
    'into %s is one that nobody is known to fetch',
    (url) => {
      expect(inContent(words, linked(url))).toEqual(
        advised('reference-link', 'input.content[1].image_url.url'),
      );
      const input = { prompt: 'a fox', images: ['https://media.example/b.png', url] };
      expect(outline({ model: pictureModel, input })).toEqual(advised('reference-link', 'input.images[1]'));
    },
  );

  it.each(['https://media.example/a.png', 'HTTP://media.example/a.png', 'data:image/png;base64,AAAA'])(
    'such as %s is nothing to point out',
    (url) => {
      expect(inContent(words, linked(url))).toEqual([]);
      expect(outline({ model: pictureModel, input: { prompt: 'a fox', image: url } })).toEqual([]);
    },
  );
});

describe('prompt_enhance full', () => {
  it.each([{ reference_videos: ['https://media.example/v.mp4'] }, { video: 'https://media.example/v.mp4' }])(
    'does not look at clips: %j',
    (media) => {
      const input = { prompt: 'a fox', ...media };
      const body = (level: string) => ({ model: enhancingModel, input, prompt_enhance: level });
      expect(outline(body('full'))).toContain('advice prompt-enhance-clips prompt_enhance');
      expect(outline(body('basic'))).toEqual([]);
    },
  );
});

describe('a model', () => {
  const body = { model: 'vendor-a/imaeg-1', input: { prompt: 'a fox' } };

  it('that the list at hand lacks is pointed out, with the one that was probably meant', () => {
    expect(onlyFinding(body, { listed: [pictureModel, line20] })).toMatchObject({
      rule: 'model-not-listed',
      severity: 'warning',
      message: 'vendor-a/imaeg-1 is not among the 2 models that v2 listed when it was last asked',
      fix: 'set model to vendor-a/image-1; `genctl models --refresh` fetches the list again',
    });
    for (const model of ['vendor-a/imaeg-1', 'other/thing'])
      expect(onlyFinding({ ...body, model }, { listed: [line20], listedNow: true })).toMatchObject({
        severity: 'error',
        enforcedBy: 'service',
        message: `${model} is not among the 1 model that v2 lists now`,
      });
    expect(onlyFinding({ ...body, model: 'other/thing' }, { listed: [line20] }).fix).not.toContain(line20);
  });

  it('is not, where there is no list, where it is on it, where v1 serves it and where it is refused anyway', () => {
    expect(outline(body)).toEqual([]);
    expect(outline({ ...body, model: pictureModel }, { listed: [pictureModel] })).toEqual([]);
    expect(outline(flatBody(), { route: 'tasks', listed: [pictureModel] })).toEqual([]);
    const spicy = submitFindings({ ...body, model: 'spicy/video-2-5' }, { listed: [pictureModel] });
    expect(spicy.filter(({ where }) => where === 'model').map(({ rule }) => rule)).toEqual([
      'model-not-found',
    ]);
    expect(outline(body, { listed: [], model: entryOf(body.model) })).toHaveLength(1);
  });
});
