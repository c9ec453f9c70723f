import { describe, expect, it } from 'vitest';
import { flatBody, onlyFinding, outline, picture, tier25, videoBody, words } from '../submit-bodies.ts';

const withPart = (part: unknown) => videoBody({ content: [words, part] });

describe('the parts of a content list', () => {
  it.each([
    ['an unknown type', { type: 'zip_url' }, 'input.content[1].type'],
    ['no type', { text: 'a' }, 'input.content[1].type'],
    ['no object', 'a fox', 'input.content[1]'],
    ['a text that is no string', { type: 'text', text: 5 }, 'input.content[1].text'],
    [
      'a link as a bare string',
      { type: 'image_url', image_url: 'https://a' },
      'input.content[1].image_url.url',
    ],
    ['no link', { type: 'video_url' }, 'input.content[1].video_url.url'],
    ['an empty link', { type: 'audio_url', audio_url: { url: '' } }, 'input.content[1].audio_url.url'],
  ])('are unreadable with %s', (_, part, where) => {
    expect(onlyFinding(withPart(part))).toMatchObject({
      rule: 'content-part',
      where,
      enforcedBy: 'generator',
      section: '§2.7',
    });
  });

  it('have roles of their own kind', () => {
    expect(onlyFinding(withPart(picture('reference_video')))).toMatchObject({
      rule: 'media-role',
      where: 'input.content[1].role',
      enforcedBy: 'generator',
      message:
        'input.content[1].role is "reference_video"; a part of type image_url takes first_frame, last_frame or reference_image',
    });
    expect(outline(withPart({ type: 'image_url', image_url: { url: 'https://a' } }))).toEqual([]);
    expect(outline(withPart({ ...words, role: 'first_frame' }))).toEqual([
      'advice media-role input.content[1].role',
    ]);
  });

  it('may carry a data URL, and a path of this machine is pointed out', () => {
    const link = (url: string) => withPart({ type: 'image_url', image_url: { url }, role: 'first_frame' });
    expect(outline(link('data:image/png;base64,AAAA'))).toEqual([]);
    expect(outline(link('./hero.png'))).toEqual(['advice reference-link input.content[1].image_url.url']);
    expect(outline(link('C:\\hero.png'))).toEqual(['advice reference-link input.content[1].image_url.url']);
  });

  it.each([
    ['tasks', 'image_url', ['advice reference-base64 content[1].image_url.url']],
    ['tasks', 'video_url', ['advice reference-base64 content[1].video_url.url']],
    ['spicy', 'image_url', []],
    ['spicy', 'video_url', ['advice reference-base64 content[1].video_url.url']],
    ['spicy', 'audio_url', ['advice reference-base64 content[1].audio_url.url']],
  ] as const)('on %s may hold an %s as base64 where that is said', (route, type, found) => {
    const part = { type, [type]: { url: 'data:application/octet-stream;base64,AAAA' } };
    expect(outline(flatBody({ content: [words, part] }), { route })).toEqual(found);
    const link = { type, [type]: { url: 'https://media.example/x' } };
    expect(outline(flatBody({ content: [words, link] }), { route })).toEqual([]);
  });

  it('are nobody’s business on a family with a prompt string', () => {
    expect(outline({ model: 'vendor-a/video-1', input: { prompt: 'a', content: ['x'] } })).toEqual([
      'advice prompt-twice input.content',
    ]);
  });

  it('never put a data URL into a message', () => {
    const body = withPart({ type: 'data:image/png;base64,SECRET' });
    expect(onlyFinding(body).message).not.toContain('SECRET');
    expect(tier25).toBe(body.model);
  });
});
