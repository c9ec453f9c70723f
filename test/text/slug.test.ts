import { describe, expect, it } from 'vitest';
import { slugOf } from '../../src/text/slug.ts';

describe('the words of a prompt as a part of a file’s name', () => {
  it.each([
    ['A red Fox, in snow!', 'a-red-fox-in-snow'],
    ["the fox's den — 1080p", 'the-foxs-den-1080p'],
    ['狐狸在雪地里奔跑', '狐狸在雪地里奔跑'],
    ['Лиса  бежит', 'лиса-бежит'],
    ['ثعلب أحمر', 'ثعلب-أحمر'],
    ['लोमड़ी दौड़ती है', 'लोमड़ी-दौड़ती-है'.normalize('NFC')],
    ['E\u0301te\u0301', 'été'],
    ['../../etc/passwd', 'etc-passwd'],
    ['a\u202e b\u0000c\u3164', 'a-b-c'],
    ['soft\u00adware', 'software'],
    ['as in https://me:hush@example.com/a.png?sig=hush at dawn', 'as-in-at-dawn'],
  ])('of %j are %j', (prompt, slug) => {
    expect(slugOf(prompt)).toBe(slug);
  });

  it('are as many as forty characters have room for, and whole', () => {
    const prompt = 'a red fox trots through fresh snow at dawn while it snows';
    expect(slugOf(prompt)).toBe('a-red-fox-trots-through-fresh-snow-at');
  });

  it.each(['x'.repeat(300), '狐'.repeat(300), '𠀀'.repeat(300), 'e\u0323\u0301\u0302'.repeat(300)])(
    'are cut where the first alone is longer, between characters and within a hundred bytes',
    (prompt) => {
      const slug = slugOf(prompt) ?? '';
      expect(slug).not.toBe('');
      expect(prompt.normalize('NFC').startsWith(slug)).toBe(true);
      expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(100);
      expect([...slug].length).toBeLessThanOrEqual(100);
    },
  );

  it.each(['', ' ', '!?', '🦊', 'https://example.com/fox', '\u3164', `a${'\u0301'.repeat(200)}`])(
    'of %j there are none',
    (prompt) => {
      expect(slugOf(prompt)).toBeUndefined();
    },
  );
});
