import { statSync } from 'node:fs';
import { join } from 'node:path';
import { originOf } from '../../account/rules/claim-account.ts';
import { chargedAtMs, chargeOf, isChargeUnknown } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import { deadlineGraceMs, unknownDeadlineMs } from '../../service/limits.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { monthOfDay, utcDay } from '../../text/iso-time.ts';
import { microUsdOf } from '../../text/money.ts';
import { type FileStamp, stampOf } from '../facts/fact-line.ts';
import type { Intent, JobRecord } from '../record.ts';
import { type LedgerMonths, monthEndMs } from '../records/months.ts';
import type { OrderPlace } from '../records/order.ts';
import { recordFileName } from '../records/read.ts';
import { addCharge, type ChargesByDay, noCharges } from '../rules/budgets.ts';

/** Version of the index, and of the rules that it was drawn by. One of another version is made anew. */
export const spendingVersion = 4;

/** A job that nothing was heard of for so long after its deadline counts, also once its record is gone. Unit: ms. */
export const unheardMostMs = 24 * 60 * 60_000;

/** Whose spending it is: jobs of one profile at one origin. So the sandbox's prices never count for another service. */
export interface SpendingScope {
  profile: string;
  origin: string;
}

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

/** A job whose charge is not known yet. */
interface OpenJob {
  /** The month that it is recorded in. */
  month: string;
  /** The key of its intent; null for a job that was looked up by its id alone. */
  key: string | null;
  /** The amount that its intent reserved; null where it reserved nothing. Unit: millionths of a USD. */
  reserved: number | null;
  likeness: string;
  sentAtMs: number | null;
  /** When it is over at the latest, whether or not anybody looks. Unit: ms since 1970. */
  overByMs: number;
  /** From when on it counts for good by what was reserved for it. Unit: ms since 1970. */
  givenUpMs: number;
  /** Its record's file as it was read. */
  stamp: FileStamp | null;
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
  /**
   * Jobs that don't count, with a line in the order log and no record: it is to come yet, or was removed. Their month, and when they were
   * recorded. By their ids.
   */
  unwritten: Record<string, { month: string; recordedAtMs: number }>;
  /** The keys of jobs that are counted, whose intents were open still. */
  settling: string[];
  /** The dearest charge of like jobs, by their likeness. Unit: millionths of a USD. */
  dearest: Record<string, number>;
  /** When the open jobs were last looked at. Unit: ms since 1970. */
  sweptMs: number;
}

export function emptyIndex(
  { origin, profile }: SpendingScope,
  { likeness, since }: Pick<SpendingIndex, 'likeness' | 'since'>,
): SpendingIndex {
  const charges = { days: noCharges(), estimated: noCharges() };
  const counted = { ...charges, jobs: {}, unwritten: {}, settling: [], dearest: {}, sweptMs: 0 };
  return { version: spendingVersion, profile, origin, likeness, since, logs: {}, ...counted };
}

export function isOfScope(
  of: Pick<Intent, 'profile' | 'base_url'>,
  { origin, profile }: SpendingScope,
): boolean {
  return of.profile === profile && originOf(of.base_url) === origin;
}

/** A record as it was read, and what it is like. */
export interface ReadJob {
  month: string;
  record: JobRecord;
  stamp: FileStamp | null;
  likeness: string;
}

/** Takes in a job of the scope as it is now: either it is open, or its charge is known and counts. */
export function takeJob(index: SpendingIndex, read: ReadJob, openKeys: ReadonlySet<string>): void {
  const { likeness, record } = read;
  const { id, intent, job, recorded_at } = record;
  delete index.unwritten[id];
  delete index.jobs[id];
  const usd = chargeOf(job);
  if (usd === undefined && isChargeUnknown(job)) {
    index.jobs[id] = openJobOf(read);
    return;
  }
  const microUsd = microUsdOf(usd ?? 0);
  const key = intent?.idempotency_key;
  // Between the record of a job and the end of its intent there are two of it, and only one is to count.
  if (key !== undefined && openKeys.has(key)) index.settling.push(key);
  // A charge below 0 would open a budget, and there is none such.
  if (microUsd <= 0) return;
  addCharge(index.days, {
    microUsd,
    chargedAtMs: chargedAtMs(job, recorded_at),
    sentAtMs: sentAtMsOf(record),
  });
  learnPrice(index, likeness, microUsd);
}

