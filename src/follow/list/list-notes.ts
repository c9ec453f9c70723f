import type { JobFacts } from '../../ledger/facts/job-facts.ts';
import type { LedgerMeans } from '../../ledger/ledger-means.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { endsSoon, mayStand, unfetched } from '../../outputs/files-here.ts';
import { isOver } from '../../service/lifecycle.ts';
import { formatAge, formatDuration } from '../../text/duration.ts';
import { safeLine } from '../../text/safe-text.ts';
import { counted } from '../../text/shown-value.ts';

/** Sums up something of the jobs of a list. */
interface Note {
  add(record: JobRecord): void;
  /** The line about it below the list; undefined where there is nothing to say. */
  line(context: Pick<LedgerMeans, 'ledger'>): Promise<string | undefined> | string | undefined;
}

/** The notes on a list for a person; `seen` has the ids of the jobs that were just asked about. Those of a sync are to be fetched anyway. */
export function listNotes(nowMs: number, seen: ReadonlySet<string>, isOfSync: boolean): Note[] {
  return [createAges(nowMs, seen), ...(isOfSync ? [] : [createNewestBatch(), createEnding(nowMs)])];
}

/** How old the shown states are, because an unfinished job may have changed since. `seen`: the ids of those that were just asked about. */
function createAges(nowMs: number, seen: ReadonlySet<string>): Note {
  let count = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  return {
    add({ id, job, seen_at }) {
      if (seen.has(id) || isOver(job)) return;
      count += 1;
      firstMs = Math.min(firstMs, Date.parse(seen_at));
    },
    line() {
      if (count === 0) return undefined;
      const age = formatAge(nowMs - firstMs);
      const said =
        count === 1
          ? `1 unfinished job: state checked ${age}`
          : `${count} unfinished jobs: states checked ${age === 'just now' ? age : `${age} or later`}`;
      return `${said}. To look again: genctl jobs --refresh`;
    },
  };
}

/** The newest batch that has an unfinished job in the list, and how far it is. No record is read for it, only the index. */
export function createNewestBatch(): Note {
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

/** The jobs whose files are not here, and whose links end soon. `words` has no line to type. */
export function createEnding(nowMs: number): Note & { words(): string | undefined } {
  let count = 0;
  let firstMs = Number.POSITIVE_INFINITY;
  function words(): string | undefined {
    if (count === 0) return undefined;
    const left = formatDuration(firstMs - nowMs);
    return count === 1
      ? `1 finished job has undownloaded files, and its links end in ${left}`
      : `${count} finished jobs have undownloaded files, and the first links end in ${left}`;
  }
  return {
    add(record) {
      const job = unfetched(record, mayStand);
      if (job === undefined || !endsSoon(job, nowMs)) return;
      count += 1;
      firstMs = Math.min(firstMs, job.endsMs);
    },
    words,
    line: () => (count === 0 ? undefined : `${words()}. To fetch them: genctl sync -D out`),
  };
}
