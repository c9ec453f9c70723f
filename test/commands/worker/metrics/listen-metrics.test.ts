import { describe, expect, it, onTestFinished } from 'vitest';
import { listenMetrics, plain } from '../../../../src/commands/worker/metrics/listen-metrics.ts';

async function served() {
  const server = await listenMetrics({ host: '127.0.0.1', port: 0 }, async (path) => {
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

  it('listens on loopback only, and says why it cannot', async () => {
    const { origin } = await served();
    const port = Number(new URL(origin).port);
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
    await expect(listenMetrics({ host: '127.0.0.1', port }, () => Promise.reject())).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
