import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SandboxError } from '../../src/sandbox/library.ts';
import { ask, idOf, sandboxWith, statusOf, submit } from './fixtures/library.ts';
import { picture, stateFolder } from './fixtures/service.ts';

describe('a sandbox as a library', () => {
  it('takes a job from its submit to its file without a socket', async () => {
    const sandbox = sandboxWith();
    const id = await idOf(submit(sandbox));
    const job = (await (await ask(sandbox, `/v2/jobs/${id}`)).json()) as { outputs: { url: string }[] };
    const file = await sandbox.fetch(job.outputs[0]?.url ?? '');
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  it('makes the same ids with one seed', async () => {
    const ids = await Promise.all([1, 1, 2].map((seed) => idOf(submit(sandboxWith({ seed })))));
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('shows what was sent, with its answer, and no key', async () => {
    const sandbox = sandboxWith();
    await submit(sandbox, { key: 'sbx_studio' });
    await ask(sandbox, '/v2/models', { key: 'other' });
    expect(sandbox.requests()).toMatchObject([
      {
        method: 'POST',
        path: '/v2/jobs',
        body: picture,
        answer: { status: 202, body: { status: 'queued' } },
      },
      { method: 'GET', path: '/v2/models', body: null, answer: { status: 401 } },
    ]);
    expect(sandbox.requests({ key: 'sbx_studio' })).toHaveLength(1);
    expect(sandbox.requests({ key: 'sbx_local' })).toEqual([]);
    expect(JSON.stringify(sandbox.requests())).not.toContain('sbx_studio');
  });

  it('puts the clock of one account on, and leaves those of others', async () => {
    let nowMs = Date.UTC(2026, 0, 5);
    const sandbox = sandboxWith({ speed: 1, now: () => nowMs });
    const [mine, other] = ['sbx_mine', 'sbx_other'];
    const id = await idOf(submit(sandbox, { key: mine }));
    const theirs = await idOf(submit(sandbox, { key: other }));
    sandbox.advance(60_000, { key: mine });
    expect(await statusOf(sandbox, id, { key: mine })).toBe('succeeded');
    expect(await statusOf(sandbox, theirs, { key: other })).toBe('queued');
    nowMs += 60_000;
    expect(await statusOf(sandbox, theirs, { key: other })).toBe('succeeded');
  });

  it('forgets one account, or all of them', async () => {
    const sandbox = sandboxWith();
    const [mine, other] = ['sbx_mine', 'sbx_other'];
    const id = await idOf(submit(sandbox, { key: mine }));
    const theirs = await idOf(submit(sandbox, { key: other }));
    await sandbox.reset({ key: mine });
    expect(await statusOf(sandbox, id, { key: mine })).toBeUndefined();
    expect(await statusOf(sandbox, theirs, { key: other })).toBe('succeeded');
    expect(sandbox.requests({ key: mine })).toMatchObject([{ method: 'GET' }]);
    // The key is free again: the job is a new one, not a replay.
    expect((await submit(sandbox, { key: mine })).headers.get('Idempotent-Replayed')).toBeNull();
    await sandbox.reset();
    expect(sandbox.requests()).toEqual([]);
    expect(await statusOf(sandbox, theirs, { key: other })).toBeUndefined();
  });

  it('writes nothing before a request needs it, and leaves nothing', async () => {
    const temporary = stateFolder();
    mkdirSync(temporary, { recursive: true });
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const sandbox = sandboxWith();
    expect(readdirSync(temporary)).toEqual([]);
    await submit(sandbox);
    expect(readdirSync(temporary)).toHaveLength(1);
    await sandbox.close();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('hides a key in the query of a request', async () => {
    const sandbox = sandboxWith();
    await ask(sandbox, '/v2/models?page=2&api_key=sk-real', { key: 'sk-real' });
    expect(sandbox.requests()).toMatchObject([{ path: '/v2/models?page=2&api_key=***' }]);
  });

  it('hides what opens a file in the path of a download', async () => {
    const sandbox = sandboxWith();
    const id = await idOf(submit(sandbox));
    const job = (await (await ask(sandbox, `/v2/jobs/${id}`)).json()) as { outputs: { url: string }[] };
    const path = new URL(job.outputs[0]?.url ?? '').pathname;
    await (await sandbox.fetch(job.outputs[0]?.url ?? '')).arrayBuffer();
    expect(sandbox.requests().at(-1)?.path).toBe(path.replace(/-\w+\./, '-***.'));
  });

  it('reads no more of a body than it keeps', async () => {
    const sandbox = sandboxWith();
    sandbox.faults({ status: 503 });
    let chunks = 0;
    const body = new ReadableStream({
      pull(stream) {
        chunks += 1;
        if (chunks > 100) stream.close();
        else stream.enqueue(new Uint8Array(64 * 1024).fill(0x20));
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
    expect((await sandbox.fetch(`${sandbox.baseUrl}/v2/jobs`, init as RequestInit)).status).toBe(503);
    expect(chunks).toBeLessThan(10);
    expect(sandbox.requests()).toMatchObject([{ body: null }]);
  });

  it('does nothing for a client that has left', async () => {
    const sandbox = sandboxWith();
    const reason = new Error('gone');
    await expect(submit(sandbox, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect((await submit(sandbox)).headers.get('Idempotent-Replayed')).toBeNull();
  });

  it('tells a client that leaves while it waits the client’s own reason', async () => {
    const sandbox = sandboxWith();
    sandbox.faults({ latency: 60_000 });
    await expect(submit(sandbox, { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('cuts what waits once it closes, and answers nothing after that', async () => {
    const sandbox = sandboxWith();
    sandbox.faults({ stall: true });
    const waits = submit(sandbox).catch((error: unknown) => error);
    await sandbox.close();
    expect(await waits).toBeInstanceOf(TypeError);
    await expect(submit(sandbox)).rejects.toThrow('The sandbox is closed.');
  });

  it('refuses a time that no clock has', async () => {
    const sandbox = sandboxWith();
    for (const ms of [Number.NaN, -1, 0.5, 9e15]) expect(() => sandbox.advance(ms)).toThrow('advance takes');
    const body = { advance: 9e15 };
    expect((await ask(sandbox, '/_sandbox/clock', { method: 'POST', body })).status).toBe(400);
    expect((await submit(sandbox)).status).toBe(202);
  });

  it('keeps its state in a folder of the caller’s, and removes one of its own', async () => {
    const folder = stateFolder();
    const first = sandboxWith({ folder, seed: 1 });
    const id = await idOf(submit(first));
    await first.close();
    expect(existsSync(folder)).toBe(true);
    expect(await statusOf(sandboxWith({ folder }), id)).toBe('succeeded');
  });

  it('refuses a key that is not its own, a fault and a time by an error of its own, and repeats no key', async () => {
    const sandbox = sandboxWith();
    const of = { key: 'sk-real' };
    const refused = {
      name: 'SandboxError',
      code: 'invalid_key',
      message: expect.not.stringContaining('sk-real'),
    };
    await expect(sandbox.reset(of)).rejects.toMatchObject(refused);
    for (const call of [
      () => sandbox.requests(of),
      () => sandbox.faults({ status: 503 }, of),
      () => sandbox.advance(1, of),
    ])
      expect(call).toThrow(expect.objectContaining(refused));
    for (const call of [() => sandbox.faults({ status: 200 }), () => sandbox.advance(-1)]) {
      expect(call).toThrow(SandboxError);
      expect(call).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    }
  });

  it('refuses a fault that makes no sense, with what it takes', () => {
    const sandbox = sandboxWith();
    const wrong = (fault: object): unknown => {
      try {
        sandbox.faults(fault);
        return undefined;
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(wrong({ route: 'POST /v2/job', status: 500 })).toContain('POST /v2/jobs');
    expect(wrong({ status: 200 })).toBe('status takes a status from 400 to 599.');
    expect(wrong({ status: 500, cut: 'before' })).toBe('A fault has one of status and cut.');
    expect(wrong({ rate: 0.5 })).toBe('A fault has one of status, cut, stall, links, latency.');
    expect(wrong({ latency: [20, 10] })).toContain('latency takes ms');
    expect(wrong({ cut: 'before', code: 'x' })).toBe('code and retry_after go with status.');
    expect(wrong({ cuts: 'before' })).toContain('no member "cuts"');
  });
});
