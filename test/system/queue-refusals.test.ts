import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { errorOf } from '../transcripts/genctl.ts';
import { batchHome } from './fixtures/batch/batch-home.ts';
import { startBatchService } from './fixtures/batch/batch-service.ts';
import { shotLines } from './fixtures/batch/shots.ts';
import { withEngine } from './fixtures/queue/queue-places.ts';
import { freePort, startRedis, type TestRedis } from './fixtures/queue/redis.ts';
import { startWorker } from './fixtures/queue/workers.ts';

const json = ['--json'];

/** Changes the one line that waits in a queue, as nobody but a fault or a stranger would. */
async function tamper(redis: TestRedis, change: Record<string, unknown>): Promise<void> {
  await withEngine(redis, async (queue) => {
    const [job] = await queue.getWaiting();
    await job?.updateData({ ...job.data, ...change });
  });
}

async function places(prompt?: string) {
  const [service, redis] = await Promise.all([startBatchService({ stepsMost: 1 }), startRedis()]);
  const machine = batchHome(
    service,
    shotLines(1, (number) => prompt ?? `shot ${number}`),
  );
  const feed = (...more: string[]) => machine.run(['batch', 'shots.jsonl', '--queue', redis.url, ...more]);
  const queue = (...words: string[]) => machine.run(['queue', ...words, '--queue', redis.url]);
  const worker = () => startWorker({ url: redis.url, out: temporaryFolder('out-'), env: machine.env });
  return { ...machine, service, redis, feed, queue, worker };
}

describe('a worker', () => {
  it('refuses a line that is none with the reason, and sends nothing', async () => {
    const { feed, redis, service, worker } = await places();
    await feed('--detach');
    await tamper(redis, { schema: 'other' });
    const run = await worker();
    await run.until(/refused the line/);
    const ended = await feed('--json');
    expect(errorOf(ended)).toMatchObject({ code: 'line_refused' });
    run.kill('SIGTERM');
    expect((await run.ended).stderr).toContain('it is not a line of genctl');
    expect((await service.counts()).submits).toBe(0);
  });

  it('gives a line of a newer genctl back and stops, and nothing is lost', async () => {
    const { feed, queue, redis, service, worker } = await places();
    await feed('--detach');
    await tamper(redis, { schema: 'genctl.queue/v2' });
    const { code, stderr } = await (await worker()).ended;
    expect(code, stderr).toBe(14);
    expect(stderr).toContain("A newer version than this worker's wrote lines of the queue");
    expect(stderr).toContain('it knows genctl.queue/v1');
    expect(JSON.parse((await queue('status', '--json')).stdout)).toMatchObject({ waiting: 1, failed: 0 });
    expect((await service.counts()).submits).toBe(0);
  });

  it('does not see the lines of another account, and says that they are there', async () => {
    const { feed, queue, redis, service } = await places();
    await feed('--detach');
    const own = JSON.parse((await queue('status', '--json')).stdout);
    expect(own).toMatchObject({ waiting: 1, others: [] });
    const { env, run } = batchHome(service, [], 'another-key');
    const other = await startWorker({ url: redis.url, out: temporaryFolder('out-'), env });
    await other.until(/for workers with other keys/);
    other.kill('SIGTERM');
    const { stderr } = await other.ended;
    expect(stderr).toContain(`1 line of the account ${own.account}`);
    expect(stderr).toContain('of a rotated key: feed the batch with the new key and --same-account');
    expect(stderr).toContain('0 done, 0 failed, 0 given back');
    const theirs = await run(['queue', 'status', '--queue', redis.url], { env });
    expect(theirs.stdout).toContain(`1 line of the account ${own.account}`);
    expect(theirs.stdout).toContain('--same-account, then drain the queue with the old one');
    expect((await service.counts()).submits).toBe(0);
  });
});

