import { describe, expect, it } from 'vitest';
import { downloadUrl, takesKey } from '../../../src/outputs/downloads/download-request.ts';

/** @see service document §2.2, §4.9 */
describe('a link that wants the key', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com/v1/media/abc', true],
    ['https://api.example.com', 'https://api.example.com:443/v1/media/abc?x=1', true],
    ['https://api.example.com/base', 'https://api.example.com/base/v1/media/abc', true],
    ['sandbox:', 'https://api.sandbox.invalid/v1/media/abc', true],
    ['sandbox:', 'https://cdn.sandbox.invalid/v1/media/abc', false],
    ['https://api.example.com', 'https://api.example.com.evil.example/v1/media/abc', false],
    ['https://api.example.com', 'https://evil.example/https://api.example.com/v1/media/abc', false],
    ['https://api.example.com', 'http://api.example.com/v1/media/abc', false],
    ['https://api.example.com', 'https://api.example.com:8443/v1/media/abc', false],
    ['https://api.example.com', 'https://api.example.com/v1/media/../jobs/abc', false],
    ['https://api.example.com', 'https://api.example.com/v1/media/%2e%2e/jobs/abc', false],
    ['https://api.example.com', 'https://api.example.com/x/v1/media/abc', false],
    ['https://api.example.com', 'https://api.example.com/v1/mediaabc', false],
    ['https://api.example.com', 'https://cdn.example.com/v2/job_1/0-abc.png', false],
  ])('under %s is %s: %j', (baseUrl, link, wants) => {
    expect(takesKey(new URL(link), baseUrl)).toBe(wants);
  });
});

describe('a redirect', () => {
  it('is read from where it stands', () => {
    const from = new URL('https://cdn.example.com/a/b.png');
    expect(downloadUrl('../c.png', from).href).toBe('https://cdn.example.com/c.png');
    expect(downloadUrl('//other.example/c.png', from).href).toBe('https://other.example/c.png');
  });

  it('may lead from this machine to https, and never back', () => {
    const here = new URL('http://127.0.0.1:8080/a');
    expect(downloadUrl('https://cdn.example.com/', here).protocol).toBe('https:');
    expect(() => downloadUrl(here.href, new URL('https://cdn.example.com/'))).toThrow(
      expect.objectContaining({ code: 'unsafe_link' }),
    );
  });
});
