import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyClaim, keyRelation } from '../../account/rules/claim-account.ts';
import { deadlineGraceMs, unknownDeadlineMs } from '../../service/limits.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { serviceOrigin } from '../../text/base-url.ts';
import { monthOfDay, utcDay } from '../../text/iso-time.ts';
import { microUsdOf } from '../../text/money.ts';
import { factsOf, type JobFacts } from '../facts/job-facts.ts';
import type { Intent, JobRecord } from '../record.ts';
import { type LedgerMonths, monthEndMs } from '../records/months.ts';
import type { OrderPlace } from '../records/order-tail.ts';
import { recordFileName } from '../records/read.ts';
import { addCharge, type ChargesByDay, noCharges } from '../rules/budgets.ts';

/** Version of the index, and of the rules that it was drawn by. One of another version is made anew. */
export const spendingVersion = 7;

/** A job that nothing was heard of for so long after its deadline counts, also once its record is gone. Unit: ms. */
export const unheardMostMs = 24 * 60 * 60_000;

/**
 * Whose spending it is: jobs of one account at one origin, whatever profiles they were submitted with. So the sandbox's prices never
 * count for another service.
 */
export interface SpendingScope extends KeyClaim {
  origin: string;
}

/** The facts that tell whose spending a job is. Facts are noted without the source of the key, so that it tells nothing here. */
type SpendingFacts = Pick<JobFacts, 'account' | 'origin' | 'profile'>;

/** Tells what jobs are alike, so that they should cost the same. */
export interface Likeness {
  /** Another text where jobs would be compared in another way: then prices are learned anew. */
  mark: string;
  /**
   * A text that is the same for jobs that are alike; `draft` is that of a final.
   * @see service document §1.5
   */
  of(job: ComparedJob, draft: JobRecord | undefined): string;
  /**
   * The most that a job may cost, by the dearest charge of each likeness; undefined where nothing says it. Unit: millionths of a USD.
   */
  price(likeness: string, dearest: Readonly<Record<string, number>>): number | undefined;
}

/** The fields that a job is compared by. An intent has as much, before it has a job. */
export type ComparedJob = Pick<JobRecord, 'base_url' | 'intent' | 'job' | 'profile' | 'raw' | 'route'>;

/** A job whose charge is not known yet, as far as it was read. */
export interface OpenJob {
  /** The month that it is recorded in. */
  month: string;
  /** When it got its line in the order log, as far as that is known. Unit: ms since 1970. */
  listedAtMs: number;
  /** Its record's file as it was read. */
  stamp: string | null;
  /** Null where it has a line in the order log, and no record yet. */
  held: HeldJob | null;
}

/** The amount that counts for a job whose charge is not known yet, and for how long. */
export interface HeldJob extends Pick<JobFacts, 'key' | 'sentAtMs'> {
  /** The amount that its intent reserved; null where it reserved nothing. Unit: millionths of a USD. */
  reserved: number | null;
  likeness: string;
  /** When it is over at the latest, whether or not anybody looks. Unit: ms since 1970. */
  overByMs: number;
  /** From when on it counts for good by what was reserved for it. Unit: ms since 1970. */
  givenUpMs: number;
  /** True where its record can't be read, and nothing was known of it before: it may be as dear as any job that is known. */
  isDamaged?: true;
}

/**
 * The spending of an account, as its jobs show it. The index is drawn from the ledger's records alone. It is made anew where it is
 * missing, torn or of another version. So its facts can be lost, and never be wrong for long.
 */
export interface SpendingIndex extends SpendingScope {
  version: typeof spendingVersion;
  /** The mark of the likeness by which it has prices. */
  likeness: string;
  /** The first month whose charges are in it. */
  since: string;
  /** By month, how far its order log was read. */
  logs: Record<string, OrderPlace>;
  days: ChargesByDay;
  /** The part of `days` that no service told: v1 reports no charges, and of some jobs nothing was heard. */
  estimated: ChargesByDay;
  /** By their ids. */
  jobs: Record<string, OpenJob>;
  /** The ids of jobs that have a line in an order log, and no record, and that don't count. One that is recorded again does. */
  missing: string[];
  /** The keys of jobs that are counted, whose intents were open still. */
  settling: string[];
  /** The dearest charge of like jobs, by their likeness. Unit: millionths of a USD. */
  dearest: Record<string, number>;
}

export function emptyIndex(
  scope: SpendingScope,
  { likeness, since }: Pick<SpendingIndex, 'likeness' | 'since'>,
): SpendingIndex {
  const charges = { days: noCharges(), estimated: noCharges() };
  const counted = { ...charges, jobs: {}, missing: [], settling: [], dearest: {} };
  return { version: spendingVersion, ...scope, likeness, since, logs: {}, ...counted };
}

/**
 * Tells whether a job counts for an account: it was made with its key, or with an earlier key of its profile. Where fingerprints tell
 * nothing, the profile's name does.
 */
export function isOfScope({ account, origin, profile }: SpendingFacts, scope: SpendingScope): boolean {
  if (origin !== scope.origin) return false;
  const recorded: KeyClaim = { profile, account: account ?? undefined, key_source: 'stored' };
  const relation = keyRelation(recorded, scope);
  return relation === 'untold' ? profile === scope.profile : relation !== 'other';
}

/** The facts of a submit, or of a record's job, that tell whose spending it is. */
export function spendingFacts({
  account,
  base_url,
  profile,
}: Pick<Intent, 'account' | 'base_url' | 'profile'>): SpendingFacts {
  return { account: account ?? null, origin: serviceOrigin(base_url), profile };
}

