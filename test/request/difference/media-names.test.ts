import { describe, expect, it } from 'vitest';
import { mediaNames } from '../../../src/request/difference/media-names.ts';
import { digestText } from '../../../src/request/digest-text.ts';
import { leftOutMark } from '../../../src/request/rules/left-out.ts';

const names = (before: unknown, after: unknown) => mediaNames(before, after, digestText);

describe('the names of two references', () => {
  it('are those of their files', () => {
    expect(names('https://a.example/x/hero.png?sig=1', 'https://a.example/y/h%C3%A9ros.png')).toEqual({
      before: 'hero.png',
      after: 'héros.png',
    });
    expect(names(undefined, 'https://a.example/')).toEqual({ before: undefined, after: 'a.example' });
  });

  it('say more where the files are called the same', () => {
    expect(names('https://a.example/x/hero.png', 'https://a.example/y/hero.png')).toEqual({
      before: 'a.example/x/hero.png',
      after: 'a.example/y/hero.png',
    });
    expect(names('https://a.example/hero.png?v=1', 'https://a.example/hero.png?v=2')).toEqual({
      before: 'hero.png',
      after: 'hero.png with another v',
    });
  });

  it('never are what opens a masked link', () => {
    expect(names('https://a.example/v1/media/secret1', 'https://a.example/v1/media/secret2')).toEqual({
      before: '***',
      after: '*** at another address',
    });
  });

  it('are length and hash of a picture in the body, as a sidecar keeps them', () => {
    const digest = digestText('AAAA', { base64: true });
    const kept = `data:image/png;base64,${leftOutMark}bytes=${digest.bytes},sha256=${digest.sha256}`;
    const shown = names('data:image/png;base64,AAAA', 'https://a.example/b.png');
    expect(shown?.before).toBe(`image/png, 3 bytes, sha256 ${digest.sha256.slice(0, 12)}`);
    expect(names(kept, undefined)?.before).toBe(shown?.before);
  });

  it('are none for words and numbers', () => {
    expect(names('a fox', 'see https://a.example/x')).toBeUndefined();
    expect(names(5, undefined)).toBeUndefined();
    expect(names('https://', 'https://%')).toBeUndefined();
  });
});
