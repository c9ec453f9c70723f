import { describe, expect, it } from 'vitest';
import { execValues } from '../../../src/follow/exec/run-exec.ts';
import type { Intent } from '../../../src/ledger/record.ts';
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
