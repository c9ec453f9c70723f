import * as bullmq from 'bullmq';
import { describe, expect, it } from 'vitest';
import type { ShotEnd } from '../../../src/batch/run/shots.ts';
import { CliError } from '../../../src/errors/cli-error.ts';
import type { ExitName } from '../../../src/errors/exit-codes.ts';
import { InterruptedError } from '../../../src/errors/interrupted-error.ts';
import type { ExecEnd } from '../../../src/follow/exec/run-exec.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { fateOf, type RefusePorts, refuseLine } from '../../../src/queue/serve/settle-line.ts';
import type { LockedJob } from '../../../src/queue/store/stored-lines.ts';

const record: JobRecord = {
  ...{ schema: 1, id: 'job_1', route: 'jobs', profile: 'studio', base_url: 'https://api.example.com' },
  ...{ recorded_at: '2026-11-22T10:00:00Z', seen_at: '2026-11-22T10:01:00Z', intent: null },
  ...{ job: { id: 'job_1', status: 'succeeded' }, replayed: false, finals: [], files: [] },
};

function refused(exit: ExitName, code = 'some_code'): ShotEnd {
  return refusedBy(new CliError(exit, { code, message: 'It did not work' }));
}

function refusedBy(error: CliError): ShotEnd {
  return { kind: 'refused', error, attempt: 1, failed: undefined };
}

function over(
  status: string,
  more: { isMissing?: boolean; failure?: CliError; exec?: ExecEnd } = {},
): ShotEnd {
  const job = { id: 'job_1', status };
  const end = { kind: 'over', id: 'job_1', job } as const;
  return {
    kind: 'followed',
    job: { isMissing: false, failure: undefined, ...more, end, record: { ...record, job } },
  };
}

const gone = new CliError('machine', { code: 'dead_link', message: 'It is gone', ofOne: true });
const busy = new CliError('rateLimited', { code: 'store_slow_down', message: 'Later', ofOne: true });
const ungranted = new CliError('unauthorized', { code: 'forbidden', message: 'No', ofOne: true });
const { job: queued } = record;
const asked = new CliError('rateLimited', { code: 'rate_limited', message: 'Later' });
const notLookedAt: ShotEnd = {
  kind: 'followed',
  job: {
    end: { kind: 'failed', id: 'job_1', job: queued, error: asked },
    ...{ record, failure: undefined, isMissing: false },
  },
};

describe('what becomes of a line in the queue', () => {
  it.each<[string, ShotEnd, string]>([
    ['whose job succeeded', over('succeeded'), 'done'],
    ['whose job failed', over('failed'), 'lost'],
    ['that the service refused', refused('refused'), 'lost'],
    ['that may be sent no more', refused('outcomeUnknown', 'key_may_be_forgotten'), 'lost'],
    ['that got the job of another line', refused('outcomeUnknown', 'id_of_another_request'), 'lost'],
    ['whose file nobody can fetch', over('succeeded', { failure: gone, isMissing: true }), 'lost'],
    ['whose host of files asks to wait', over('succeeded', { failure: busy, isMissing: true }), 'put_off'],
    ['whose looks are answered 429', notLookedAt, 'put_off'],
    ['whose model is not granted', refusedBy(ungranted), 'lost'],
    [
      'whose command of --exec a signal stopped',
      over('succeeded', { exec: { kind: 'interrupted' } }),
      'given_back',
    ],
    ['whose files a signal stopped', over('succeeded', { isMissing: true }), 'given_back'],
    ['that was not begun', { kind: 'unsent' }, 'given_back'],
    ['that found no service', refused('unreachable'), 'put_off'],
    ['whose answer never arrived', refused('outcomeUnknown', 'outcome_unknown'), 'put_off'],
  ])('%s', (_, end, kind) => {
    expect(fateOf(end, 0)).toMatchObject({ kind });
  });

  it.each<[ExitName]>([['outOfBalance'], ['unauthorized'], ['machine'], ['rateLimited']])(
    'that met what every other would meet is given back, and this worker stops: %s',
    (exit) => {
      expect(fateOf(refused(exit), 0)).toMatchObject({ kind: 'given_back', stops: { exit } });
    },
  );

  it('that a signal cut off is given back at once', () => {
    const error = new InterruptedError('SIGTERM', { code: 'interrupted', message: 'Stopped by SIGTERM' });
    const end: ShotEnd = { kind: 'refused', error, attempt: 1, failed: undefined };
    expect(fateOf(end, 0)).toEqual({ kind: 'given_back', stops: undefined });
  });

  it('whose files this machine can’t write goes to another one', () => {
    const failure = new CliError('machine', { code: 'disk_full', message: 'The disk is full' });
    const fate = fateOf(over('succeeded', { failure, isMissing: true }), 0);
    expect(fate).toMatchObject({ kind: 'given_back', stops: { code: 'disk_full' } });
  });

  it('that was put off again and again is lost in the end', () => {
    expect(fateOf(refused('unreachable'), 20)).toMatchObject({ kind: 'lost', message: 'It did not work' });
  });
});

/** A line that this worker holds by the lock of that name. */
function refusal(lock = 'lock') {
  const done: string[] = [];
  const job = {
    ...{ id: 'g1-key', name: 'shots/s1', data: { job: 'job_1' } },
    moveToWait: async (token: string) => void done.push(`to the head with ${token}`),
  };
  const redis = {
    async eval(_script: string, _keys: number, key: string, _line: string, token: string, text: string) {
      if (key !== 'lines:g1-key:lock' || token !== lock) return 0;
      done.push(text.includes('"end"') ? 'ended' : 'told');
      return 1;
    },
  };
  const queue = { toKey: (id: string) => `lines:${id}` };
  const ports = {
    connection: { engine: { bullmq }, queue, redis, shown: 'redis://127.0.0.1' },
    tell: ({ fate }: { fate: { kind: string } }) => done.push(fate.kind),
    endFor: async ({ code }: CliError) => void done.push(`stops for ${code}`),
  };
  const locked = { job, token: 'lock' } as unknown as LockedJob;
  return { done, refuse: (error: CliError) => refuseLine(locked, error, ports as unknown as RefusePorts) };
}

it('a line that this machine can’t take on goes to another one, with its job', async () => {
  const { done, refuse } = refusal();
  const full = new CliError('machine', { code: 'disk_full', message: 'The disk is full' });
  await expect(refuse(full)).rejects.toBeInstanceOf(bullmq.WaitingError);
  expect(done).toEqual(['given_back', 'stops for disk_full', 'to the head with lock']);
});

it('a line that no worker may take on is failed with its reason', async () => {
  const { done, refuse } = refusal();
  const old = new CliError('outcomeUnknown', { code: 'key_may_be_forgotten', message: 'It is old' });
  await expect(refuse(old)).rejects.toBeInstanceOf(bullmq.UnrecoverableError);
  expect(done).toEqual(['lost', 'ended']);
});

it('a line that another worker holds by now is not touched', async () => {
  const { done, refuse } = refusal('another lock');
  const old = new CliError('outcomeUnknown', { code: 'key_may_be_forgotten', message: 'It is old' });
  await expect(refuse(old)).rejects.toBeInstanceOf(bullmq.WaitingError);
  expect(done).toEqual(['lost']);
});
