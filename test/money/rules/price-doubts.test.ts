import { describe, expect, it } from 'vitest';
import { priceDoubts } from '../../../src/money/rules/price-doubts.ts';

const models = [
  { id: 'vendor-b/video-2.5', inputSchema: { properties: { resolution: { enum: ['480p', '720p'] } } } },
  { id: 'vendor-a/image-1', inputSchema: { properties: { size: { enum: ['1024x1024', '2K'] } } } },
  { id: 'vendor-a/free', inputSchema: { properties: { resolution: { type: 'string' } } } },
  { id: 'vendor-a/plain', inputSchema: { properties: { prompt: { type: 'string' } } } },
  { id: 'vendor-a/unread', inputSchema: undefined },
];

const doubtOf = (model: string, tier: string | null = null): string | undefined =>
  priceDoubts([{ line: 7, model, tier }], models).map(({ line, why }) => `${line}: ${why}`)[0];

describe('priceDoubts', () => {
  it('names the nearest id of a model that is unknown', () => {
    expect(doubtOf('vendor-b/video-2.5')).toBeUndefined();
    expect(doubtOf('vendor-b/video-25')).toBe(
      '7: no known model is called "vendor-b/video-25"; the nearest is vendor-b/video-2.5',
    );
    expect(doubtOf('else/where')).toBe('7: no known model is called "else/where"');
  });

  it('leaves alone an id that v1 alone may have', () => {
    expect(doubtOf('spicy/other-9')).toBeUndefined();
  });

  it('names the tiers of a model that lists them, in any case', () => {
    expect(doubtOf('vendor-b/video-2.5', '720P')).toBeUndefined();
    expect(doubtOf('vendor-b/video-2.5', '4k')).toBe(
      '7: vendor-b/video-2.5 has no tier "4k"; it has 480p or 720p',
    );
    expect(doubtOf('vendor-a/image-1', '2k')).toBeUndefined();
    expect(doubtOf('vendor-a/image-1', '3k')).toContain('it has 1024x1024 or 2K');
    expect(doubtOf('vendor-a/plain', '720p')).toContain('has no tier "720p"; leave the tier empty');
  });

  it('says nothing of a tier where the model lists none', () => {
    expect(doubtOf('vendor-a/free', '720p')).toBeUndefined();
    expect(doubtOf('vendor-a/unread', '720p')).toBeUndefined();
  });
});
