import { describe, expect, it, vi } from 'vitest';
import type { SandboxSettings } from '../../src/sandbox/public.d.ts';
import { ask, idOf, sandboxWith, submit } from './fixtures/library.ts';

/** Waits until no fault is left: the last one has met its request. */
async function untilFaultStrikes(at: Parameters<typeof ask>[0]): Promise<void> {
  await vi.waitFor(async () =>
    expect(await (await ask(at, '/_sandbox/faults')).json()).toEqual({ data: [] }),
  );
}

describe.each(['in process', 'over HTTP'])('a fault %s', (where) => {
  async function place(settings: SandboxSettings = {}) {
    const sandbox = sandboxWith(settings);
    return { sandbox, at: where === 'in process' ? sandbox : await sandbox.listen() };
  }

  it('is in the log though the sandbox closes meanwhile', async () => {
    const { at, sandbox } = await place();
    sandbox.faults({ stall: true, times: 1 }, { key: sandbox.apiKey });
    const waits = submit(at).catch(() => {});
    await untilFaultStrikes(at);
    await sandbox.close();
    expect(sandbox.requests()).toMatchObject([{ path: '/v2/jobs', answer: null }]);
    await waits;
  });

  it('answers so many requests of a route, and no more', async () => {
    const { at, sandbox } = await place();
    sandbox.faults({ route: 'POST /v2/jobs', status: 503, retry_after: 2, times: 2 });
    const answers = await Promise.all([submit(at), submit(at)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(answers[0]?.headers.get('Retry-After')).toBe('2');
    expect((await ask(at, '/v2/models')).status).toBe(200);
    expect((await submit(at)).status).toBe(202);
  });

  it('comes after a latency that was asked for before it', async () => {
    const { at, sandbox } = await place();
    sandbox.faults([{ latency: 1 }, { status: 503, times: 1 }]);
    expect((await submit(at)).status).toBe(503);
    expect((await submit(at)).status).toBe(202);
  });

  it('cuts the connection before the request is heard', async () => {
    const { at, sandbox } = await place();
    sandbox.faults({ cut: 'before', times: 1 });
    await expect(submit(at)).rejects.toThrow(TypeError);
    expect((await submit(at)).headers.get('Idempotent-Replayed')).toBeNull();
    expect(sandbox.requests()).toMatchObject([{ answer: null }, { answer: { status: 202 } }]);
  });

  it('cuts the connection after the request was done, whose answer is lost', async () => {
    const { at, sandbox } = await place();
    sandbox.faults({ cut: 'after', times: 1 });
    await expect(submit(at)).rejects.toThrow(TypeError);
    expect((await submit(at)).headers.get('Idempotent-Replayed')).toBe('true');
  });

  it('never answers a client, which leaves at last', async () => {
    const { at, sandbox } = await place();
    sandbox.faults({ stall: true, times: 1 });
    const client = new AbortController();
    const rejection = expect(submit(at, { signal: client.signal })).rejects.toThrow('left');
    await untilFaultStrikes(at);
    client.abort(new Error('left'));
    await rejection;
    expect((await submit(at)).status).toBe(202);
  });

  it('takes the links of files out of so many answers', async () => {
    const { at, sandbox } = await place({ speed: 'instant' });
    const id = await idOf(submit(at));
    sandbox.faults({ route: 'GET /v2/jobs/:id', links: 'missing', times: 1 });
    const [missing, found] = [await ask(at, `/v2/jobs/${id}`), await ask(at, `/v2/jobs/${id}`)];
    expect(await missing.json()).toMatchObject({ status: 'succeeded', outputs: [{ url: null }] });
    expect(await found.json()).toMatchObject({ outputs: [{ url: expect.stringContaining('http') }] });
  });

  it('strikes a share that a seed draws, for one account alone', async () => {
    const { at, sandbox } = await place();
    const key = 'sbx_shaky';
    const draw = async () => {
      sandbox.faults({ status: 500, rate: 0.5, seed: 7, latency: [1, 3] }, { key });
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1)
        statuses.push((await ask(at, '/v2/models', { key })).status);
      await sandbox.reset({ key });
      return statuses;
    };
    const first = await draw();
    expect(new Set(first)).toEqual(new Set([200, 500]));
    expect(await draw()).toEqual(first);
    sandbox.faults({ status: 500 }, { key });
    expect((await ask(at, '/v2/models')).status).toBe(200);
  });
});
