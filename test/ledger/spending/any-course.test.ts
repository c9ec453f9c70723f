import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobRecord } from '../../../src/ledger/record.ts';
import { reach } from '../../sample.ts';
import { numbersOf } from '../fixtures/chance.ts';
import { intent } from '../fixtures/records.ts';
import { made, opened } from '../fixtures/spending.ts';

const hourMs = 60 * 60_000;

describe('whatever becomes of the jobs of an account', () => {
  it.each(Array.from({ length: reach(4, 100) }, () => Math.floor(Math.random() * 1e6)))(
    'its index says what one says that is made anew: %i',
    async (seed) => {
      const chance = numbersOf(seed);
      const one = <Value>(...values: Value[]): Value => values[Math.floor(chance() * values.length)] as Value;
      const { claim, clock, finish, folder, ledger, record, spent } = opened();
      // It has a price of its like from the beginning, so that the order of charges does not matter.
      await record('job_first', intent({ idempotency_key: 'first' }));
      await finish('job_first', 9);
      await spent();
      const ended = new Set<string>();
      const gone = new Map<string, JobRecord>();
      /** As it was sent, and then as the service shows it. */
      const recordAgain = async (id: string): Promise<void> => {
        const removed = gone.get(id);
        if (removed === undefined) return;
        gone.delete(id);
        await ledger.recordJob({
          ...removed,
          job: { ...removed.job, status: 'queued', cost_usd: undefined },
        });
        if (one(true, false)) await spent(3);
        await ledger.updateJob(id, (known) => ({ ...known, job: removed.job }));
      };
      const prune = async (id: string | undefined): Promise<void> => {
        const removed = id === undefined ? undefined : await ledger.find(id);
        if (removed === undefined) return;
        // One that has been open for a day in the index would count by its price for good.
        const before =
          clock.ms > Date.parse(removed.recorded_at) + 24 * hourMs ? 'look' : one('look', 'no look');
        if (before === 'look') await spent(3);
        await ledger.prune({ beforeMs: clock.ms + 1, matches: (known) => known.id === id });
        gone.set(removed.id, removed);
        const then = one('look', 'again');
        if (then === 'again') await recordAgain(removed.id);
        else await spent(3);
      };
      for (let step = 0; step < 60; step += 1) {
        const id = `job_${Math.floor(chance() * 15)}`;
        clock.ms += one(1, 1, hourMs, 5 * hourMs);
        // No service changes what it charged.
        const isOver = ended.has(id);
        const kind = one('claim', 'record', 'finish', 'finish', 'fail', 'prune', 'again', 'look');
        if (kind === 'claim')
          await record(`${id}_${step}`, await made(claim({}, { budget: 1e6, assumed: 2 })));
        if (kind === 'record' && !gone.has(id))
          await record(id, id.endsWith('1') ? null : intent({ idempotency_key: `key-${id}` }));
        if ((kind === 'finish' || kind === 'fail') && !isOver && (await ledger.find(id)) !== undefined)
          ended.add(id);
        if (kind === 'finish' && !isOver)
          await finish(id, one(0, 1, 2.5), clock.ms - one(0, hourMs, 30 * hourMs));
        if (kind === 'fail' && !isOver)
          await ledger.updateJob(id, (known) => ({ ...known, job: { ...known.job, status: 'failed' } }));
        if (kind === 'prune') await prune(one(...ended));
        if (kind === 'again')
          for (const removed of gone.keys()) if (one(true, false)) await recordAgain(removed);
        if (kind !== 'look') continue;
        for (const removed of gone.keys()) await recordAgain(removed);
        const known = await spent(3);
        clock.ms += 2_000;
        const again = await spent(3);
        rmSync(join(folder, 'spending'), { recursive: true });
        expect([again, step]).toEqual([await spent(3), step]);
        expect(known).toEqual(again);
      }
    },
  );
});
