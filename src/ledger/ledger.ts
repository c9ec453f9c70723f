import { join } from 'node:path';
import { type RunDurably, runAtOnce } from '../files/durable-work.ts';
import type { Warn } from '../files/set-aside.ts';
import { once } from '../text/once.ts';
import type { JobFacts } from './facts/job-facts.ts';
import { openClaiming, type SendClaim } from './intents/claiming.ts';
import type { IntentClaim, StandingClaim } from './intents/claims.ts';
import { type ClaimedKeys, claimedKeys, intentPlaces } from './intents/intent-places.ts';
import { type LedgerIntents, openIntents, type SendMark } from './intents/intents.ts';
import { readKeysOfNames } from './intents/keys-of-names.ts';
import { type LedgerGuard, openGuard } from './intents/ledger-guard.ts';
import { openRecordedClaims, type RecordedClaims } from './intents/recorded-claims.ts';
import type { DamagedQuery } from './intents/unreadable-intents.ts';
import type { SubmitsPlace, UnreadableSubmit } from './intents/unreadable-submits.ts';
import { openMonthIndexes } from './proof/month-index.ts';
import type { Intent, JobRecord, RecordedRefusal } from './record.ts';
import { withCompleteJobs } from './records/complete-jobs.ts';
import { beginningsOf, type IdResolution, idOfAlias, resolveJobId, shortIdsOf } from './records/ids.ts';
import { type ChangeRecord, type JobQuery, openJobs } from './records/jobs.ts';
import { openMonths } from './records/months.ts';
import type { RefusedIntent } from './records/parse.ts';
import { openPictures } from './records/pictures.ts';
import { type Pruned, type PruneQuery, pruneJobs } from './records/prune.ts';
import type { Spending, SpendingPorts } from './spending/spending.ts';
import type { Likeness, SpendingScope } from './spending/spending-index.ts';
import { IdConflict, type TakenIdError } from './taken-id.ts';

/**
 * The intents and jobs of this machine, one file for each record, shared by any number of processes. Reading creates no folder
 * but those of the spending and of proofs, and no file beside records but logs that are drawn from them.
 * What was written is durable when the promise resolves. Every method rejects with a MachineError where the disk fails or a
 * newer genctl wrote the record, or where the records are of another format.
 */
