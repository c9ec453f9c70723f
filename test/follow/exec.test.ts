import { describe, expect, it } from 'vitest';
import { MachineError } from '../../src/errors/endings.ts';
import { type ExecPorts, execFor } from '../../src/follow/exec.ts';
import type { ExecRun, FlowEvent } from '../../src/ledger/events.ts';
import { recordOf } from './follows.ts';
import { createFakeClock } from './wait/fake-clock.ts';

const record = recordOf('job_a');

/** A shell whose command ends so, and a ledger in memory. */
function newShell(run: ExecRun, changes: Partial<ExecPorts> = {}) {
  const events: FlowEvent[] = [];
  const noted = new Set<string>();
  let runs = 0;
  const ports: ExecPorts = {
    clock: createFakeClock(),
    signal: new AbortController().signal,
    listen: (event) => events.push(event),
    isNoted: async ({ id }) => noted.has(id),
    async run() {
      runs += 1;
      return run;
    },
    async note({ id }) {
      noted.add(id);
    },
    ...changes,
  };
  return { events, noted, ports, runs: () => runs };
}

describe('a command for a job that is over', () => {
  it('that ends with 0 is noted, and not run again', async () => {
    const { events, noted, ports, runs } = newShell({ how: 'ended', exitCode: 0 });
    expect(await execFor(record, ports)).toEqual({ kind: 'done' });
    expect([...noted]).toEqual(['job_a']);
    expect(await execFor(record, ports)).toEqual({ kind: 'done' });
    expect(runs()).toBe(1);
    expect(events.map(({ kind }) => kind)).toEqual(['exec-started', 'exec-ended', 'exec-known']);
  });

  it.each([
    [{ how: 'ended', exitCode: 3 } as const, 'It ended with exit code 3.'],
    [{ how: 'killed', signal: 'SIGKILL' } as const, 'It was ended by SIGKILL.'],
    [{ how: 'not-started', why: 'spawn E2BIG' } as const, 'It could not be started: spawn E2BIG.'],
  ])('that fails (%j) is told with why, and runs again the next time', async (run, why) => {
    const { noted, ports, runs } = newShell(run);
    expect(await execFor(record, ports)).toMatchObject({
      kind: 'failed',
      error: { code: 'exec_failed', exitCode: 12, jobId: 'job_a', message: '--exec failed for job_a', why },
    });
    await execFor(record, ports);
    expect(noted.size).toBe(0);
    expect(runs()).toBe(2);
  });

  it('that a signal ended is not noted, and after the signal none begins', async () => {
    const { events, noted, ports } = newShell({ how: 'interrupted' });
    expect(await execFor(record, ports)).toEqual({ kind: 'interrupted' });
    expect(noted.size).toBe(0);
    events.length = 0;
    const late = newShell({ how: 'ended', exitCode: 0 }, { signal: AbortSignal.abort() });
    expect(await execFor(record, late.ports)).toEqual({ kind: 'interrupted' });
    expect(late.runs()).toBe(0);
  });

  it('that could not be noted counts as failed, by what the disk said', async () => {
    const { ports } = newShell(
      { how: 'ended', exitCode: 0 },
      {
        note: async () => {
          throw new MachineError({ code: 'store_failed', message: 'full', hint: 'make room' });
        },
      },
    );
    expect(await execFor(record, ports)).toMatchObject({
      kind: 'failed',
      error: { exitCode: 14, jobId: 'job_a' },
    });
  });
});
