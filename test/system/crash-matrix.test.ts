import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { proveAll, traceSubmit } from '../transcripts/fixtures/crash-case.ts';
import { everyCall, everyFault, faultThenCall, traceOf } from '../transcripts/fixtures/crash-cases.ts';

describe('a submit that is killed -9 at any call, after any fault', () => {
  it.each([
    ['under a name', true, false],
    ['without a name', false, false],
    ['under a name and a budget', true, true],
  ])(
    '%s is one job, charged once, under one key',
    async (title, named, budgeted) => {
      const trace = traceOf(await traceSubmit(named, budgeted));
      const calls = [...everyCall(trace, named), ...faultThenCall(trace, 1, named)];
      const alone = everyFault(named);
      expect(calls.length + alone.length).toBeGreaterThan(100);
      // `npm run test:proofs` takes all; a run of CI a third of the faults that stand alone, and of the calls some after each fault.
      const cases = [
        ...sample(alone, ({ crash }) => `${title} ${crash}`, 3),
        ...sample(calls, ({ fault }) => `${title} ${fault}`, 30),
      ];
      await proveAll(cases.map((one) => ({ ...one, budgeted })));
    },
    600_000,
  );
});
