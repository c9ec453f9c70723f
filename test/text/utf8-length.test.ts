import { describe, expect, it } from 'vitest';
import { utf8Length } from '../../src/text/utf8-length.ts';

describe('how long a text is in UTF-8', () => {
  it.each([
    '',
    'POST /v2/jobs',
    'Größe',
    '\u07ff\u0800\uffff',
    '夜の港',
    'a🚢b',
    '👩‍👩‍👧',
    '\ud800',
    '\udc00x',
    'x\ud83d',
    '\ud83d\ud83d\udea2',
    '\udea2\ud83d',
  ])('is as many bytes as an encoder makes of %j', (text) => {
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  });
});
