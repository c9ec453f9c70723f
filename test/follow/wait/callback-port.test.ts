import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openCallbacks } from '../../../src/follow/wait/callback-port.ts';
import { keptTerminal } from '../../terminal/looks.ts';
import { callbackPort, closed } from './ports.ts';

const post = (url: string, body: string) => fetch(url, { method: 'POST', body });

describe('the port for callbacks', () => {
  it('answers a callback at once, and has the job that it names looked at', async () => {
    const { hints, said, url } = await callbackPort({ verbose: true });
    const answer = await post(url, JSON.stringify({ id: 'job_1', status: 'succeeded' }));
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(hints).toEqual(['job_1']);
    expect(said()).toMatch(/^Callbacks are taken on http:\/\/127\.0\.0\.1:\d+\n< callback for job_1\n$/);
  });

  it('finds the jobs in a body of any shape, each once', async () => {
    const { hints, said, url } = await callbackPort({ verbose: true });
    await post(
      url,
      '{"data":{"job_id":"job_2","outputs":["https://cdn.example/v2/job_2/1-a.png"]},"x":"job_1"}',
    );
    await post(url, 'job=job_3&state=done');
    await post(url, '{"id":');
    await post(url, '');
    expect(hints).toEqual(['job_id', 'job_2', 'job_1', 'job_3']);
    const none = '< callback for no job that is waited for\n';
    expect(said().split('\n', 2)[1]).toBe('< callback for job_2, job_1');
    expect(said().endsWith(none.repeat(3))).toBe(true);
  });

  it('takes a POST and nothing else, and says nothing of itself or its path', async () => {
    const { hints, said, url } = await callbackPort();
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(url, { method });
      expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'POST']);
    }
    await post(url, '{"id":"job_1"}');
    expect(hints).toEqual(['job_1']);
    expect(said()).not.toContain('s3cret');
    expect(said().trim().split('\n')).toHaveLength(1);
  });

  it.each(['with a length', 'without a length'])('refuses a body over 64 KiB %s', async (which) => {
    const { connect, hints } = await callbackPort();
    const half = 'x'.repeat(40_000);
    const head = 'POST /hook HTTP/1.1\r\nHost: tunnel.example\r\n';
    const socket =
      which === 'with a length'
        ? connect(`${head}Content-Length: 9000000\r\n\r\njob_1 ${half}${half}`)
        : connect(`${head}Transfer-Encoding: chunked\r\n\r\n13880\r\njob_1 ${half}${half}`);
    const [answer] = await once(socket, 'data');
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    await closed(socket);
    expect(hints).toEqual([]);
  });

  it('takes a body of 64 KiB', async () => {
    const { hints, url } = await callbackPort();
    expect((await post(url, `job_1 ${'x'.repeat(65_530)}`)).status).toBe(204);
    expect((await post(url, `job_2 ${'x'.repeat(65_531)}`)).status).toBe(413);
    expect(hints).toEqual(['job_1']);
  });

  it('is held up by no connection that says nothing, or half of a callback', async () => {
    const { close, connect, hints, url } = await callbackPort();
    const silent = connect('');
    const half = connect('POST /hook HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{"id":"job_2"');
    await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
    expect((await post(url, '{"id":"job_1"}')).status).toBe(204);
    expect(hints).toEqual(['job_1']);
    await Promise.all([close(), closed(silent), closed(half)]);
    await expect(post(url, '{"id":"job_1"}')).rejects.toThrow();
  });

  it('lets in few at once, and again once those have gone', async () => {
    const { connect, hints, url } = await callbackPort();
    const many = [...Array(200).keys()].map(() => connect('POST /'));
    await Promise.all(many.slice(64).map(closed));
    for (const each of many) each.destroy();
    let status = 0;
    while (status !== 204) ({ status } = await post(url, '{"id":"job_1"}').catch(() => ({ status: 0 })));
    expect(hints).toEqual(['job_1']);
  });

  it('outlasts what is no HTTP', async () => {
    const { connect, hints, url } = await callbackPort();
    const socket = connect('\u0016\u0003\u0001\u0000 not http\r\n\r\n');
    await closed(socket);
    expect((await post(url, '{"id":"job_1"}')).status).toBe(204);
    expect(hints).toEqual(['job_1']);
  });

  it('that another program has is told, with a way on', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    const { terminal } = await keptTerminal(undefined);
    const opened = openCallbacks({ globals: { verbose: false }, terminal } as never, port);
    await expect(opened).rejects.toMatchObject({
      exit: 'machine',
      code: 'port_unusable',
      message: `genctl can't listen on 127.0.0.1:${port} for callbacks`,
    });
    other.close();
  });
});
