import { describe, expect, it } from 'vitest';
import { proveTyped, sampleOf, typedCases } from './fixtures/typed-case.ts';
import { newHome } from './genctl.ts';

/** Another run types other cases; what it finds is found again under its seed. The system tests type all of them. */
const seed = Number(process.env.CONFORMANCE_SEED ?? Math.floor(Math.random() * 1e9));

describe.concurrent(`the binary does what the service document says, CONFORMANCE_SEED=${seed}`, () => {
  const sample = sampleOf(typedCases(), seed);

  it('sees cases of each way to submit, taken and refused', () => expect(sample).toHaveLength(12));

  it.each(sample.map((one) => [one.name, one] as const))('%s', (_, one) => proveTyped(newHome().run, one));
});
