import { describe, expect, it } from 'vitest';
import type { InterruptedError, InterruptSignal } from '../../../src/errors/interrupted-error.ts';
import { createOnward } from '../../../src/request/onward.ts';
import { catchSignals } from '../../../src/run/context/catch-signals.ts';

/** A process that signals come to, and what each did to it. */
function newProcess() {
  const told: Pick<InterruptedError, 'why' | 'hint'>[] = [];
  const listeners = new Map<string, () => 'go on' | 'end'>();
  const onward = createOnward({ baseUrl: undefined, profile: undefined, sandbox: false });
  const signals = catchSignals(
    {
      onSignal(signal, hear) {
        listeners.set(signal, hear);
        return () => listeners.delete(signal);
      },
    },
    onward,
    { prepare() {}, tell: ({ why, hint }) => told.push({ why, hint }) },
  );
  return { signals, told, get: (signal: InterruptSignal) => listeners.get(signal)?.() };
}

describe('signals of a command that has something to end in good order', () => {
  it('abort its work at the first, and end the process at the second of a kind, after the last acts', () => {
    const { get, signals } = newProcess();
    const signal = signals.interruption();
    const acts: string[] = [];
    signals.beforeKilled(() => acts.push('killed'));
    signals.beforeKilled(() => acts.push('taken back'))();
    expect(get('SIGINT')).toBe('go on');
    expect(signal.reason).toMatchObject({ name: 'AbortError', signal: 'SIGINT' });
    expect(get('SIGTERM')).toBe('go on');
    expect(acts).toEqual([]);
    expect(get('SIGINT')).toBe('end');
    expect(acts).toEqual(['killed']);
    expect(signals.interruptedAgain.aborted).toBe(false);
    expect(() => signals.throwIfInterrupted([])).toThrow('Stopped (Ctrl-C)');
  });

  it.each([
    ['of its kind', 'SIGINT'],
    ['of another kind', 'SIGTERM'],
  ] as const)('leave the process a second one %s where work goes on after the first', (_, second) => {
    const { get, signals } = newProcess();
    signals.interruption();
    signals.expectSecondSignal();
    expect(get('SIGINT')).toBe('go on');
    expect(signals.interruptedAgain.aborted).toBe(false);
    expect(get(second)).toBe('go on');
    expect(signals.interruptedAgain.aborted).toBe(true);
    expect(get(second)).toBe('end');
  });

  it('tell what is left where the process ends by the second', () => {
    const { get, signals, told } = newProcess();
    signals.interruption();
    signals.leftIfKilled(() => ({ jobIds: ['job_a'] }));
    signals.leftIfKilled(() => ({ idempotencyKey: 'key-1', recoverable: true }));
    signals.leftIfKilled(() => ({ jobIds: ['job_b'] }))();
    get('SIGINT');
    expect(told).toEqual([]);
    get('SIGINT');
    expect(told).toEqual([
      {
        why: 'job_a keeps running. A submit was under way; genctl kept it.',
        hint: 'genctl wait job_a\nfor the submits without an answer: genctl recover',
      },
    ]);
  });

  it('name no job as running that was canceled since', () => {
    const { get, signals, told } = newProcess();
    signals.interruption();
    signals.leftIfKilled(() => ({ jobIds: ['job_a', 'job_b'] }));
    signals.leftIfKilled(() => ({ stopped: [{ id: 'job_a', job: { id: 'job_a', status: 'canceled' } }] }));
    get('SIGINT');
    get('SIGINT');
    expect(told).toEqual([{ why: 'job_a was canceled. job_b keeps running.', hint: 'genctl wait job_b' }]);
  });

  it('tell nothing at the second where nothing is left', () => {
    const { get, signals, told } = newProcess();
    signals.interruption();
    get('SIGINT');
    expect(get('SIGINT')).toBe('end');
    expect(told).toEqual([]);
  });

  it('name what was canceled, and what else there is to continue with', () => {
    const { get, signals } = newProcess();
    signals.interruption();
    get('SIGINT');
    const stopped = [
      { id: 'job_b', job: { id: 'job_b', status: 'canceled' } },
      { id: 'job_c', job: { id: 'job_c', status: 'canceled' } },
      { id: 'job_e', job: { id: 'job_e', status: 'succeeded', cost_usd: 0.2 } },
    ];
    const left = { stopped, unrun: ['job_d'] };
    expect(() => signals.throwIfInterrupted(['job_a'], left)).toThrow(
      expect.objectContaining({
        exitCode: 130,
        why: '2 jobs were canceled. job_e had already ended, charged $0.20. job_a keeps running. --exec has not finished for job_d.',
        hint: 'genctl wait job_a job_d',
      }),
    );
  });
});
