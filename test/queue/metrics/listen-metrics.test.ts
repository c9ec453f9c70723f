import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listenMetrics, plain } from '../../../src/queue/metrics/listen-metrics.ts';

async function served(host = '127.0.0.1') {
  const server = await listenMetrics({ host, port: 0 }, async (path) => {
    if (path === '/broken') throw new Error('no');
    return { status: 200, type: plain, text: `${path}\n` };
  });
  onTestFinished(server.close);
  return server;
}

describe('the server of metrics', () => {
  it('answers GET and HEAD by the path alone', async () => {
    const { origin } = await served();
    const answer = await fetch(`${origin}/readyz?verbose=1`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      plain,
      '/readyz\n',
    ]);
    const head = await fetch(`${origin}/healthz`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('takes nothing else, and survives a page that fails', async () => {
    const { origin } = await served();
    const posted = await fetch(`${origin}/metrics`, { method: 'POST', body: 'x' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${origin}/broken`)).status).toBe(500);
    expect((await fetch(`${origin}/metrics`)).status).toBe(200);
  });

  it.each([
    ['127.0.0.1', { host: '127.0.0.1:1' }, 200],
    ['127.0.0.1', { host: 'localhost:9464' }, 200],
    ['127.0.0.1', { host: '[::1]' }, 200],
    ['127.0.0.1', { host: 'evil.example:9464' }, 403],
    ['127.0.0.1', { host: '127.0.0.1.evil.example' }, 403],
    ['127.0.0.1', { host: 'localhost@evil.example' }, 403],
    ['127.0.0.1', { host: 'a b' }, 403],
    ['localhost', { host: 'evil.example' }, 403],
    ['127.0.0.1', { host: 'localhost', origin: 'http://localhost' }, 403],
    ['0.0.0.0', { host: 'worker-0.render.svc:9464' }, 200],
    ['0.0.0.0', { host: 'worker-0.render.svc', origin: 'https://evil.example' }, 403],
  ])('on %s it answers a request that says %j with %i', async (host, headers, status) => {
    const { origin } = await served(host);
    const { port } = new URL(origin);
    const answered = new Promise((resolve, reject) => {
      request({ host: host === '0.0.0.0' ? '127.0.0.1' : host, port, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(await answered).toBe(status);
  });

  it('listens on loopback only, and says why it cannot', async () => {
    const { origin } = await served();
    const port = Number(new URL(origin).port);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
    await expect(listenMetrics({ host: '127.0.0.1', port }, () => Promise.reject())).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
