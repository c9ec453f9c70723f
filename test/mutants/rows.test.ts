import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isEveryday } from '../levels.ts';
import { placeMutants, readSources } from './mutant.ts';
import { mutants } from './rows.ts';

describe('the table of mutants', () => {
  const { faults, placed } = placeMutants(mutants, readSources(resolve(import.meta.dirname, '../..')));

  it('has the text of each line exactly once in the source, and tests that are there', () => {
    expect(faults, 'mend test/mutants/rows/ together with the source').toEqual([]);
    expect(placed.length).toBeGreaterThan(60);
  });

  it('names tests of the everyday suite, so that it ends each of them', () => {
    expect(placed.flatMap(({ tests }) => tests).filter((path) => !isEveryday(path))).toEqual([]);
  });

  it('says of no two the same', () => {
    const said = mutants.map(({ guards }) => guards);
    expect(said.filter((one, place) => said.indexOf(one) !== place)).toEqual([]);
  });
});
