import { describe, expect, it } from 'vitest';
import { bodyOf, failureOf, freePort, get, open } from '../exchange-bench.ts';
import { startService, text } from '../loopback-service.ts';

describe('proxies', () => {
  it('carry https requests through a tunnel', async () => {
    const asked: string[] = [];
    const service = await startService();
    service.server.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    const exchange = open({ proxies: { https_proxy: '', HTTPS_PROXY: service.baseUrl } });
    const failure = await failureOf(exchange.send(get('https://api.example.com/')));
    expect(failure.reached).toBe('never');
    expect(asked).toEqual(['api.example.com:443']);
  });

  it('are asked for the whole URL of an http request, with a name and a password', async () => {
    const proxy = await startService(text(200, 'text/plain', 'fetched'), (response) =>
      response.writeHead(407).end(),
    );
    const exchange = open({ proxies: { HTTP_PROXY: proxy.baseUrl.replace('//', '//ann:p%40ss@') } });
    const url = 'http://files.example.com:8080/a.png?x=1';
    expect(await bodyOf(await exchange.send(get(url)))).toBe('fetched');
    expect(proxy.seen[0]).toMatchObject({
      path: url,
      headers: {
        host: 'files.example.com:8080',
        'proxy-authorization': `Basic ${Buffer.from('ann:p@ss').toString('base64')}`,
      },
    });
    const failure = await failureOf(exchange.send(get(url)));
    expect(failure).toMatchObject({
      ...{ reached: 'never', code: 'PROXY_PASSWORD' },
      proxy: { variable: 'HTTP_PROXY', hasUser: true, status: 407 },
    });
  });

  it('that nobody listens at are named, for http as well', async () => {
    const exchange = open({ proxies: { http_proxy: `http://127.0.0.1:${await freePort()}` } });
    const failure = await failureOf(exchange.send(get('http://files.example.com/')));
    expect(failure).toMatchObject({ reached: 'never', proxy: { variable: 'http_proxy' } });
  });

  it('are not asked for this machine itself', async () => {
    const service = await startService(text(200, 'text/plain', 'direct'));
    const exchange = open({ proxies: { http_proxy: `http://127.0.0.1:${await freePort()}` } });
    expect(await bodyOf(await exchange.send(get(service.baseUrl)))).toBe('direct');
  });

  it('that are no URL stop a request before it leaves', async () => {
    const exchange = open({ proxies: { https_proxy: 'http://' } });
    const failure = await failureOf(exchange.send(get('https://api.example.com/')));
    expect(failure).toMatchObject({ reached: 'never', code: 'PROXY_INVALID' });
  });
});
