import { describe, expect, it } from 'vitest';
import { MachineError } from '../../../src/errors/endings.ts';
import type { FollowedJob } from '../../../src/follow/follow.ts';
import { followedAfterSignal } from '../../../src/follow/words/on-interrupt.ts';
import { inState, jobRecord } from '../../ledger/fixtures/records.ts';

const unwritten = new MachineError({ code: 'ledger_failed', message: 'the record could not be written' });
const over = inState(jobRecord('job_over'), 'succeeded');

/** A job whose end is not its own: it is over, and its record could not be written. */
const followed: FollowedJob = {
  record: over,
  end: { kind: 'failed', id: over.id, job: over.job, error: unwritten },
  failure: undefined,
  isMissing: false,
};

const unused = () => {
  throw new Error('nothing is asked of the service, the ledger or the person');
};

function interrupted(signal: AbortSignal) {
  return {
    interruption: () => signal,
    interruptedAgain: new AbortController().signal,
    clock: { nowMs: unused },
    listen: unused,
    apiOf: unused,
    ledger: unused,
  };
}

describe('what a signal makes of the jobs that were followed', () => {
  it.each(['detach', 'cancel'] as const)(
    'with --on-interrupt %s an end that is no success stays one where the job was over before',
    async (onInterrupt) => {
      const context = interrupted(AbortSignal.abort());
      expect(await followedAfterSignal(context, [followed], { onInterrupt })).toEqual([followed]);
    },
  );
});