export interface Ledger {
  /**
   * Writes down what is to be sent, unless its account has used the key already: of several claimants one gets it, and the
   * others get the first one's intent. Also rejects where the job could not be recorded later.
   */
  claimIntent(intent: Intent): Promise<IntentClaim>;
  /**
   * Claims an intent as `claimIntent` does, to send it at once; `at` in ISO 8601. Where the route has a key and no send was noted
   * before, the send is noted in the same durable step: then `sending` is the intent as it stands, and its first byte may leave.
   * Otherwise it is marked by `markSent` first.
   */
  claimToSend(intent: Intent, at: string): Promise<SendClaim>;
  /** The claim that `claimIntent` would meet; undefined where there is none. Writes nothing. */
  findClaim(intent: Intent): Promise<StandingClaim | undefined>;
  /**
   * The keys that a name of `--once` has, as they were at the first look; see `readKeysOfNames`. An earlier genctl revised under keys
   * that can't be derived any more.
   */
  keysOfName(once: string): Promise<readonly string[]>;
  /** Looks once at which keys are claimed, by any account, so that many that are not need no look of their own. */
  claimedKeys(): Promise<ClaimedKeys>;
  /**
   * Notes a send before its first byte leaves; `at` in ISO 8601. Resolves with the intent, which counts the sends of all
   * processes, or with the reason why nothing may leave. Rejects where the intent was removed meanwhile.
   */
  markSent(intent: Intent, at: string): Promise<SendMark>;
  /**
   * Settles an intent that certainly led to no job. Its key can be claimed again, with other bytes too. `onlyAfter` is for a
   * refusal that says nothing about other sends: where there were more sends than that, it returns false and settles nothing.
   */
  recordRefusal(intent: Intent, refusal: RecordedRefusal, onlyAfter?: number): Promise<boolean>;
  /**
   * Records a job and settles its intent; resolves with the record as it stands. A job that is known keeps its time, files and
   * finals. Here and in `updateJob`, pictures that came inside an answer become files.
   */
  recordJob(record: JobRecord): Promise<JobRecord>;
  /** Words an answer whose id is known to be another request's, which `owner` describes, and keeps the answer of v1. */
  takenIdError(record: JobRecord, owner: string): Promise<TakenIdError>;
  /** Reads, changes and writes a record while no other process does. Undefined where there is none. */
  updateJob(id: string, change: ChangeRecord): Promise<JobRecord | undefined>;
  /** Removes records of jobs. Intents stay, and so do the names that `--once` has used. */
  prune(query: PruneQuery): Promise<Pruned>;
  /** The record of a whole id, or of the `job_id` that v1 shows beside it. */
  find(id: string): Promise<JobRecord | undefined>;
  /** The refusal that last settled an intent. */
  findRefusal(key: string): Promise<RefusedIntent | undefined>;
  /** Lists records, newest first. */
  list(query?: JobQuery): Promise<JobRecord[]>;
  /** As `list`, one by one, for any number of records. A record is read when its turn comes. */
  records(query?: JobQuery): AsyncGenerator<JobRecord>;
  /**
   * Calls `visit` with the facts of each job, in no promised order; with `sinceMs` (ms since 1970), jobs of earlier months are
   * left out. Those of settled jobs are noted at the first look, which takes seconds for 100,000 jobs.
   */
  survey(query: { sinceMs?: number | undefined }, visit: (facts: JobFacts) => void): Promise<void>;
  /** Another word once another job was recorded, by any process. It costs a look at one folder and one file. */
  mark(): Promise<string>;
  /** The job that a word means: a whole id or `job_id`, the unique beginning of one, `@last` or `@2`. */
  resolveId(text: string): Promise<IdResolution | undefined>;
  /**
   * The shortest beginnings that mean these ids as `resolveId` reads them. An id that is short already, or that is not recorded
   * here, is left out.
   */
  shortIds(ids: Iterable<string>): Promise<ReadonlyMap<string, string>>;
  /** The shortest beginnings of any ids that no other job recorded here has, of so many characters at least; none for shorter ids. */
  beginnings(ids: Iterable<string>, least: number): Promise<ReadonlyMap<string, string>>;
  /**
   * The intents whose answer never arrived, oldest first. With `before` (ms since 1970) only those written before then: younger ones may
   * be under way.
   */
  unsettled(before?: number): Promise<Intent[]>;
  /** The submits whose intents can't be read, and that may have been sent. With `key`, those of a key alone, settled ones among them. */
  unreadable(key?: string, notes?: Pick<DamagedQuery, 'readsNotes'>): Promise<UnreadableSubmit[]>;
  /** Settles such a submit with its job where that is known; else frees its key. Its bytes are kept. */
  closeUnreadable(submit: UnreadableSubmit): Promise<void>;
  /** The spending of an account, by an index. The index is made from the records at the first look; later looks read what is new. */
  spending(scope: SpendingScope, likeness: Likeness): Promise<Spending>;
  /** How many intents are unsettled, without reading them. */
  unsettledCount(): Promise<number>;
}

export interface LedgerOptions {
  folder: string;
  /** Milliseconds since 1970, for locks. */
  nowMs: () => number;
  /** Receives one line for each record that was set aside. */
  warn: Warn;
  /**
   * For a process with thousands of submits: `createGroupRunner()`, by which those that meet share their flushes. Without it each
   * is done at once, which is quicker for one.
   */
  together?: RunDurably;
}

