import { describe, expect, it } from 'vitest';
import { literalPrompt, withCast } from '../../../src/request/references/cast.ts';
import type { MediaInput, RequestWords } from '../../../src/service/request-words.ts';
import type { MediaRole } from '../../../src/service/wire-values.ts';

const cast = new Map([
  ['fox', ['/art/fox.png', '/art/side.png']],
  ['owl', ['/art/owl.png']],
  ['walk', ['/art/walk.mp4']],
]);

const media = (...words: [MediaRole, string][]): MediaInput[] => words.map(([role, url]) => ({ role, url }));
const ofImages = (...urls: string[]) =>
  media(...urls.map((url): [MediaRole, string] => ['reference_image', url]));
const asked = (words: Partial<RequestWords>) => withCast({ options: {}, set: [], media: [], ...words }, cast);
const promptOf = (prompt: string, ...urls: string[]) => asked({ prompt, media: ofImages(...urls) }).prompt;
const refusal = (code: string, why: string) =>
  expect.objectContaining({ exitCode: 2, code, why: expect.stringContaining(why) });

describe('a name of the cast', () => {
  it('is its files among the media, in the order of the line', () => {
    const words = asked({ media: ofImages('https://x.example/a.png', '@fox', 'b.png', '@owl') });
    expect(words.media.map(({ url }) => url)).toEqual([
      'https://x.example/a.png',
      '/art/fox.png',
      '/art/side.png',
      'b.png',
      '/art/owl.png',
    ]);
    expect(words.media.map(({ member }) => member)).toEqual([undefined, 'fox', 'fox', undefined, 'owl']);
  });

  it('is no path, and no file with an ending', () => {
    const urls = ['@fox.png', './@fox', '@2', '@a/fox', 'fox'];
    expect(asked({ media: ofImages(...urls) }).media).toEqual(ofImages(...urls));
  });

  it('is a frame where it has one file', () => {
    const frames = asked({
      media: media(['first_frame', '@owl'], ['last_frame', '@owl'], ['reference_video', '@walk']),
    });
    expect(frames.media.map(({ url }) => url)).toEqual(['/art/owl.png', '/art/owl.png', '/art/walk.mp4']);
    expect(() => asked({ media: media(['first_frame', '@fox']) })).toThrow(
      refusal('cast_of_several', 'It takes one file, and @fox has 2.'),
    );
    const left = { role: 'reference_image', url: '@fox', at: ['input', 'content', 1] } as const;
    expect(() => asked({ media: [left] })).toThrow(refusal('cast_of_several', 'It takes one file'));
  });

  it('that nobody has is refused with the others and the nearest', () => {
    expect(() => asked({ media: ofImages('@fix') })).toThrow(
      refusal('unknown_cast', 'The cast has @fox, @owl, @walk. The nearest is @fox.'),
    );
    const none = () => withCast({ options: {}, set: [], media: ofImages('@fox') }, new Map());
    expect(none).toThrow(refusal('unknown_cast', 'Neither the project file nor the settings have a cast.'));
  });
});

describe('a name of the cast in the braces of a prompt', () => {
  it('is what the prompt calls its references', () => {
    expect(promptOf('{owl} and { fox } meet', '@owl', '@fox')).toBe('image 1 and images 2 and 3 meet');
    expect(promptOf('{owl}, {owl}', 'a.png', '@owl', '@owl')).toBe('images 2 and 3, images 2 and 3');
    const clip = asked({
      prompt: '{owl} moves as in {walk}',
      media: media(['first_frame', 'a.png'], ['reference_image', '@owl'], ['reference_video', '@walk']),
    });
    expect(clip.prompt).toBe('image 1 moves as in clip 2');
    const sound = asked({ prompt: '{fox}', media: media(['reference_audio', '@fox']) });
    expect(sound.prompt).toBe('audio 1 and audio 2');
  });

  it('counts the references of the body before', () => {
    const part = (role: string) => ({ type: 'image_url', image_url: { url: 'https://x.example/a' }, role });
    const content = [{ type: 'text', text: 'x' }, part('reference_image'), part('first_frame')];
    const words = { prompt: '{owl}', media: ofImages('@owl') };
    expect(asked({ ...words, body: { model: 'm', input: { content } } }).prompt).toBe('image 2');
    expect(asked({ ...words, body: { model: 'm', content } }).prompt).toBe('image 2');
    expect(asked({ ...words, input: { content: [] }, body: { content } }).prompt).toBe('image 1');
  });

  it('leaves other braces alone, and its own where they are doubled', () => {
    const prompt = 'a sign "{hello} {{x}} {} { owl } {"a": 1}", {{owl}}';
    expect(promptOf(prompt, '@owl')).toBe('a sign "{hello} {{x}} {} image 1 {"a": 1}", {owl}');
    expect(withCast({ options: {}, set: [], media: [], prompt }, new Map()).prompt).toBe(prompt);
  });

  it('is refused where no reference is it, or where it has a slip', () => {
    expect(() => promptOf('{owl}', '@fox')).toThrow(refusal('cast_not_taken', 'Only a reference has'));
    expect(() => asked({ prompt: '{owl}', media: media(['first_frame', '@owl']) })).toThrow(
      refusal('cast_not_taken', 'Only a reference has'),
    );
    expect(() => promptOf('{walks}', '@walk')).toThrow(refusal('unknown_cast', 'The nearest is {walk}.'));
    expect(promptOf('{{walks}}', '@owl')).toBe('{walks}');
  });
});

it.each(['a fox', '{fox} and {x}', '{{fox}} {{{owl}}}', '{ fox } {foxx}'])(
  'a prompt that has braces is typed so that it keeps them: %s',
  (prompt) => {
    expect(asked({ prompt: literalPrompt(prompt, cast) }).prompt).toBe(prompt);
  },
);
