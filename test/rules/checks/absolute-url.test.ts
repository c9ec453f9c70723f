import { expect, it } from 'vitest';
import { parseBaseUrl } from '../../../src/rules/base-url.ts';
import { absoluteUrl } from '../../../src/rules/checks/absolute-url.ts';
import { preflight } from '../../../src/rules/checks/preflight.ts';
import { linkObjection } from '../../../src/rules/checks/reference-link.ts';

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
