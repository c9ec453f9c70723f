import { describe, expect, it } from 'vitest';
import { checkedEndpoint, objectUrl } from '../../../src/outputs/bucket/store-access.ts';

describe('the URL of an object', () => {
  it.each([
    [
      { bucket: 'shots', region: 'eu-west-1', endpoint: undefined },
      'https://shots.s3.eu-west-1.amazonaws.com/a%20b/%C3%A4%2B%28c%29.mp4',
    ],
    [
      { bucket: 'my.shots', region: 'us-east-1', endpoint: undefined },
      'https://s3.us-east-1.amazonaws.com/my.shots/a%20b/%C3%A4%2B%28c%29.mp4',
    ],
    [
      { bucket: 'shots', region: 'cn-north-1', endpoint: undefined },
      'https://shots.s3.cn-north-1.amazonaws.com.cn/a%20b/%C3%A4%2B%28c%29.mp4',
    ],
    [
      { bucket: 'shots', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' },
      'http://127.0.0.1:9000/shots/a%20b/%C3%A4%2B%28c%29.mp4',
    ],
  ])('at %o has its key escaped as a signature has it', (store, url) => {
    expect(objectUrl(store, 'a b/ä+(c).mp4').href).toBe(url);
  });

  it('has a name without a value in its query', () => {
    const store = { bucket: 'shots', region: 'us-east-1', endpoint: 'http://127.0.0.1:9000' };
    expect(objectUrl(store, 'a', { uploads: '' }).href).toBe('http://127.0.0.1:9000/shots/a?uploads=');
    expect(objectUrl(store, '', { prefix: 'a/b c' }).href).toBe(
      'http://127.0.0.1:9000/shots/?prefix=a%2Fb%20c',
    );
  });
});

describe('an endpoint', () => {
  it.each([
    ['https://s3.example.com/', 'https://s3.example.com'],
    ['http://localhost:9000', 'http://localhost:9000'],
    ['https://example.com/s3/', 'https://example.com/s3'],
  ])('%s is taken', (text, taken) => {
    expect(checkedEndpoint(text, '--s3-endpoint')).toBe(taken);
  });

  it.each([
    's3.example.com',
    'http://s3.example.com',
    'ftp://a.example',
    'https://k@a.example',
    'https://a.example?x=1',
  ])('%s is refused, by what named it', (text) => {
    expect(() => checkedEndpoint(text, 'AWS_ENDPOINT_URL')).toThrow('AWS_ENDPOINT_URL is not an endpoint');
  });

  it.each([
    ['127.0.0.1:9', 'http://127.0.0.1:9'],
    ['localhost:9000/s3', 'http://localhost:9000/s3'],
    ['s3.example.com', 'https://s3.example.com'],
    ['http://s3.example.com:9000', 'https://s3.example.com:9000'],
    ['https://k:s@s3.example.com', 'https://HOST'],
    ['host;ls', 'https://HOST'],
    ['', 'https://HOST'],
  ])('%j is mended with %s', (text, meant) => {
    expect(() => checkedEndpoint(text, '--s3-endpoint')).toThrow(
      expect.objectContaining({ hint: `--s3-endpoint ${meant}` }),
    );
  });
});
