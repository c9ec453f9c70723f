import { describe, expect, it } from 'vitest';
import { type ProxyVariables, proxyFor } from '../../../src/api/transport/proxy.ts';

const api = new URL('https://api.example.com/v2/jobs');

function proxyUri(url: URL, variables: ProxyVariables): string | undefined {
  return proxyFor(url, variables)?.uri;
}

describe('the proxy for a URL', () => {
  it('follows the variable of its scheme, lower case first', () => {
    expect(proxyUri(api, { https_proxy: 'http://a:1', HTTPS_PROXY: 'http://b:1' })).toBe('http://a:1');
    expect(proxyUri(api, { HTTPS_PROXY: 'http://b:1', HTTP_PROXY: 'http://c:1' })).toBe('http://b:1');
    expect(proxyUri(api, { http_proxy: 'http://c:1' })).toBeUndefined();
    expect(proxyUri(new URL('http://plain.example'), { HTTP_PROXY: 'http://c:1' })).toBe('http://c:1');
  });

  it('is told no token of a container', () => {
    for (const host of ['169.254.170.2', '169.254.170.23', '[fd00:ec2::23]'])
      expect(proxyUri(new URL(`http://${host}/v2/role`), { http_proxy: 'http://c:1' })).toBeUndefined();
    expect(proxyUri(new URL('http://169.254.1.1/'), { http_proxy: 'http://c:1' })).toBe('http://c:1');
  });

  it('takes an empty variable for an unset one', () => {
    expect(proxyUri(api, { https_proxy: ' ', HTTPS_PROXY: 'http://b:1' })).toBe('http://b:1');
    expect(proxyUri(api, { https_proxy: '', HTTPS_PROXY: '' })).toBeUndefined();
    expect(
      proxyUri(api, { https_proxy: 'http://a:1', no_proxy: '', NO_PROXY: 'example.com' }),
    ).toBeUndefined();
  });

  it('may be named without a scheme', () => {
    expect(proxyUri(api, { https_proxy: 'proxy.example:3128' })).toBe('http://proxy.example:3128');
  });

  it.each(['http://localhost:1', 'http://127.0.0.1:1', 'https://127.4.4.4', 'http://[::1]:1'])(
    'is none for %s, which is this machine',
    (url) => {
      expect(proxyUri(new URL(url), { http_proxy: 'http://a:1', https_proxy: 'http://a:1' })).toBeUndefined();
    },
  );

  it.each([
    ['*', true],
    ['example.com', true],
    ['.example.com', true],
    ['*.example.com', true],
    ['API.example.com', true],
    ['other.org, api.example.com:443', true],
    ['api.example.com:8443', false],
    ['ample.com', false],
    ['xapi.example.com', false],
    ['', false],
  ])('is bypassed by no_proxy=%j: %j', (noProxy, bypassed) => {
    const chosen = proxyUri(api, { https_proxy: 'http://a:1', no_proxy: noProxy });
    expect(chosen === undefined).toBe(bypassed);
  });
});
