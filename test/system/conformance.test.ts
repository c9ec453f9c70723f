import { describe, expect, it } from 'vitest';
import { sample } from '../sample.ts';
import { proveTyped, typedCases } from '../transcripts/fixtures/typed-case.ts';
import { newHome } from '../transcripts/genctl.ts';

describe.concurrent('cases of each kind, typed at the binary past the check and before it', () => {
  const { run } = newHome();
  const cases = typedCases();
  // One in twenty, and by `npm run test:proofs` all.
  const drawn = sample(cases, ({ preflight, request }) => `${request.path} ${preflight}`, 20);

  it('is there, of each way to submit', () => {
    expect(cases.length).toBeGreaterThan(800);
    expect(new Set(cases.map(({ request }) => request.path)).size).toBe(6);
  });

  it.each(drawn.map((one) => [one.name, one] as const))('%s', (_, one) => proveTyped(run, one));
});
