import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factsOf, type JobFacts } from '../../../src/ledger/facts/job-facts.ts';
import type { Job } from '../../../src/service/job.ts';
import { reach } from '../../sample.ts';
import { numbersOf } from '../fixtures/chance.ts';
import { ledgerInTemp } from '../fixtures/open-ledger.ts';
import { at, intent, jobRecord } from '../fixtures/records.ts';

describe('whatever becomes of the jobs of a ledger', () => {
  it.each(Array.from({ length: reach(4, 100) }, () => Math.floor(Math.random() * 1e6)))(
    'their facts are those of their records: %i',
    async (seed) => {
      const chance = numbersOf(seed);
      const one = <Value>(...values: Value[]): Value => values[Math.floor(chance() * values.length)] as Value;
      const { folder, ledger } = ledgerInTemp();
      const other = ledgerInTemp(folder).ledger;
      for (let step = 0; step < 120; step += 1) {
        const number = Math.floor(chance() * 12);
        const [id, by] = [`${one('job_', 'cgt-')}${number}`, one(ledger, other)];
        const own = intent({ idempotency_key: `key-${id}`, tags: { client: one('acme', 'zoo') } });
        const ended: Partial<Job> = {
          completed_at: at(step),
          ...(one(true, false) ? { cost_usd: number / 4 } : {}),
        };
        const state = {
          id,
          status: one('queued', 'running', 'succeeded', 'failed', 'melted'),
          ...one({}, ended),
        };
        const route = id.startsWith('job_') ? 'jobs' : 'tasks';
        const record = jobRecord(id, {
          route,
          job: state,
          intent: one(null, own),
          recorded_at: at(one(0, 2e6)),
        });
        const kind = one('record', 'change', 'change', 'survey', 'survey', 'prune', 'lose');
        if (kind === 'record') await by.recordJob(record);
        if (kind === 'change') await by.updateJob(id, (known) => ({ ...known, job: state }));
        if (kind === 'prune')
          await by.prune({ beforeMs: Date.parse(at(3e6)), matches: (known) => known.id === id });
        if (kind === 'lose')
          rmSync(join(folder, 'done', one('2025-03', '2025-04'), 'facts.log'), { force: true });
        if (kind !== 'survey') continue;
        const records = await other.list();
        const facts = new Map<string, JobFacts>();
        await by.survey({}, (job) => void facts.set(job.id, job));
        expect(facts).toEqual(new Map(records.map((known) => [known.id, factsOf(known)])));
      }
    },
  );
});
