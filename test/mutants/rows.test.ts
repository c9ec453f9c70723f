import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeMutants, readSources } from './mutant.ts';
import { mutants } from './rows.ts';

describe('the table of mutants', () => {
  it('has the text of each line exactly once in the source, and tests that are there', () => {
    const { faults, placed } = placeMutants(mutants, readSources(resolve(import.meta.dirname, '../..')));
    expect(faults, 'mend test/mutants/rows/ together with the source').toEqual([]);
    expect(placed.length).toBeGreaterThan(60);
  });

  it('says of no two the same', () => {
    const said = mutants.map(({ guards }) => guards);
    expect(said.filter((one, place) => said.indexOf(one) !== place)).toEqual([]);
  });
});
