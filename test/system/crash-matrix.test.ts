import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { proveAll, traceSubmit } from '../transcripts/fixtures/crash-case.ts';
import { everyCall, everyFault, faultThenCall, traceOf } from '../transcripts/fixtures/crash-cases.ts';

describe('a submit that is killed -9 at any call, after any fault', () => {
  it.each([
    ['under a name', true],
    ['without a name', false],
  ])(
    '%s is one job, charged once, under one key',
    async (_, named) => {
      const trace = traceOf(await traceSubmit(named));
      const cases = [...everyCall(trace, named), ...everyFault(named), ...faultThenCall(trace, 1, named)];
      expect(cases.length).toBeGreaterThan(100);
      // The everyday suite takes fewer yet, `npm run test:proofs` all.
      await proveAll(
        sample(
          cases,
          ({ crash, fault }) => (typeof crash === 'string' ? fault : `${fault} ${crash.when}`),
          3,
        ),
      );
    },
    600_000,
  );
});
