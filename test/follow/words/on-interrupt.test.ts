import { describe, expect, it } from 'vitest';
import { MachineError, UnreachableError } from '../../../src/errors/endings.ts';
import type { FollowedJob } from '../../../src/follow/follow.ts';
import { cancelLeft, followedAfterSignal } from '../../../src/follow/words/on-interrupt.ts';
import type { FlowEvent } from '../../../src/ledger/events.ts';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { inState, jobRecord } from '../../ledger/fixtures/records.ts';
import { recordOf } from '../follows.ts';

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
    leftIfKilled: () => () => {},
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
      expect(await followedAfterSignal(context, [followed], { onInterrupt, download: true })).toEqual([
        followed,
      ]);
    },
  );
});

/** A service that cancels what it is asked to, in the order in which it was asked. */
function newService(refuses: (id: string) => unknown = () => undefined) {
  const asked: string[] = [];
  const events: FlowEvent[] = [];
  const stop = new AbortController();
  return {
    asked,
    events,
    stop,
    ports: {
      signal: stop.signal,
      listen: (event: FlowEvent) => events.push(event),
      async cancel({ id }: JobRecord) {
        asked.push(id);
        const refusal = refuses(id);
        if (refusal !== undefined) throw refusal;
        return { job: { id, status: 'canceled' } };
      },
      keep: async (record: JobRecord, { job }: Pick<JobRecord, 'job'>) => ({ ...record, job }),
    },
  };
}

const ended = (id: string): JobRecord => ({ ...recordOf(id), job: { id, status: 'succeeded' } });

describe('jobs that a signal left', () => {
  it('are canceled and told; those that are over stay', async () => {
    const { asked, events, ports } = newService();
    const records = await cancelLeft([recordOf('job_a'), ended('job_b'), recordOf('job_c')], ports);
    expect(asked).toEqual(['job_a', 'job_c']);
    expect(records.map(({ job }) => job.status)).toEqual(['canceled', 'succeeded', 'canceled']);
    expect(events).toMatchObject([
      { kind: 'warning', message: 'canceling 2 jobs; a second signal stops that' },
      { kind: 'state', jobId: 'job_a', status: 'canceled', previous: 'queued' },
      { kind: 'state', jobId: 'job_c', status: 'canceled' },
    ]);
  });

  it('are canceled eight at once', async () => {
    const { ports } = newService();
    let [underWay, most] = [0, 0];
    const records = Array.from({ length: 20 }, (_, place) => recordOf(`job_${place}`));
    const after = await cancelLeft(records, {
      ...ports,
      async cancel(record) {
        underWay += 1;
        most = Math.max(most, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
        return ports.cancel(record);
      },
    });
    expect(most).toBe(8);
    expect(after.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
    expect(after.every(({ job }) => job.status === 'canceled')).toBe(true);
  });

  it('are not told to be canceled where none goes on', async () => {
    const { asked, events, ports } = newService();
    await cancelLeft([ended('job_b')], ports);
    expect([asked, events]).toEqual([[], []]);
  });

  it('go on where they can not be canceled, which is told and stops no other', async () => {
    const failure = new UnreachableError({ code: 'unreachable', message: 'no answer', hint: 'later' });
    const { events, ports } = newService((id) => (id === 'job_a' ? failure : undefined));
    const records = await cancelLeft([recordOf('job_a'), recordOf('job_b')], ports);
    expect(records.map(({ job }) => job.status)).toEqual(['queued', 'canceled']);
    expect(events).toContainEqual({
      kind: 'warning',
      message: 'job_a could not be canceled and keeps running: no answer',
    });
  });

  it('may go on after a cancel that the service took, which is told', async () => {
    const { events, ports } = newService();
    const cancel = async ({ id }: JobRecord) => ({ job: { id, status: 'running' } });
    const records = await cancelLeft([recordOf('job_a')], { ...ports, cancel });
    expect(records.map(({ job }) => job.status)).toEqual(['running']);
    expect(events.at(-1)).toEqual({
      kind: 'warning',
      message: 'job_a is not canceled: after the cancel the service calls it running',
    });
  });

  it('are over where they were canceled and that could not be recorded, which is told', async () => {
    const { events, ports } = newService();
    const keep = async () => {
      throw unwritten;
    };
    const now = await cancelLeft([inState(jobRecord('job_1'), 'running')], { ...ports, keep });
    expect(now.map(({ job }) => job.status)).toEqual(['canceled']);
    expect(events.at(-1)).toEqual({
      kind: 'warning',
      message: 'job_1 has ended, and its end is not on record: the record could not be written',
    });
  });

  it('are left as they are from a second signal on, in silence', async () => {
    const { asked, events, ports, stop } = newService(() => {
      stop.abort();
      return stop.signal.reason;
    });
    const records = await cancelLeft([recordOf('job_a'), recordOf('job_b')], ports);
    expect(asked).toEqual(['job_a']);
    expect(records.map(({ job }) => job.status)).toEqual(['queued', 'queued']);
    expect(events).toMatchObject([{ message: 'canceling 2 jobs; a second signal stops that' }]);
  });
});
