import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../files/fixtures/temp-folder.ts';
import { sizes } from './fixtures/sizes.ts';

const jobsInAll = sizes.jobsInFlight;
const askAgainSeconds = 30;

/** A service whose jobs are over once as many are in flight as there are in all, and half a minute has passed. */
async function patientService() {
  const lookMs = new Map<string, number>();
  const seen = { jobs: 0, early: 0, looks: 0, sockets: 0, mostSockets: 0 };
  let allMs = Number.POSITIVE_INFINITY;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const nowMs = performance.now();
    const isSubmit = request.method === 'POST';
    const id = isSubmit
      ? `job_${request.headers['idempotency-key']}`
      : (request.url?.split('/').at(-1) ?? '');
    if (isSubmit) seen.jobs += lookMs.has(id) ? 0 : 1;
    else {
      seen.looks += 1;
      if (nowMs < (lookMs.get(id) ?? Number.POSITIVE_INFINITY)) seen.early += 1;
    }
    if (isSubmit && seen.jobs === jobsInAll) allMs = nowMs;
    lookMs.set(id, nowMs + askAgainSeconds * 1000);
    const isOver = nowMs > allMs + askAgainSeconds * 1000;
    const state = isOver
      ? { status: 'succeeded', outputs: [{ url: `https://files.example.com/${id}.png`, type: 'image' }] }
      : { status: 'running', retry_after: askAgainSeconds };
    response.writeHead(isSubmit ? 202 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id, model: 'vendor-a/image', ...state }));
  });
  server.on('connection', (socket) => {
    seen.sockets += 1;
    seen.mostSockets = Math.max(seen.mostSockets, seen.sockets);
    socket.on('close', () => {
      seen.sockets -= 1;
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

it(`${jobsInAll} jobs are in flight in one process of bounded memory, and none is looked at early`, async () => {
  const { baseUrl, seen } = await patientService();
  const script = join(import.meta.dirname, 'fixtures', 'carry-many.ts');
  const args = ['--import', 'tsx', script, baseUrl, join(tempFolder(), 'ledger'), String(jobsInAll)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 20 });
  const took = JSON.parse(stdout) as Record<'ended' | 'mostRunning' | 'rssMost' | 'cpuMs', number>;
  expect(took).toMatchObject({ ended: jobsInAll, mostRunning: jobsInAll });
  expect(seen).toMatchObject({ jobs: jobsInAll, early: 0 });
  expect(seen.mostSockets).toBeLessThanOrEqual(8);
  // 285 MB where it was measured, of which the loader of the sources has some 70.
  expect(took.rssMost / 1024 / 1024).toBeLessThan(350);
  // Told, so that a figure can be read where a person looks for it.
  expect.soft(took.cpuMs / jobsInAll, JSON.stringify(took)).toBeLessThan(20);
}, 600_000);
