import { expect, it } from 'vitest';
import { charactersOf } from '../../src/text/characters.ts';

const whole = new Intl.Segmenter('und');

it.each([
  'a red fox, in snow',
  'cafe\u0301 au lait, e\u0301',
  'line\r\nbreak\r\n\r\nend',
  '1\uFE0F\u20E3 of 2\uFE0F\u20E3',
  '👨‍👩‍👧‍👦 and 🇩🇪🇫🇷 and 👍🏽!',
  '狐狸在雪地里。한국어 여우',
  '\u1112\u1161\u11ab글 नमस्ते สวัสดี',
  `a${'\u0301'.repeat(600)}b`,
  '',
])('%j is split where a segmenter splits the whole of it', (text) => {
  const expected = Array.from(whole.segment(text), ({ segment }) => segment);
  // A letter with more marks than a piece holds is cut, and nothing of it is lost.
  if (text.length < 512) expect(charactersOf(text)).toEqual(expected);
  else expect(charactersOf(text).join('')).toBe(text);
});
