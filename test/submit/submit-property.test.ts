import { afterEach, describe, expect, it } from 'vitest';
import { reach } from '../sample.ts';
import { badBody } from './fixtures/modelled-service.ts';
import { syncNothing } from './fixtures/no-sync.ts';
import { walk } from './fixtures/submit-walk.ts';

// What dies here are processes, never the machine, so nothing needs to reach the disk: hundreds of walks in seconds.
syncNothing();

const walksEach = reach(4, 40);
/** The seeds that walks begin with, for either way that a ledger works. */
const seeds = { 'at once': [1, 41, 81, 121, 161], together: [201, 241, 281] } as const;

describe('processes that submit, recover, are killed and meet faults, in any order', () => {
  const jobsOfBatch: number[] = [];
  afterEach(() => expect(jobsOfBatch.at(-1), 'the walks made jobs').toBeGreaterThan(walksEach));

  const cases = (['at once', 'together'] as const).flatMap((way) =>
    seeds[way].map((seed) => [way, seed] as const),
  );
  it.each(cases)(
    `with a ledger that works %s, from seed %i on, ${walksEach} times: one job a key, every job written down`,
    async (way, firstSeed) => {
      let jobs = 0;
      for (let seed = firstSeed; seed < firstSeed + walksEach; seed += 1) {
        const { service, ledger, printed, defects } = await walk(seed, way);
        const where = `seed ${seed}`;
        const recorded = (await ledger.list()).map(({ id }) => id).sort();
        expect(defects, where).toEqual([]);
        expect(await ledger.unsettled(), where).toEqual([]);
        // As many keys as jobs, by the service's own making: what counts is that each is known here, and no other.
        expect(recorded, where).toEqual([...service.jobs.values()].map(({ id }) => id).sort());
        expect(new Set([...printed, ...recorded]), where).toEqual(new Set(recorded));
        expect(service.conflicts, `${where}: a key was sent with a second body`).toBe(0);
        expect(
          [...service.jobs.values()].map(({ body }) => body),
          where,
        ).not.toContain(badBody);
        jobs += service.jobs.size;
      }
      jobsOfBatch.push(jobs);
    },
  );
});
