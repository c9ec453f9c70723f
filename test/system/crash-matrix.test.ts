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
    async (_, named, budgeted) => {
      const trace = traceOf(await traceSubmit(named, budgeted));
      const cases = [...everyCall(trace, named), ...everyFault(named), ...faultThenCall(trace, 1, named)].map(
        (one) => ({ ...one, budgeted }),
      );
      expect(cases.length).toBeGreaterThan(100);
      // The everyday suite takes fewer yet, `npm run test:proofs` all.
      await proveAll(
        sample(
          cases,
          ({ crash, fault }) => (typeof crash === 'string' ? fault : `${fault} ${crash.when}`),
          12,
        ),
      );
    },
    600_000,
  );
});
