import { describe, expect, it } from 'vitest';
import type { InterruptSignal } from '../../../src/errors/interrupted-error.ts';
import { createOnward } from '../../../src/request/onward.ts';
import { catchSignals } from '../../../src/run/context/catch-signals.ts';

/** A process that signals come to, and what each did to it. */
function newProcess() {
  const listeners = new Map<string, () => 'go on' | 'end'>();
  const onward = createOnward({ baseUrl: undefined, profile: undefined, sandbox: false });
  const interruption = catchSignals(
    {
      onSignal(signal, hear) {
        listeners.set(signal, hear);
        return () => listeners.delete(signal);
      },
    },
    onward,
  );
  return { interruption, get: (signal: InterruptSignal) => listeners.get(signal)?.() };
}

describe('signals of a command that has something to end in good order', () => {
  it('abort its work at the first, and end the process at the second of a kind, after the last acts', () => {
    const { get, interruption } = newProcess();
    const signal = interruption.signal();
    const acts: string[] = [];
    interruption.beforeKilled(() => acts.push('killed'));
    interruption.beforeKilled(() => acts.push('taken back'))();
    expect(get('SIGINT')).toBe('go on');
    expect(signal.reason).toMatchObject({ name: 'AbortError', signal: 'SIGINT' });
    expect(get('SIGTERM')).toBe('go on');
    expect(acts).toEqual([]);
    expect(get('SIGINT')).toBe('end');
    expect(acts).toEqual(['killed']);
    expect(interruption.again.aborted).toBe(false);
    expect(() => interruption.throwIfInterrupted([])).toThrow('Stopped (Ctrl-C)');
  });

  it.each([
    ['of its kind', 'SIGINT'],
    ['of another kind', 'SIGTERM'],
  ] as const)('leave the process a second one %s where work goes on after the first', (_, second) => {
    const { get, interruption } = newProcess();
    interruption.signal();
    interruption.expectAgain();
    expect(get('SIGINT')).toBe('go on');
    expect(interruption.again.aborted).toBe(false);
    expect(get(second)).toBe('go on');
    expect(interruption.again.aborted).toBe(true);
    expect(get(second)).toBe('end');
  });

  it('name what was canceled, and what else there is to continue with', () => {
    const { get, interruption } = newProcess();
    interruption.signal();
    get('SIGINT');
    const left = { canceled: ['job_b', 'job_c'], unrun: ['job_d'] };
    expect(() => interruption.throwIfInterrupted(['job_a'], left)).toThrow(
      expect.objectContaining({
        exitCode: 130,
        why: '2 jobs were canceled. job_a keeps running. --exec has not finished for job_d.',
        hint: 'genctl wait job_a job_d',
      }),
    );
  });
});
