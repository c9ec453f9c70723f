import { describe, expect, it } from 'vitest';
import { UnreachableError } from '../../src/errors/endings.ts';
import { cancelLeft } from '../../src/follow/cancel-left.ts';
import type { FlowEvent } from '../../src/ledger/events.ts';
import type { JobRecord } from '../../src/ledger/record.ts';
import { recordOf } from './follows.ts';

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
        return { id, status: 'canceled' };
      },
      keep: async (record: JobRecord, { job }: Pick<JobRecord, 'job'>) => ({ ...record, job }),
    },
  };
}

const over = (id: string): JobRecord => ({ ...recordOf(id), job: { id, status: 'succeeded' } });

describe('jobs that a signal left', () => {
  it('are canceled one after another and told; those that are over stay', async () => {
    const { asked, events, ports } = newService();
    const records = await cancelLeft([recordOf('job_a'), over('job_b'), recordOf('job_c')], ports);
    expect(asked).toEqual(['job_a', 'job_c']);
    expect(records.map(({ job }) => job.status)).toEqual(['canceled', 'succeeded', 'canceled']);
    expect(events).toMatchObject([
      { kind: 'state', jobId: 'job_a', status: 'canceled', previous: 'queued' },
      { kind: 'state', jobId: 'job_c', status: 'canceled' },
    ]);
  });

  it('go on where they can not be canceled, which is told and stops no other', async () => {
    const failure = new UnreachableError({ code: 'unreachable', message: 'no answer', hint: 'later' });
    const { events, ports } = newService((id) => (id === 'job_a' ? failure : undefined));
    const records = await cancelLeft([recordOf('job_a'), recordOf('job_b')], ports);
    expect(records.map(({ job }) => job.status)).toEqual(['queued', 'canceled']);
    expect(events[0]).toEqual({
      kind: 'warning',
      message: 'job_a could not be canceled and keeps running: no answer',
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
    expect(events).toEqual([]);
  });
});
