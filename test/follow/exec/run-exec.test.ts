import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MachineError } from '../../../src/errors/endings.ts';
import { execValues, runExec } from '../../../src/follow/exec/run-exec.ts';
import type { FlowEvent } from '../../../src/ledger/events.ts';
import type { Intent, JobRecord } from '../../../src/ledger/record.ts';
import type { OutputMeans } from '../../../src/outputs/output-means.ts';
import { recordOf } from '../follows.ts';

const intent = {
  model: 'vendor-b/video-2.5',
  once: 'spot/s03',
  attempt: 2,
  draft_of: null,
  batch: { name: 'spot', shot: 's03', fields: {} },
} as unknown as Intent;

describe('the variables of a command', () => {
  it('tell of the job, its files and its line', () => {
    const job = { id: 'job_a', status: 'succeeded', model: 'vendor-b/video-2.5', cost_usd: 0.25 };
    const values = execValues({ ...recordOf('job_a'), intent, job }, ['/out/1.mp4', '/out/2.png'], {
      input: { prompt: 'a red fox', seed: 0 },
    });
    expect(values).toMatchObject({
      GENCTL_JOB_ID: 'job_a',
      GENCTL_JOB_STATUS: 'succeeded',
      GENCTL_FILES: '/out/1.mp4\n/out/2.png',
      GENCTL_MODEL: 'vendor-b/video-2.5',
      GENCTL_PROMPT: 'a red fox',
      GENCTL_SEED: '0',
      GENCTL_PROFILE: 'default',
      GENCTL_COST_USD: '0.25',
      GENCTL_ONCE: 'spot/s03',
      GENCTL_BATCH: 'spot',
      GENCTL_SHOT: 's03',
      GENCTL_ATTEMPT: '2',
    });
  });

  it('are unset where nothing is known, and a charge of nothing is 0', () => {
    const job = {
      id: 'job_a',
      status: 'failed',
      cost_usd: 0,
      error: { code: 'timeout', message: 'x'.repeat(5_000) },
    };
    const values = execValues({ ...recordOf('job_a'), profile: 'environment', job }, [], null);
    expect(values).toMatchObject({ GENCTL_COST_USD: '0', GENCTL_ERROR_CODE: 'timeout' });
    expect(values.GENCTL_ERROR_MESSAGE).toHaveLength(1_000);
    for (const name of [
      'GENCTL_FILES',
      'GENCTL_PROMPT',
      'GENCTL_SEED',
      'GENCTL_ONCE',
      'GENCTL_BATCH',
      'GENCTL_PROFILE',
      'GENCTL_ATTEMPT',
    ] as const)
      expect(values[name], name).toBeUndefined();
  });
});

/** A run whose commands a shell runs in a folder, and a ledger in memory that has one job. */
function newRun({ folder = tmpdir(), signal = new AbortController().signal, isFull = false } = {}) {
  const events: FlowEvent[] = [];
  let record = recordOf('job_a');
  const ledger = {
    find: async () => record,
    async updateJob(_: string, change: (known: JobRecord) => JobRecord) {
      if (isFull) throw new MachineError({ code: 'store_failed', message: 'full', hint: 'make room' });
      record = change(record);
      return record;
    },
  };
  const context = {
    around: { environment: { PATH: process.env.PATH }, platform: process.platform, workingFolder: folder },
    clock: { monotonicMs: () => 0, nowMs: () => 0, sleep: (ms: number) => sleep(ms) },
    interruption: () => signal,
    beforeKilled: () => () => {},
    listen: (event: FlowEvent) => events.push(event),
    ledger: async () => ledger,
    terminal: { unmuted: { writeAsIs() {}, drain: async () => {} } },
  } as unknown as OutputMeans;
  return {
    events,
    kinds: () => events.map(({ kind }) => kind),
    noted: () => record.execs ?? [],
    run: (command: string) => runExec(context, command, recordOf('job_a')),
  };
}

describe('a command for a job that is over', () => {
  it('that ends with 0 is noted, and not run again', async () => {
    const { kinds, noted, run } = newRun();
    expect(await run('exit 0')).toEqual({ kind: 'done' });
    expect(noted()).toHaveLength(1);
    expect(await run('exit 0')).toEqual({ kind: 'done' });
    expect(kinds()).toEqual(['exec-started', 'exec-ended', 'exec-known']);
    expect(noted()).toHaveLength(1);
  });

  it('is another one where its words are others', async () => {
    const { noted, run } = newRun();
    await run('exit 0');
    await run('true');
    expect(noted()).toHaveLength(2);
  });

  it.each([
    ['exit 3', undefined, 'It ended with exit code 3.'],
    ['kill -9 $$', undefined, 'It was ended by SIGKILL.'],
    ['true', join(tmpdir(), 'genctl-gone'), /^It could not be started: the folder .* is gone\.$/],
  ])('that fails (%s) is told with why, and runs again the next time', async (command, folder, why) => {
    const { kinds, noted, run } = newRun({ folder });
    const failed = { code: 'exec_failed', exitCode: 12, jobId: 'job_a', message: '--exec failed for job_a' };
    const end = await run(command);
    expect(end).toMatchObject({ kind: 'failed', error: failed });
    expect(end.kind === 'failed' && end.error.why).toMatch(why);
    await run(command);
    expect(noted()).toEqual([]);
    expect(kinds().filter((kind) => kind === 'exec-started')).toHaveLength(2);
  });

  it('that a signal ended is not noted, and after the signal none begins', async () => {
    const stop = new AbortController();
    const { kinds, noted, run } = newRun({ signal: stop.signal });
    const ended = run('sleep 60');
    stop.abort();
    expect(await ended).toEqual({ kind: 'interrupted' });
    const before = kinds().length;
    expect(await run('exit 0')).toEqual({ kind: 'interrupted' });
    expect([noted(), kinds().length]).toEqual([[], before]);
  });

  it('that could not be noted counts as failed, by what the disk said', async () => {
    const { run } = newRun({ isFull: true });
    expect(await run('exit 0')).toMatchObject({ kind: 'failed', error: { exitCode: 14, jobId: 'job_a' } });
  });
});
