import { describe, expect, it } from 'vitest';
import { dayMs, made, opened } from '../fixtures/spending.ts';

describe('a job that nobody looked at for days', () => {
  it('counts what it was charged once that is known', async () => {
    const { clock, finish, record, spent } = opened();
    await record('job_1', null);
    const startedMs = clock.ms;
    await spent();
    clock.ms += 3 * dayMs;
    expect(await spent()).toEqual([0, 0, 0]);
    await finish('job_1', 1, startedMs);
    expect(await spent()).toEqual([0, 1, 0]);
  });

  it('counts what it reserved until then, also after its record was removed', async () => {
    const { claim, clock, ledger, record, spent } = opened();
    await record('job_1', await made(claim({}, { assumed: 2 })));
    clock.ms += 3 * dayMs;
    expect(await spent()).toEqual([0, 2, 0]);
    await ledger.prune({ beforeMs: clock.ms, matches: () => true });
    expect(await spent()).toEqual([0, 2, 0]);
  });
});
