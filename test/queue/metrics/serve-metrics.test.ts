import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askWithin, listenMetrics, plain } from '../../../src/queue/metrics/serve-metrics.ts';
import { createFakeClock } from '../../follow/wait/fake-clock.ts';

const never = new AbortController().signal;

describe('a question to a store that may be away', () => {
  it('is given up after its time, and not asked again while it is under way', async () => {
    let asked = 0;
    let answer = (_: string): void => {};
    const ask = askWithin(
      () => {
        asked += 1;
        return new Promise<string>((resolve) => {
          answer = resolve;
        });
      },
      { clock: createFakeClock(), mostMs: 500, signal: never },
    );
    expect(await Promise.all([ask(), ask()])).toEqual([undefined, undefined]);
    const third = ask();
    answer('PONG');
    expect([await third, asked]).toEqual(['PONG', 1]);
  });

  it('that fails is no answer, and the next one is asked', async () => {
    let asked = 0;
    const ask = askWithin(
      async () => {
        asked += 1;
        if (asked === 1) throw new Error('Connection is closed.');
        return asked;
      },
      { clock: createFakeClock(), mostMs: 500, signal: never },
    );
    expect([await ask(), await ask()]).toEqual([undefined, 2]);
  });
});

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
      code: 'port_unusable',
      why: 'Another program listens there.',
    });
  });
});
