import { describe, expect, it } from 'vitest';
import { characterCount } from '../../src/rules/text.ts';
import { onlyFinding, outline, pictureModel, videoBody } from './submit-bodies.ts';

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

  it('has no such limit on a picture', () => {
    expect(outline({ model: pictureModel, input: { prompt: 'x'.repeat(100_001) } })).toEqual([]);
  });

  it('is counted in code points', () => {
    expect(characterCount('a🦊é')).toBe(3);
    expect(outline(videoBody({ content: [{ type: 'text', text: '🦊'.repeat(100_000) }] }))).toEqual([]);
  });
});