/** The ledger in a folder. Nothing is touched until a method is called. */
export function openLedger({ folder, nowMs, warn, together }: LedgerOptions): Ledger {
  const run = together ?? runAtOnce;
  const guard = openGuard(folder);
  const { beginning, reading, readingEach, writing } = guard;
  const [done, proofs] = [join(folder, 'done'), join(folder, 'proofs')];
  const months = withCompleteJobs(openMonths(done, warn, openMonthIndexes({ done, proofs, nowMs, warn })));
  const intents = openIntents({ path: folder, months, warn, nowMs, run });
  const pictures = openPictures(folder);
  const jobs = openJobs({ months, pictures, nowMs, run });
  const keysOfNames = once(async () => readKeysOfNames(intentPlaces(folder, warn), warn));
  const recorded = openRecordedClaims({ jobs, findJob: months.find });
  const claiming = openClaiming({ intents, jobs, months, recorded, run });
  async function recordJob(given: JobRecord): Promise<JobRecord> {
    const record = await jobs.record(given).catch(async (error: unknown) => {
      if (!(error instanceof IdConflict)) throw error;
      throw (await import('./id-conflict.ts')).conflictError(error.stored, given, folder);
    });
    const { intent } = given;
    if (intent === null) return record;
    try {
      await run(intents.settle(intent, record));
    } catch (error) {
      // The job is safe. An intent that stays open costs one request, which the service answers with the same job.
      const why = error instanceof Error ? error.message : String(error);
      warn(`${record.id} is recorded, but its intent stays open (${why}); to settle it: genctl recover`);
    }
    return record;
  }
  const submits = once(() => unreadableSubmits({ folder, intents, jobs, recordJob }));
  return {
    claimIntent: (intent) => beginning(() => claiming.claim(intent)),
    claimToSend: (intent, at) => beginning(() => claiming.claimToSend(intent, at)),
    findClaim: (intent) => reading(() => claiming.find(intent)),
    keysOfName: (once) => reading(async () => (await keysOfNames())(once)),
    claimedKeys: () => reading(async () => claimedKeys(intents.places, await recorded.keys())),
    markSent: (intent, at) => writing(() => claiming.markSent(intent, at)),
    recordRefusal: (intent, refusal, onlyAfter) => writing(() => intents.refuse(intent, refusal, onlyAfter)),
    recordJob: (record) => beginning(() => recordJob(record)),
    takenIdError: (record, owner) =>
      writing(async () => (await import('./id-conflict.ts')).takenIdError(record, owner, folder)),
    updateJob: (id, change) => writing(() => jobs.update(id, change)),
    prune: (query) => writing(() => pruneJobs({ months, pictures }, query, nowMs)),
    find: (id) => reading(() => months.find(id) ?? findAliased(id, months)),
    findRefusal: (key) => reading(() => intents.findRefused(key)),
    list: (query = {}) => reading(() => allOf(jobs.records(query))),
    records: (query = {}) => readingEach(() => jobs.records(query)),
    survey: ({ sinceMs }, visit) => reading(() => jobs.survey(sinceMs, visit)),
    mark: () => reading(months.mark),
    resolveId: (text) => reading(() => resolveJobId(text, months)),
    shortIds: (ids) => reading(() => shortIdsOf(ids, months)),
    beginnings: (ids, least) => reading(() => beginningsOf(ids, months, least)),
    spending: (scope, likeness) =>
      reading(() =>
        spendingIn(
          { ledger: folder, months, intents, recorded, survey: jobs.survey, nowMs, scope, likeness },
          guard,
        ),
      ),
    unsettled: (before) => reading(() => intents.unsettled(before)),
    unreadable: (key, { readsNotes = false } = {}) =>
      reading(async () =>
        key === undefined && !intents.mayBeUnreadable({ readsNotes })
          ? []
          : (await submits()).list({ key, readsNotes }),
      ),
    closeUnreadable: (submit) => writing(async () => (await submits()).close(submit)),
    unsettledCount: () => reading(intents.unsettledCount),
  };
}

function findAliased(alias: string, months: ReturnType<typeof openMonths>): JobRecord | undefined {
  const id = idOfAlias(alias, months);
  return id === undefined ? undefined : months.find(id);
}

async function unreadableSubmits({
  intents: { places },
  ...of
}: Omit<SubmitsPlace, 'places'> & { intents: LedgerIntents }) {
  const { openUnreadableSubmits } = await import('./intents/unreadable-submits.ts');
  return openUnreadableSubmits({ ...of, places });
}

async function allOf(records: AsyncIterable<JobRecord>): Promise<JobRecord[]> {
  const all: JobRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

async function spendingIn(
  {
    intents: { isClaimed, places, unsettled },
    recorded,
    ...of
  }: Omit<SpendingPorts, 'isClaimed' | 'unreadable' | 'unsettled'> & {
    intents: LedgerIntents;
    recorded: RecordedClaims;
  },
  { reading, writing }: LedgerGuard,
): Promise<Spending> {
  const { openSpending } = await import('./spending/spending.ts');
  const { openUnreadableIn } = await import('./intents/unreadable-intents.ts');
  const unreadable = () => places.all().flatMap((place) => openUnreadableIn(place));
  const { claim, look } = openSpending({
    ...of,
    unsettled,
    unreadable,
    isClaimed: async (intent) => isClaimed(intent) || (await recorded.find(intent)) !== undefined,
  });
  return {
    look: (assumed) => reading(() => look(assumed)),
    claim: (wanted) => writing(() => claim(wanted)),
  };
}
