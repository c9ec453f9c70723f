import { beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { type CrashCase, proveAll, traceSubmit } from './fixtures/crash-case.ts';
import { everyCall, everyFault, type Trace, traceOf } from './fixtures/crash-cases.ts';

// Every pair of a call and a fault is in the system tests; here each stands alone, of the calls a sample.
describe('a submit that is killed -9, recovered and run again is one job, charged once, under one key', () => {
  let named: Trace = { calls: [], lastBefore: 0 };
  let unnamed: Trace = named;
  beforeAll(async () => {
    named = traceOf(await traceSubmit(true));
    unnamed = traceOf(await traceSubmit(false));
    for (const { calls, lastBefore } of [named, unnamed]) {
      expect(lastBefore, calls.join(' ')).toBeGreaterThan(10);
      expect(calls.length - lastBefore, calls.join(' ')).toBeGreaterThan(8);
    }
  });

  it('before each call that changes the disk, and midway through each write', async () => {
    await proveAll(sampledCalls(named, everyCall(named, true)));
  }, 300_000);

  it('as each fault happens; and nobody needs to recover where it was left alone', async () => {
    await proveAll(everyFault(true));
  }, 300_000);

  it('without a name, too: recovered, it is the one job that its key made', async () => {
    const { calls, lastBefore } = unnamed;
    const late = everyCall({ calls, lastBefore }, false).filter(
      ({ crash }) => typeof crash !== 'string' && crash.at >= lastBefore - 2,
    );
    await proveAll(sampledCalls(unnamed, late));
  }, 300_000);
});

describe('a submit under a budget that is killed -9, recovered and run again', () => {
  it('has reserved what its one job may cost, once, wherever it was killed', async () => {
    const trace = traceOf(await traceSubmit(true, true));
    const cases = everyCall(trace, true).map((one) => ({ ...one, budgeted: true }));
    expect(cases.length).toBeGreaterThan(30);
    await proveAll(sampledCalls(trace, cases));
  }, 300_000);
});

/** Of each call that changes the disk some, on either side of the network. */
function sampledCalls({ calls, lastBefore }: Trace, cases: readonly CrashCase[]): readonly CrashCase[] {
  return sample(
    cases,
    ({ crash }) => {
      if (typeof crash === 'string') return crash;
      const side = crash.at <= lastBefore ? 'sent' : 'answered';
      return `${crash.when} ${calls[crash.at - 1]}, before it is ${side}`;
    },
    6,
  );
}
