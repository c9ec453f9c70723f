import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { LedgerMeans } from '../../ledger/ledger-means.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { isOver } from '../../service/lifecycle.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';

/** Notes the newest batch that has an unfinished job among those of a list. */
export interface NewestBatch {
  add(record: JobRecord): void;
  /** How far it is, in a line; undefined where the list has no such job. No record is read for it, only the index. */
  line(context: Pick<LedgerMeans, 'ledger'>): Promise<string | undefined>;
}

export function createNewestBatch(): NewestBatch {
  let newest: JobRecord | undefined;
  return {
    add(record) {
      if (record.intent?.batch === undefined || isOver(record.job)) return;
      if (newest === undefined || newest.recorded_at < record.recorded_at) newest = record;
    },
    async line({ ledger }) {
      const { account, batch } = newest?.intent ?? {};
      if (batch === undefined) return undefined;
      const tally = new Map<string, number>();
      await (await ledger()).survey({}, (facts) => {
        if (facts.batch !== batch.name || facts.account !== (account ?? null)) return;
        const state = stateOf(facts);
        tally.set(state, (tally.get(state) ?? 0) + 1);
      });
      return progressWords(batch.name, tally);
    },
  };
}

function stateOf({ isOver: hasEnded, status }: JobFacts): string {
  if (!hasEnded) return 'running';
  return status === 'succeeded' ? 'done' : status;
}

/** `batch shots: 212 of 223 jobs done, 8 running, 3 failed`. The lines that were not sent yet are in no ledger. */
export function progressWords(name: string, tally: ReadonlyMap<string, number>): string {
  const jobs = [...tally.values()].reduce((sum, count) => sum + count, 0);
  const others = [...tally].filter(([state]) => state !== 'done');
  others.sort(([one], [other]) => Number(other === 'running') - Number(one === 'running'));
  const words = others.map(([state, count]) => `, ${count} ${safeLine(state)}`);
  return `batch ${safeLine(name)}: ${tally.get('done') ?? 0} of ${counted(jobs, 'job')} done${words.join('')}`;
}
