import { describe, expect, it } from 'vitest';
import { unsignedBody, unsignedLink } from '../../../src/request/rules/signed-links.ts';
import { signingSchemes } from '../../../src/request/rules/signing-schemes.ts';
import { numbersFrom } from '../../submit/fixtures/steps.ts';
import { signedLinks, signedQuery } from './fixtures/signed-links.ts';

const plain = 'https://f.example.com/a/b%20c.png';

describe.each(signedLinks)('a link signed by $name', ({ query, changed, lone }) => {
  it('is compared without its signature', () => {
    expect(unsignedLink(`${plain}?${query}`)).toBe(plain);
    expect(unsignedLink(`${plain}?${query}`)).toBe(unsignedLink(`${plain}?${changed}`));
  });

  it('keeps every other parameter, wherever it stands, its spelling, and its fragment', () => {
    expect(unsignedLink(`${plain}?versionId=7&${query}&response-content-type=image%2Fpng#x`)).toBe(
      `${plain}?versionId=7&response-content-type=image%2Fpng#x`,
    );
  });

  it('may have its parameters in any order, in any case, with any letter of their names escaped', () => {
    const parameters = query.split('&').reverse();
    expect(unsignedLink(`${plain}?${parameters.join('&')}`)).toBe(plain);
    const shouted = parameters.map((one) => one.replace(/^[^=]+/, (name) => name.toUpperCase()));
    expect(unsignedLink(`${plain}?${shouted.join('&')}`)).toBe(plain);
    const escaped = parameters.map((one) => `%${one.charCodeAt(0).toString(16)}${one.slice(1)}`);
    expect(unsignedLink(`${plain}?${escaped.join('&')}`)).toBe(plain);
  });

  it('that lacks one of its set is compared whole', () => {
    for (const required of lone) {
      const rest = query.split('&').filter((one) => !one.toLowerCase().startsWith(`${required}=`));
      expect(rest).toHaveLength(query.split('&').length - 1);
      const link = `${plain}?${rest.join('&')}`;
      expect(unsignedLink(link), required).toBe(link);
      const empty = `${link}&${required}=`;
      expect(unsignedLink(empty), required).toBe(empty);
    }
  });

  it('with one of its set alone is compared whole', () => {
    for (const parameter of query.split('&'))
      expect(unsignedLink(`${plain}?${parameter}`)).toBe(`${plain}?${parameter}`);
  });

  it('with a part of the set twice is compared whole', () => {
    for (const parameter of query.split('&')) {
      const link = `${plain}?${query}&${parameter}`;
      expect(unsignedLink(link)).toBe(link);
    }
  });
});

it('each scheme has an example with its whole set', () => {
  const examples = signedLinks.map(({ name, query }) => ({ name, names: namesOf(query) }));
  for (const { mayBeEmpty = [], name, optional = [], required } of signingSchemes) {
    const example = examples.find((one) => one.name === name);
    expect(example?.names, name).toEqual(expect.arrayContaining([...required, ...mayBeEmpty]));
    for (const one of example?.names ?? []) expect([...required, ...mayBeEmpty, ...optional]).toContain(one);
  }
});

const namesOf = (query: string): string[] =>
  query.split('&').map((one) => one.replace(/=.*/, '').toLowerCase());

