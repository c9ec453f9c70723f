import { describe, expect, it } from 'vitest';
import {
  clip,
  flatBody,
  line20,
  onlyFinding,
  outline,
  picture,
  sound,
  tier25,
  videoBody,
  words,
} from '../submit-bodies.ts';

const many = (part: unknown, count: number) => Array.from({ length: count }, () => part);

describe('references of a video model', () => {
  it.each([
    [tier25, 'reference images', picture(), 30],
    [tier25, 'reference videos', clip, 10],
    [tier25, 'reference audio clips', sound, 10],
    [line20, 'reference images', picture(), 9],
    [line20, 'reference videos', clip, 3],
    [line20, 'reference audio clips', sound, 3],
  ])('of %s: %s have a ceiling', (model, noun, part, most) => {
    const filler = model === line20 && part === sound ? [words, picture()] : [words];
    const body = (count: number) => videoBody({ content: [...filler, ...many(part, count)] }, model);
    expect(outline(body(most))).toEqual([]);
    const found = onlyFinding(body(most + 2));
    expect(found).toMatchObject({
      rule: 'reference-ceiling',
      where: `input.content[${filler.length + most}]`,
      enforcedBy: 'generator',
      fix: `remove 2 of the ${noun}`,
    });
    expect(found.message).toContain(`has ${most + 2} ${noun}`);
    expect(found.message).toContain(`up to ${most}`);
  });

  it.each([
    ['vendor-b/video-2.5', 'reference images', picture(), 30],
    ['vendor-b/video-2.5', 'reference videos', clip, 10],
    ['spicy/video-2-5', 'reference audio clips', sound, 10],
    ['spicy/video-2-0-mini', 'reference images', picture(), 9],
    ['spicy/video-2-0', 'reference videos', clip, 3],
    ['vendor-b/video-2.0', 'reference audio clips', sound, 3],
  ])('of %s: %s are counted by the refs route itself', (model, noun, part, most) => {
    const seen = part === sound ? [picture()] : [];
    const body = (count: number) => flatBody({ content: [...seen, ...many(part, count)] }, model);
    expect(outline(body(most), { route: 'refs' })).toEqual([]);
    const found = onlyFinding(body(most + 1), { route: 'refs' });
    expect(found).toMatchObject({ rule: 'reference-ceiling', enforcedBy: 'service' });
    expect(found.message).toContain(`content has ${most + 1} ${noun}`);
    expect(onlyFinding(body(most + 1), { route: 'spicy' }).enforcedBy).toBe('generator');
  });

  it('have no ceiling where the document shows none', () => {
    expect(outline(videoBody({ content: many(picture(), 50) }, 'vendor-b/video-9'))).toEqual([]);
  });

  it('may be sound alone on the 2.5 tier only', () => {
    expect(outline(videoBody({ content: [words, sound] }))).toEqual([]);
    expect(outline(videoBody({ content: [words, sound] }, line20))).toEqual([
      'generator audio-alone input.content[1]',
    ]);
    expect(outline(videoBody({ content: [sound] }, line20))).toEqual([
      'generator audio-alone input.content[0]',
    ]);
    expect(outline(videoBody({ content: [sound, picture()] }, line20))).toEqual([]);
    expect(outline(videoBody({ content: [sound, clip] }, line20))).toEqual([]);
    expect(outline(flatBody({ content: [words, sound] }, line20), { route: 'tasks' })).toEqual([
      'generator audio-alone content[1]',
    ]);
    expect(outline(flatBody({ content: [sound] }, 'spicy/video-2-0'), { route: 'spicy' })).toEqual([
      'generator audio-alone content[0]',
    ]);
  });

  it('are pointed out beside frames, which only the refs route is known to refuse', () => {
    const body = videoBody({ content: [words, picture('last_frame'), clip] });
    expect(onlyFinding(body)).toMatchObject({
      rule: 'frames-with-references',
      where: 'input.content[1].role',
      severity: 'warning',
      section: '§4.8',
    });
    expect(outline(videoBody({ content: [picture('first_frame'), picture('last_frame')] }))).toEqual([]);
    for (const route of ['tasks', 'spicy'] as const)
      expect(outline(flatBody({ content: [picture('first_frame'), clip] }), { route })).toEqual([
        'advice frames-with-references content[0].role',
      ]);
  });
});
