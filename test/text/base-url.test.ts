import { describe, expect, it } from 'vitest';
import { preflight } from '../../src/service/checks/preflight.ts';
import { linkObjection } from '../../src/service/checks/reference-link.ts';
import { absoluteUrl, beforeVersion, parseBaseUrl, requestBase } from '../../src/text/base-url.ts';

describe('a base URL', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', false],
    ['https://api.example.com/', 'https://api.example.com', false],
    ['  HTTPS://API.example.com:443//  ', 'https://api.example.com', false],
    ['https://host.example/api/', 'https://host.example/api', false],
    ['https://host.example:8443/api', 'https://host.example:8443/api', false],
    ['http://localhost:8080', 'http://localhost:8080', true],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080', true],
    ['http://127.9.9.9', 'http://127.9.9.9', true],
    ['http://[::1]:3000', 'http://[::1]:3000', true],
    ['https://127.0.0.1', 'https://127.0.0.1', true],
  ])('%j is taken', (text, url, loopback) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, url, loopback, sandbox: false });
  });

  it('may be the embedded sandbox, whose requests go to a host that never resolves', () => {
    expect(parseBaseUrl('sandbox:')).toEqual({ ok: true, url: 'sandbox:', loopback: false, sandbox: true });
    expect(requestBase('sandbox:')).toBe('https://api.sandbox.invalid');
    expect(requestBase('https://host.example/api')).toBe('https://host.example/api');
  });

  it.each([
    ['', 'absolute https URL'],
    ['api.example.com', 'absolute https URL'],
    ['https://', 'absolute https URL'],
    ['https:///api.example.com', 'absolute https URL'],
    ['https:\\\\api.example.com', 'absolute https URL'],
    ['file:///etc/passwd', 'absolute https URL'],
    ['sandbox:x', 'absolute https URL'],
    ['http://api.example.com', 'api.example.com is another machine'],
    ['http://127.0.0.1.example.com', 'is another machine'],
    ['http://localhost.example.com', 'is another machine'],
    ['http://10.0.0.1', 'is another machine'],
    ['https://user:secret@api.example.com', 'user name'],
    ['https://@api.example.com', 'user name'],
    ['https://api.example.com@evil.example', 'user name'],
    ['https://api.example.com?x=1', 'query'],
    ['https://api.example.com/?', 'query'],
    ['https://api.example.com/#top', 'fragment'],
  ])('%j is refused', (text, why) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, why: expect.stringContaining(why) });
  });

  it('that is refused does not show its password', () => {
    expect(JSON.stringify(parseBaseUrl('https://user:secret@api.example.com'))).not.toContain('secret');
  });
});

const hostless = [
  'https:///x',
  'https:////x/y.png',
  'https://\\x',
  'https:/x',
  'https:x',
  'https://?x',
  'https://#x',
  '//x',
  'https://',
];

it.each(hostless)('%s has no host: it is no callback, no reference and no base URL', (url) => {
  expect(absoluteUrl(url)).toBeUndefined();
  const body = { model: 'vendor-a/image-1', input: { prompt: 'a fox' }, callback_url: url };
  expect(preflight(body, {}).map(({ rule }) => rule)).toContain('callback-url');
  expect(linkObjection(url)).toBeDefined();
  expect(parseBaseUrl(url).ok).toBe(false);
});

it.each(['https://example.com', 'https://example.com/a?b#c', 'ftp://host/x'])('%s has one', (url) => {
  expect(absoluteUrl(url)?.host).toBe(new URL(url).host);
});

describe('a base URL without the version in its path', () => {
  it.each([
    ['https://api.example.com/v2', 'https://api.example.com'],
    ['https://api.example.com/media/v2/jobs', 'https://api.example.com/media'],
    ['http://127.0.0.1:8080/V1/models', 'http://127.0.0.1:8080'],
    ['https://v2/x', undefined],
    ['https://api.example.com/v2x', undefined],
    ['https://api.example.com', undefined],
  ])('of %s is %s', (baseUrl, meant) => {
    expect(beforeVersion(baseUrl)).toBe(meant);
  });
});