describe('a link', () => {
  const aws = signedQuery('AWS Signature Version 4');

  it.each([
    ['without a query', plain],
    ['with a signature that no scheme has', `${plain}?sig=1&Expires=2&Signature=3`],
    ['of a query without values', `${plain}?a&b=&&c`],
    ['of another scheme', `s3://bucket/a.png?${aws}`],
    ['of a data URL', `data:image/png;base64,AAAA?${aws}`],
    ['that is relative', `/a.png?${aws}`],
    ['that is within a text', `see ${plain}?${aws}`],
    ['before a text', `${plain}?${aws} and more`],
    ['with a space before it', ` ${plain}?${aws}`],
    ['within another one', `https://p.example.com/?url=${encodeURIComponent(`${plain}?${aws}`)}`],
    ['whose set is in its fragment', `${plain}#?${aws}`],
    ['with a broken escape in a name', `${plain}?%ZZ=1`],
  ])('%s is compared as it is', (_, link) => {
    expect(unsignedLink(link)).toBe(link);
  });

  it('keeps its user, its port, the case of its host and escapes in its path', () => {
    const link = 'HTTPS://me:pw@F.Example.com:443/A%2fb.png';
    expect(unsignedLink(`${link}?${aws}`)).toBe(link);
  });

  it('with http is compared as one with https is, and both are two links', () => {
    expect(unsignedLink(`http://127.0.0.1:9000/a.png?${aws}`)).toBe('http://127.0.0.1:9000/a.png');
  });

  it('signed by a store and by what stands before it loses both signatures', () => {
    const both = `${aws}&${signedQuery('CloudFront, canned policy')}`;
    expect(unsignedLink(`${plain}?${both}&v=1`)).toBe(`${plain}?v=1`);
  });

  it('of 64 KiB is compared within a moment', () => {
    const long = Array.from({ length: 8_000 }, (_, at) => `p${at}=%41`).join('&');
    const startedMs = performance.now();
    expect(unsignedLink(`${plain}?${long}&${aws}`)).toBe(`${plain}?${long}`);
    expect(unsignedLink(`${plain}?${'&'.repeat(65_536)}`)).toContain('&&');
    expect(unsignedLink(`${plain}?${'%'.repeat(65_536)}=1`)).toContain('%%');
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

describe('whatever is changed in a link', () => {
  const random = numbersFrom(20261128);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(random() * list.length)] as One;
  const letters = 'abcdefghijkmnpqrstuvwxyz0123456789';
  const word = (): string =>
    Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick([...letters])).join('');

  it('is no change where it is the whole signature, and a change where it is anything else', () => {
    for (let round = 0; round < 400; round += 1) {
      const { lone, query } = pick(signedLinks);
      const own = Array.from({ length: Math.floor(random() * 4) }, (_, at) => `own${at}=${word()}`);
      const parameters = [...own, ...query.split('&')].sort(() => random() - 0.5);
      const link = (of: readonly string[], path = 'a.png'): string =>
        `https://f.example.com/${path}?${of.join('&')}`;
      const before = unsignedLink(link(parameters));
      const isOwn = (one: string): boolean => one.startsWith('own');
      const rotated = parameters.map((one) => (isOwn(one) ? one : one.replace(/=.*/, `=${word()}`)));
      expect(unsignedLink(link(rotated))).toBe(before);
      const dropped = pick(lone);
      const edits = [
        link(parameters, `b${word()}.png`),
        link([...parameters, `more=${word()}`]),
        link(parameters.filter((one) => !one.toLowerCase().startsWith(`${dropped}=`))),
        `${link(parameters)}#${word()}`,
        ...(own.length === 0 ? [] : [link(parameters.map((one) => (one === own[0] ? `${one}x` : one)))]),
        ...(own.length === 0 ? [] : [link(parameters.filter((one) => one !== own[0]))]),
      ];
      for (const edit of edits) expect(unsignedLink(edit)).not.toBe(before);
    }
  });
});

describe('a body', () => {
  const link = `${plain}?${signedQuery('AWS Signature Version 4')}`;

  it('is compared without the signatures of its links, however deep they stand', () => {
    const body = {
      input: { content: [{ type: 'image_url', image_url: { url: link } }], more: { deep: [link, 7, null] } },
    };
    expect(unsignedBody(body)).toEqual({
      input: {
        content: [{ type: 'image_url', image_url: { url: plain } }],
        more: { deep: [plain, 7, null] },
      },
    });
  });

  it('keeps those of its prompts and of its callback', () => {
    const body = {
      callback_url: link,
      input: { prompt: link, negative_prompt: link, content: [{ type: 'text', text: link }] },
    };
    expect(unsignedBody(body)).toEqual(body);
  });
});
