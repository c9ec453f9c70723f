import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { listenSandbox } from '../../src/sandbox/listen.ts';
import {
  type ExampleRun,
  exampleRuns,
  exampleText,
  kubernetesObjects,
} from '../docs/examples/example-files.ts';
import { startStoreDouble, storeEnvironment } from '../stores/store-double.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type MeasuredRun, startMeasured } from './fixtures/batch/measured-run.ts';
import { startRedis } from './fixtures/queue/redis.ts';

/** The service, the object store, the queue and the manifest that the examples name, all on loopback. */
async function places() {
  const folder = temporaryFolder('genctl-examples-');
  const chance = (bytes: number) => crypto.getRandomValues(Buffer.alloc(bytes));
  const service = await listenSandbox({
    ...{ port: 0, noCdn: false, nowMs: Date.now, randomBytes: chance, speed: 'instant' },
    folder: join(folder, 'served'),
  });
  onTestFinished(() => service.close());
  const store = await startStoreDouble();
  onTestFinished(() => store.close());
  const redis = await startRedis();
  const here = [
    ['redis://redis:6379', redis.url],
    ['"$GENCTL_QUEUE"', redis.url],
    ['0.0.0.0:9464', '127.0.0.1:0'],
    ['9464', '0'],
  ] as const;
  const text = manifestText();
  let machines = 0;
  /** Starts a run of an example on a machine of its own, where the places that it names are folders. */
  function start({ env, from, words }: ExampleRun): MeasuredRun {
    machines += 1;
    const machine = join(folder, `${machines}-${from}`);
    for (const name of ['manifest', 'journal', 'work']) mkdirSync(join(machine, name), { recursive: true });
    for (const name of ['manifest/shots.jsonl', 'shots.jsonl']) writeFileSync(join(machine, name), text);
    const moved = (word: string): string =>
      here
        .reduce((all, [there, right]) => (all === there ? right : all), word)
        .replace(/^\/(?=manifest|journal|work|tmp|var)/, `${machine}/`);
    const homes = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, moved(value)]));
    const account = { GENCTL_BASE_URL: service.baseUrl, GENCTL_API_KEY: service.apiKey };
    return startMeasured(words.map(moved), {
      home: machine,
      env: {
        ...account,
        ...storeEnvironment(store),
        // Of those that have no queue on their line the unit has it in its file of variables; the shards have none.
        ...(from.endsWith('.service') ? { GENCTL_QUEUE: redis.url } : {}),
        ...homes,
      },
    });
  }
  return { start, store };
}

function manifestText(): string {
  const map = kubernetesObjects('account.yaml').find(({ kind }) => kind === 'ConfigMap');
  const text = z.object({ data: z.object({ 'shots.jsonl': z.string() }) }).parse(map);
  return text.data['shots.jsonl'];
}

it('the examples run as they stand: shards alone, then three workers and the feeders of a queue', async () => {
  const { start, store } = await places();
  const runs = exampleRuns();
  const [shards, ...queued] = runs;
  if (shards === undefined) throw new Error('no example runs in shards');
  // Each shard of four is such a pod; together they have all lines.
  const { code, stderr } = await start({ ...shards, words: [...shards.words, '--shard', '1/1'] }).ended;
  expect(code, stderr).toBe(0);
  const pictures = () => [...store.objects.keys()].filter((key) => key.endsWith('.png'));
  expect(pictures()).toHaveLength(3);
  store.objects.clear();
  const workers = queued.filter(({ words }) => words[0] === 'worker').map(start);
  for (const worker of workers) await worker.until(/metrics at http:\/\/127\.0\.0\.1:\d+\/metrics/);
  for (const feeder of queued.filter(({ words }) => words[0] === 'batch')) {
    const ended = await start(feeder).ended;
    expect([feeder.from, ended.code], ended.stderr).toEqual([feeder.from, 0]);
  }
  expect(pictures()).toHaveLength(3);
  for (const worker of workers) worker.kill('SIGTERM');
  for (const worker of workers) expect(await worker.ended).toMatchObject({ code: 0 });
});

it('systemd takes the unit as it stands', async () => {
  const folder = temporaryFolder('genctl-unit-');
  const bin = join(folder, 'genctl');
  writeFileSync(bin, `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/genctl.js')}' "$@"\n`);
  chmodSync(bin, 0o755);
  const path = join(folder, 'genctl-worker.service');
  const verified = async (text: string) => {
    writeFileSync(path, text.replace('/usr/bin/genctl', bin));
    return (await promisify(execFile)('systemd-analyze', ['verify', '--man=no', path])).stderr;
  };
  const unit = exampleText('systemd/genctl-worker.service');
  expect(await verified(unit)).toBe('');
  expect(await verified(unit.replace('RestartSec', 'RestartSecond'))).toContain('RestartSecond');
});