describe('a line whose job failed', () => {
  it('is not put in again under its key, while one that nobody knows is not found', async () => {
    const { feed, queue, worker } = await places('shot fails provider_failed');
    await feed('--detach');
    const run = await worker();
    await run.until(/provider_failed/);
    expect(JSON.parse((await queue('status', ...json)).stdout)).toMatchObject({
      failed: 1,
      failed_lines: [{ line: 'shots/s0001', set_aside: false, code: 'provider_failed' }],
    });
    expect((await queue('status')).stdout).toMatch(/failed +1\n +shots\/s0001: \S.* \(provider_failed\)\n/);
    expect(errorOf(await queue('retry', 'shots/s0001', ...json))).toMatchObject({ code: 'line_has_failed' });
    expect(errorOf(await queue('retry', 'shots/s9', ...json))).toMatchObject({ code: 'line_not_found' });
  });
});

describe('a store', () => {
  it('that would drop lines is refused', async () => {
    const redis = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
    const { run } = batchHome(await startBatchService());
    const ended = await run(['queue', 'status', '--queue', redis.url, ...json]);
    expect(ended.code).toBe(14);
    expect(errorOf(ended)).toMatchObject({ code: 'queue_evicts' });
    expect(ended.stderr).toContain(`redis-cli -u ${redis.url} CONFIG SET`);
  });

  it('without an append-only file is warned of', async () => {
    const redis = await startRedis(['--appendonly', 'no']);
    const { run } = batchHome(await startBatchService());
    const ended = await run(['queue', 'status', '--queue', redis.url]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain('keeps no append-only file');
  });

  it('with a password takes it from the URL or the environment, and none is ever shown', async () => {
    const redis = await startRedis(['--requirepass', 'open-sesame']);
    const { run } = batchHome(await startBatchService());
    const status = (...more: string[]) => ['queue', 'status', ...more];
    const refused = await run(status('--queue', redis.url.replace('//', '//:wrong-one@'), ...json));
    expect(refused.code).toBe(9);
    expect(errorOf(refused)).toMatchObject({ code: 'queue_refused' });
    expect(refused.stderr).not.toContain('wrong-one');
    const byUrl = await run(status('--queue', redis.url.replace('//', '//:open-sesame@')));
    const byEnvironment = await run(status(), {
      env: { GENCTL_QUEUE: redis.url, GENCTL_QUEUE_PASSWORD: 'open-sesame' },
    });
    for (const { code, stderr, stdout } of [byUrl, byEnvironment]) {
      expect(code, stderr).toBe(0);
      expect(stdout + stderr).not.toContain('open-sesame');
    }
  });

  it('whose password is changed while a worker runs is told with what mends it', async () => {
    const redis = await startRedis();
    const { env } = batchHome(await startBatchService());
    const worker = await startWorker({ url: redis.url, out: temporaryFolder('out-'), env });
    await redis.client.config('SET', 'requirepass', 'another');
    await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal');
    await worker.until(/NOAUTH[^\n]*; genctl tries again\. To fix it: start again with its current password/);
    worker.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  it('with a certificate of its own is told with the variable that names it, which is enough', async () => {
    const folder = temporaryFolder('genctl-tls-');
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...words, '-subj', '/CN=store', '-addext', 'subjectAltName=IP:127.0.0.1'], {
      stdio: 'ignore',
    });
    const port = `${await freePort()}`;
    const tls = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', cert];
    await startRedis(['--tls-port', port, '--tls-auth-clients', 'no', ...tls]);
    const { run } = batchHome(await startBatchService());
    const status = ['queue', 'status', '--queue', `rediss://127.0.0.1:${port}`, ...json];
    const refused = await run(status);
    expect(refused.code).toBe(9);
    expect(errorOf(refused)).toMatchObject({
      code: 'queue_unreachable',
      why: expect.stringContaining('does not trust its certificate: self-signed certificate'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS=FILE'),
    });
    const trusted = await run(status, { env: { NODE_EXTRA_CA_CERTS: cert } });
    expect(trusted.code, trusted.stderr).toBe(0);
  });
});