/** Tells whether a damaged record may be of an account. One whose bytes show no fingerprint may be of any at its origin. */
export function mayBeOfScope(
  { account, base_url, profile }: Partial<Pick<Intent, 'account' | 'base_url' | 'profile'>>,
  scope: SpendingScope,
): boolean {
  if (base_url !== undefined && serviceOrigin(base_url) !== scope.origin) return false;
  return (
    account === undefined ||
    isOfScope({ account, origin: scope.origin, profile: profile ?? scope.profile }, scope)
  );
}

/** Tells which keys have open submits. */
export type OpenKeys = Pick<ReadonlySet<string>, 'has'>;

/** The place of the records of jobs, and the rule by which jobs are alike. */
export interface JobSource {
  months: Pick<
    LedgerMonths,
    'entriesOf' | 'find' | 'folderOf' | 'indexOf' | 'monthOf' | 'names' | 'read' | 'readById'
  >;
  scope: SpendingScope;
  likeness: Likeness;
}

/** Takes in a job of the scope whose record was read: either it is open, or its charge is known and counts. */
export function takeJob(
  index: SpendingIndex,
  { record, ...file }: { record: JobRecord } & Pick<OpenJob, 'listedAtMs' | 'month' | 'stamp'>,
  { openKeys, ...source }: JobSource & { openKeys: OpenKeys },
): void {
  const facts = factsOf(record);
  const likeness = likenessIn(source, record);
  delete index.jobs[record.id];
  if (facts.isChargeUnknown) {
    index.jobs[record.id] = { ...file, held: heldJobOf(record, facts, likeness) };
    return;
  }
  takeCharge(index, facts, openKeys);
  learnPrice(index, likeness, microUsdOf(facts.costUsd ?? 0));
}

/** Counts a job whose charge is known. */
export function takeCharge(
  index: SpendingIndex,
  { chargedAtMs, costUsd, key, sentAtMs }: JobFacts,
  openKeys: OpenKeys,
): void {
  // Between the record of a job and the end of its intent there are two of it, and only one is to count.
  if (key !== null && openKeys.has(key)) index.settling.push(key);
  const microUsd = microUsdOf(costUsd ?? 0);
  if (microUsd > 0) addCharge(index.days, { microUsd, chargedAtMs, sentAtMs });
}

/** Has a job that is over, and whose charge nobody told, count for its price. */
export function addEstimate(
  { days, estimated }: Pick<SpendingIndex, 'days' | 'estimated'>,
  { overByMs: chargedAtMs, sentAtMs }: HeldJob,
  microUsd: number,
): void {
  for (const one of [days, estimated]) addCharge(one, { microUsd, chargedAtMs, sentAtMs });
}

/** Takes a charge for a price of like jobs. One that was free says nothing of what the next one may cost. */
export function learnPrice({ dearest }: SpendingIndex, likeness: string, microUsd: number): void {
  if (microUsd > 0) dearest[likeness] = Math.max(microUsd, dearest[likeness] ?? 0);
}

function heldJobOf(
  { intent, job, route }: JobRecord,
  { chargedAtMs, createdAtMs, isOver, key, recordedAtMs, sentAtMs }: JobFacts,
  likeness: string,
): HeldJob {
  const deadlineMs = Date.parse(job.deadline_at ?? '');
  const lastAtMs = Number.isNaN(deadlineMs) ? (createdAtMs ?? recordedAtMs) + unknownDeadlineMs : deadlineMs;
  const overByMs = isOver ? chargedAtMs : lastAtMs + deadlineGraceMs;
  // Until the end of its month a charge that is learnt late counts in its budget.
  const heardMonth = monthOfDay(utcDay(Math.max(overByMs, sentAtMs ?? 0)));
  const lastMs = requestRoutes[route].tellsCharge ? monthEndMs(heardMonth) : overByMs;
  const reserved = intent?.reserved_usd === undefined ? null : microUsdOf(intent.reserved_usd);
  return { key, reserved, likeness, sentAtMs, overByMs, givenUpMs: lastMs + unheardMostMs };
}

/** Makes what counts for a job whose record was damaged before anything was known of it. Only its line in the order log tells of it. */
export function damagedJob(listedAtMs: number): HeldJob {
  const overByMs = listedAtMs + unknownDeadlineMs + deadlineGraceMs;
  const givenUpMs = monthEndMs(monthOfDay(utcDay(overByMs))) + unheardMostMs;
  return {
    ...{ key: null, sentAtMs: listedAtMs, reserved: null, likeness: '' },
    ...{ overByMs, givenUpMs, isDamaged: true },
  };
}

/**
 * The marks by which the file of a job's record differs from any earlier one: every write is a new file. A damaged one that was set
 * aside is the same file still. Null where there is none.
 */
export function recordStamp({ months }: Pick<JobSource, 'months'>, month: string, id: string): string | null {
  const file = join(months.folderOf(month), recordFileName(id));
  const found =
    statSync(file, { throwIfNoEntry: false }) ?? statSync(`${file}.torn-1`, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeMs}`;
}

/** The likeness of a job, or of an intent in place of one. */
export function likenessIn(
  { likeness, months }: Pick<JobSource, 'likeness' | 'months'>,
  job: ComparedJob,
): string {
  const draftId = job.intent?.draft_of ?? undefined;
  return likeness.of(job, draftId === undefined ? undefined : months.find(draftId));
}
