import * as bullmq from 'bullmq';
import { expect, it } from 'vitest';
import { CliError } from '../../../src/errors/cli-error.ts';
import { type RefusePorts, refuseLine } from '../../../src/queue/serve/refuse-line.ts';
import type { LockedJob } from '../../../src/queue/store/held-write.ts';

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
