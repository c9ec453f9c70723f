import { describe, expect, it } from 'vitest';
import { linkChange } from '../../../src/request/difference/link-change.ts';
import { presigned } from '../rules/fixtures/signed-links.ts';

const link = 'https://f.example.com/a.png';

describe('the change of a link', () => {
  it.each([
    [`${link}?v=1`, `${link}?v=2`, 'with another v'],
    [link, `${link}?v=2`, 'with a new v'],
    [`${link}?v=1&token=x`, `${link}?v=2&w=1`, 'without token, with a new w, with another v'],
    [`${link}?a=1&b=1&c=1`, `${link}?a=2&b=2&c=2`, 'with another a and b and c'],
    [`${link}?a=1&b=2`, `${link}?b=2&a=1`, 'with its parameters in another order'],
    [`${link}?a=1&a=2`, `${link}?a=2&a=1`, 'with another a'],
    [`${link}#a`, `${link}#b`, 'with another fragment'],
    [link, link.replace('https', 'http'), 'at another address'],
    [link, link.replace('//', '//me:pw@'), 'at another address'],
    [`${link}?sig=1&v=1`, `${link}?sig=2&v=1`, 'with another sig'],
  ])('from %s to %s is told by names', (before, after, words) => {
    expect(linkChange(before, after)).toBe(words);
  });

  it('is not its signature, where that is whole', () => {
    expect(linkChange(presigned('11', 'a.png', 'v=1&'), presigned('22', 'a.png', 'v=2&'))).toBe(
      'with another v',
    );
  });

  it('names what is left of a signature that is not whole', () => {
    const cut = (text: string): string => text.replace(/X-Amz-Date=\w+&/, '');
    expect(linkChange(cut(presigned('11')), cut(presigned('22')))).toBe(
      'with another X-Amz-Credential and X-Amz-Security-Token and X-Amz-Signature',
    );
  });

  it('never tells a secret that stands alone, or more names than a few', () => {
    expect(linkChange(`${link}?`, `${link}?${'s3cret'.repeat(9)}`)).toBe(
      'without parameter, with a new parameter',
    );
    const many = Array.from({ length: 8 }, (_, at) => `p${at}`);
    const of = (value: number): string => `${link}?${many.map((name) => `${name}=${value}`).join('&')}`;
    expect(linkChange(of(1), of(2))).toBe('with another p0 and p1 and p2 and p3 and p4 and 3 more');
  });

  it('is none of texts', () => {
    expect(linkChange('a fox', link)).toBeUndefined();
    expect(linkChange(5, undefined)).toBeUndefined();
  });
});