/** Has a job that is over, and whose charge nobody told, count for its price. */
export function addEstimate(
  { days, estimated }: Pick<SpendingIndex, 'days' | 'estimated'>,
  { overByMs: chargedAtMs, sentAtMs }: Pick<OpenJob, 'overByMs' | 'sentAtMs'>,
  microUsd: number,
): void {
  for (const one of [days, estimated])
    addCharge(one, { microUsd, chargedAtMs, sentAtMs: sentAtMs ?? undefined });
}

/** Takes a charge for a price of like jobs. One that was free says nothing of what the next one may cost. */
export function learnPrice({ dearest }: SpendingIndex, likeness: string, microUsd: number): void {
  if (microUsd > 0) dearest[likeness] = Math.max(microUsd, dearest[likeness] ?? 0);
}

function openJobOf({ likeness, month, record, stamp }: ReadJob): OpenJob {
  const { intent, job, recorded_at, route } = record;
  const reserved = intent?.reserved_usd === undefined ? null : microUsdOf(intent.reserved_usd);
  const endedMs = isOver(job) ? chargedAtMs(job, recorded_at) : undefined;
  const overByMs = endedMs ?? deadlineMsOf(record) + deadlineGraceMs;
  const sentAtMs = sentAtMsOf(record);
  // Until the end of its month a charge that is learnt late counts in its budget.
  const heardMonth = monthOfDay(utcDay(Math.max(overByMs, sentAtMs ?? 0)));
  const lastMs = requestRoutes[route].tellsCharge ? monthEndMs(heardMonth) : overByMs;
  return {
    month,
    key: intent?.idempotency_key ?? null,
    reserved,
    likeness,
    sentAtMs: sentAtMs ?? null,
    overByMs,
    givenUpMs: lastMs + unheardMostMs,
    stamp,
  };
}

/** When the job is over at the latest. Unit: ms since 1970. @see service document §8 */
function deadlineMsOf({ job: { created_at, deadline_at }, recorded_at }: JobRecord): number {
  const deadlineMs = Date.parse(deadline_at ?? '');
  if (!Number.isNaN(deadlineMs)) return deadlineMs;
  const madeMs = Date.parse(created_at ?? '');
  return (Number.isNaN(madeMs) ? Date.parse(recorded_at) : madeMs) + unknownDeadlineMs;
}

function sentAtMsOf({ intent }: JobRecord): number | undefined {
  return intent === null ? undefined : Date.parse(intent.first_sent_at ?? intent.created_at);
}

/** The place of the records of jobs, and the rule by which jobs are alike. */
export interface JobSource {
  months: Pick<LedgerMonths, 'find' | 'folderOf' | 'names' | 'prepare' | 'read'>;
  scope: SpendingScope;
  likeness: Likeness;
}

/** Reads a job: `unwritten` where it has no record, or none yet, and `foreign` where that is of another account. */
export function readJob(
  { likeness, months, scope }: JobSource,
  month: string,
  id: string,
): ReadJob | 'unwritten' | 'foreign' {
  // Looked at before it is read: a record that is replaced in between does not match, and is read again the next time.
  const stamp = recordStamp({ months }, month, id);
  const record = stamp === null ? undefined : months.read(month, id);
  if (record === undefined) return 'unwritten';
  if (!isOfScope(record, scope)) return 'foreign';
  return { month, record, stamp, likeness: likenessIn({ likeness, months }, record) };
}

/** The file of a job's record as it is now; null where there is none. */
export function recordStamp({ months }: Pick<JobSource, 'months'>, month: string, id: string) {
  const found = statSync(join(months.folderOf(month), recordFileName(id)), { throwIfNoEntry: false });
  return found === undefined ? null : stampOf(found);
}

/** The likeness of a job, or of an intent in place of one. */
export function likenessIn(
  { likeness, months }: Pick<JobSource, 'likeness' | 'months'>,
  job: ComparedJob,
): string {
  const draftId = job.intent?.draft_of ?? undefined;
  let draft: JobRecord | undefined;
  if (draftId !== undefined) draft = months.find(draftId);
  return likeness.of(job, draft);
}

/** A line in the order log whose record does not come within this time has none: it is looked for again where the log names it anew. Unit: ms. */
const unwrittenMostMs = 10 * 60_000;

/** Tells whether the record of a line in the order log would be there by now, if it ever came. */
export function isOverdue({ recordedAtMs }: { recordedAtMs: number }, nowMs: number): boolean {
  return isFar(recordedAtMs, nowMs, unwrittenMostMs);
}

/** Tells whether two times are further apart than that, whichever comes first: the clock may have been set back. Unit: ms. */
export function isFar(ms: number, nowMs: number, mostMs: number): boolean {
  return Math.abs(nowMs - ms) > mostMs;
}
