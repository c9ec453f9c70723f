import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ListeningSandbox, type ListenOptions, listenSandbox } from '../../src/sandbox/listen.ts';
import type { Job } from '../../src/service/job.ts';
import { receiver } from './fixtures/receiver.ts';
import { picture, service, stateFolder } from './fixtures/service.ts';

async function listening(options: Partial<ListenOptions> = {}): Promise<ListeningSandbox> {
  const sandbox = await listenSandbox({
    folder: stateFolder(),
    nowMs: Date.now,
    randomBytes,
    speed: 'instant',
    port: 0,
    noCdn: false,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function submit(baseUrl: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${baseUrl}/v2/jobs`, {
    method: 'POST',
    headers: {
      Authorization: 'Bearer sbx_local',
      'Content-Type': 'application/json',
      'Idempotency-Key': 'k',
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

async function jobIn(response: Response | Promise<Response>): Promise<Job> {
  return (await (await response).json()) as Job;
}

const authorized = { headers: { Authorization: 'Bearer sbx_local' } };

describe('the sandbox on loopback HTTP', () => {
  it('takes a job from its submit to its file, API and CDN host apart', async () => {
    const { baseUrl, cdnUrl, apiKey } = await listening();
    expect(apiKey).toBe('sbx_local');
    expect(new URL(baseUrl).host).not.toBe(new URL(cdnUrl ?? '').host);
    const accepted = await submit(baseUrl, picture);
    expect(accepted.status).toBe(202);
    const { id } = await jobIn(accepted);
    const job = await jobIn(fetch(`${baseUrl}/v2/jobs/${id}`, authorized));
    expect(job.outputs?.[0]?.url.startsWith(`${cdnUrl}/v2/${id}/1-`)).toBe(true);
    const file = await fetch(job.outputs?.[0]?.url ?? '');
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(file.headers.get('Content-Length')).toBe(String(bytes.length));
  });

  it('serves the state of the sandbox in process', async () => {
    const inProcess = service({ nowMs: Date.now });
    const { id } = (await inProcess.submit(picture)).body;
    const { baseUrl } = await listening({ folder: inProcess.folder });
    const job = await jobIn(fetch(`${baseUrl}/v2/jobs/${id}`, authorized));
    expect(job.id).toBe(id);
  });

  it('refuses a foreign Host, and a page’s Origin', async () => {
    const { baseUrl } = await listening();
    const { port } = new URL(baseUrl);
    const statusFor = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        const sent = httpRequest(`${baseUrl}/v2/models`, { headers: { ...authorized.headers, ...headers } });
        sent.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
        sent.end();
      });
    expect(await statusFor({})).toBe(200);
    expect(await statusFor({ Host: `localhost:${port}` })).toBe(200);
    expect(await statusFor({ Host: `evil.example:${port}` })).toBe(403);
    expect(await statusFor({ Host: '127.0.0.1' })).toBe(403);
    expect(await statusFor({ Origin: baseUrl })).toBe(403);
    expect(await statusFor({ Origin: 'null' })).toBe(403);
  });

  it('puts outputs behind the owner’s key where it has no CDN', async () => {
    const { baseUrl, cdnUrl } = await listening({ noCdn: true });
    expect(cdnUrl).toBeUndefined();
    const { id } = await jobIn(submit(baseUrl, picture));
    const job = await jobIn(fetch(`${baseUrl}/v2/jobs/${id}`, authorized));
    const url = job.outputs?.[0]?.url ?? '';
    expect(url.startsWith(`${baseUrl}/v1/media/`)).toBe(true);
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(url, { headers: { Authorization: 'Bearer sbx_other' } })).status).toBe(404);
    const file = await fetch(url, authorized);
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  });

  it('says that a port is taken', async () => {
    const { baseUrl } = await listening();
    const port = Number(new URL(baseUrl).port);
    await expect(listening({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('closes at once although a client holds on to its connection', async () => {
    const sandbox = await listening();
    await (await fetch(`${sandbox.baseUrl}/v2/models`, authorized)).arrayBuffer();
    await sandbox.close();
    await expect(fetch(`${sandbox.baseUrl}/v2/models`, authorized)).rejects.toThrow();
  });
});

describe('a callback of the sandbox that listens', () => {
  it('is one POST of the job as a poll shows it', async () => {
    const { url, received, posts } = await receiver();
    const { baseUrl } = await listening();
    const { id } = await jobIn(submit(baseUrl, { ...picture, callback_url: url }));
    await posts(1);
    const job = await jobIn(fetch(`${baseUrl}/v2/jobs/${id}`, authorized));
    expect(received).toEqual([{ method: 'POST', contentType: 'application/json', job }]);
    expect(job.status).toBe('succeeded');
  });

  it('comes for a canceled job too, and for one of another process', async () => {
    const { url, received, posts } = await receiver();
    const inProcess = service({ nowMs: Date.now });
    const { id } = (await inProcess.submit({ ...picture, callback_url: url }, { scenario: 'stuck' })).body;
    await listening({ folder: inProcess.folder });
    await inProcess.cancel(id);
    await posts(1);
    expect(received[0]?.job).toMatchObject({ id, status: 'canceled' });
  });
});
