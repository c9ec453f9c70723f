import { describe, expect, it } from 'vitest';
import { characterCount } from '../../src/schema/limits.ts';
import {
  flatBody,
  line20,
  onlyFinding,
  outline,
  picture,
  pictureModel,
  tier25,
  videoBody,
} from '../service/submit-bodies.ts';

const texts = (...lengths: number[]) =>
  videoBody({ content: lengths.map((length) => ({ type: 'text', text: 'x'.repeat(length) })) });

describe('the text of a video job', () => {
  it('is all parts together, at most 100,000 characters, checked at dispatch', () => {
    expect(outline(texts(60_000, 40_000))).toEqual([]);
    expect(onlyFinding(texts(60_000, 40_007))).toMatchObject({
      rule: 'text-length',
      where: 'input.content',
      enforcedBy: 'generator',
      message: 'the text is 100007 characters, 7 over the 100000 that a video model takes',
      section: '§8',
    });
  });

  it('is the prompt string where the family has one', () => {
    const body = { model: 'vendor-a/video-1', input: { prompt: 'x'.repeat(100_001) } };
    expect(outline(body)).toEqual(['generator text-length input.prompt']);
  });

  it.each(['tasks', 'spicy', 'refs'] as const)('is checked at once on %s', (route) => {
    for (const model of [tier25, line20, 'native-id']) {
      const content = (length: number) => ({
        content: [{ type: 'text', text: 'x'.repeat(length) }, picture()],
      });
      const found = (length: number) =>
        outline(flatBody(content(length), model), { route }).filter((line) => line.includes('text-length'));
      expect(found(100_000)).toEqual([]);
      expect(found(100_001)).toEqual(['service text-length content']);
    }
  });

  it('has no such limit on a picture', () => {
    expect(outline({ model: pictureModel, input: { prompt: 'x'.repeat(100_001) } })).toEqual([]);
    for (const model of ['vendor-b/image-1', 'native-id'])
      expect(outline({ model, prompt: 'x'.repeat(100_001) }, { route: 'images' })).toEqual([]);
  });

  it('is counted in code points', () => {
    expect(characterCount('a🦊é')).toBe(3);
    expect(outline(videoBody({ content: [{ type: 'text', text: '🦊'.repeat(100_000) }] }))).toEqual([]);
  });
});
