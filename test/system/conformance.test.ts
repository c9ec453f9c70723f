import { describe, expect, it } from 'vitest';
import { proveTyped, typedCases } from '../transcripts/fixtures/typed-case.ts';
import { newHome } from '../transcripts/genctl.ts';

describe.concurrent('every case, typed at the binary past the check and before it', () => {
  const { run } = newHome();
  const cases = typedCases();

  it('is there, of each way to submit', () => {
    expect(cases.length).toBeGreaterThan(800);
    expect(new Set(cases.map(({ request }) => request.path)).size).toBe(6);
  });

  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => proveTyped(run, one));
});
