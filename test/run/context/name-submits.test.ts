import { expect, it } from 'vitest';
import { MachineError } from '../../../src/errors/endings.ts';
import { say, thenAgain } from '../../../src/errors/hint.ts';
import { createOnward } from '../../../src/request/onward.ts';
import { type LeftByRun, nameSubmits } from '../../../src/run/context/name-submits.ts';

const onward = createOnward({ baseUrl: undefined, profile: undefined, sandbox: false });

function named(left: Partial<LeftByRun>): MachineError {
  const error = new MachineError({
    code: 'machine_failed',
    message: 'this machine stopped genctl',
    why: 'EMFILE at open',
    hint: say`raise the limit${thenAgain}`,
  });
  nameSubmits(error, { submitted: [], lefts: [], onward, ...left });
  return error;
}

it('an error names the job that was submitted before it, and no line that would pay for it again', () => {
  const error = named({ submitted: ['job_a'] });
  expect(error).toMatchObject({ jobId: 'job_a', retryable: false });
  expect(error.hint).toBe('raise the limit, then: genctl wait job_a');
});

it('an error names the key of each submit that has no answer, and the line that settles it', () => {
  const error = named({ lefts: [{ idempotencyKey: 'key-1', recoverable: true }] });
  expect(error.why).toBe('EMFILE at open\nA submit was under way, under the key key-1; genctl kept it.');
  expect(error).toMatchObject({ hint: 'raise the limit, then: genctl recover', retryable: false });
  const several = named({
    submitted: ['job_a', 'job_b'],
    lefts: ['key-1', 'key-2'].map((idempotencyKey) => ({ idempotencyKey, recoverable: true })),
  });
  expect(several.why).toContain('under the keys key-1, key-2');
  expect(several.hint).toBe('raise the limit, then: genctl wait job_a job_b, then: genctl recover');
});

it('an error of a run that only follows jobs names them, and may be met again', () => {
  const error = named({ lefts: [{ jobIds: ['job_a'] }] });
  expect(error).toMatchObject({ hint: 'raise the limit, then: genctl wait job_a', retryable: true });
});

it('an error of a batch names the line that goes on with it', () => {
  const error = named({ submitted: ['job_a'], lefts: [{ line: { run: ['batch', 'shots.csv'] } }] });
  expect(error.hint).toBe('raise the limit, then: genctl batch shots.csv');
});

it('an error of a run that left nothing stays as it is', () => {
  expect(named({}).hint).toBe('raise the limit, then run it again');
});
