import { type FlagTable, longName } from '../../cli/flag.ts';
import { CliError } from '../../errors/cli-error.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { isGiven } from '../../follow/send/idle-flags.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { canonicalJson } from '../../schema/json/canonical-json.ts';
import { chargeOf } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import { NotNotedError } from '../../submit/submit-refusals.ts';
import { isoTime } from '../../text/iso-time.ts';
import { safeLine } from '../../text/safe-text.ts';
import { columnOfFlag, type LineFlagName, type LineFlags, lineFlags } from '../columns/line-words.ts';
import type { JobOwner } from '../journal/job-owner.ts';
import type { OwnJournal } from '../journal/journal.ts';
import type { JournalEvent } from '../journal/journal-event.ts';
import type { JournalRun } from '../journal/journal-header.ts';
import { requestOf, type ShotMemory } from '../journal/shot-memory.ts';
import type { OpenBatch } from '../open-batch.ts';
import { markOf } from '../rules/request-fields.ts';

/**
 * A ledger that has each send and each job of a batch noted in its journal as well: a send before its first byte leaves, a job
 * before its id is told.
 */
export function journaled(
  ledger: SubmitLedger,
  journal: OwnJournal,
  clock: { nowMs(): number },
): SubmitLedger {
  const at = (): string => isoTime(clock.nowMs());
  return {
    ...ledger,
    async claimToSend(intent, sentAt, aside) {
      const claim = await ledger.claimToSend(intent, sentAt, aside);
      if (claim.claimed && claim.sending !== undefined) await noteSend(journal, claim.sending, sentAt);
      return claim;
    },
    async markSent(intent, sentAt) {
      await noteSend(journal, intent, sentAt);
      return ledger.markSent(intent, sentAt);
    },
    async recordJob(record) {
      const shot = record.intent === null ? undefined : ofShot(record.intent);
      if (record.intent === null || shot === undefined) return ledger.recordJob(record);
      await assertOwnLine(journal, record, ledger);
      const kept = await ledger.recordJob(record);
      try {
        // The journal of another part of the batch may have told of the job.
        const known = requestOf(journal.find(shot.shot), shot.key);
        await noteAll(journal, missingEvents(known, { ...record, id: kept.id }, at()));
      } catch (error) {
        throw error instanceof CliError ? new NotNotedError(kept.id, error) : error;
      }
      return kept;
    },
    async recordRefusal(intent, refusal, onlyAfter) {
      const isSettled = await ledger.recordRefusal(intent, refusal, onlyAfter);
      const shot = ofShot(intent);
      if (isSettled && shot !== undefined) {
        const { code } = refusal;
        const over = { status: 'refused', cost_usd: null, code, at: refusal.at };
        await journal.append({ event: 'over', shot: shot.shot, key: shot.key, ...over });
      }
      return isSettled;
    },
  };
}

/** Throws TakenIdError if the journal has a job under another line's request, which another machine may have sent. */
async function assertOwnLine(
  journal: Pick<OwnJournal, 'find' | 'ownerOfJob'>,
  record: JobRecord,
  ledger: Pick<SubmitLedger, 'takenIdError'>,
): Promise<void> {
  const { id, intent } = record;
  const owner = intent === null ? undefined : await ownerByJournal(journal, id, intent);
  if (owner === undefined || owner.key === intent?.idempotency_key) return;
  throw await ledger.takenIdError(record, `the line ${safeLine(owner.shot)} of this batch, by its journal`);
}

/** The request that the journal has a job of; undefined if that is not known. */
async function ownerByJournal(
  journal: Pick<OwnJournal, 'find' | 'ownerOfJob'>,
  jobId: string,
  { batch, idempotency_key: key }: Intent,
): Promise<JobOwner | undefined> {
  try {
    const shot = batch?.shot;
    const known = shot === undefined ? undefined : requestOf(journal.find(shot), key);
    // Most jobs that the journal has are those of their lines, which are found without reading all of it.
    return known?.job === jobId ? undefined : await journal.ownerOfJob(jobId);
  } catch (error) {
    // The ledger gets the job all the same. What is wrong with the journal is told as the job is noted there.
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** Notes in the journal that an attempt of a shot is about to be sent. Of what is of no batch nothing is noted. */
export async function noteSend(
  journal: Pick<OwnJournal, 'append'>,
  intent: Intent,
  sentAt: string,
): Promise<void> {
  const shot = ofShot(intent);
  if (shot !== undefined) await journal.append(sentEvent(shot, sentAt));
}

function ofShot({ attempt, batch, idempotency_key: key }: Intent) {
  return batch === undefined ? undefined : { ...batch, key, attempt };
}

function sentEvent(
  { attempt, fields, key, marks, parents, shot }: NonNullable<ReturnType<typeof ofShot>>,
  at: string,
) {
  return { event: 'sent', shot, key, attempt, fields, marks, parents, at } as const;
}

/**
 * The events of a job of a shot that a journal lacks, which knows so much of its request. `submittedAt` is given where it was just
 * submitted: then its end is still to be told.
 */
function* missingEvents(
  known: ShotMemory | undefined,
  { files, id, intent, job }: JobRecord,
  submittedAt?: string,
): Generator<JournalEvent> {
  const of = intent === null ? undefined : ofShot(intent);
  if (intent === null || of === undefined) return;
  const { key, shot } = of;
  if (known === undefined) yield sentEvent(of, intent.first_sent_at ?? intent.created_at);
  const endedMs = Date.parse(job.completed_at ?? '');
  // The service's words stay as they are in the record. The journal has no place for a time that is none, or a price that can't be.
  const endedAt = Number.isNaN(endedMs) ? intent.created_at : isoTime(endedMs);
  if (known?.job !== id) yield { event: 'job', shot, key, job: id, at: submittedAt ?? endedAt };
  if (submittedAt !== undefined || !isOver(job)) return;
  if (known?.over === undefined) {
    const end = { status: job.status, cost_usd: chargeOf(job) ?? null, code: job.error?.code ?? null };
    yield { event: 'over', shot, key, ...end, outputs: job.outputs?.length, at: endedAt };
  }
  for (const { bytes, index: n, path, sha256 } of files) {
    const isNoted = known?.files.some((file) => file.n === n && file.path === path && file.bytes === bytes);
    if (isNoted !== true) yield { event: 'file', shot, key, n, path, bytes, sha256 };
  }
}

async function noteAll(journal: Pick<OwnJournal, 'append'>, events: Iterable<JournalEvent>): Promise<void> {
  for (const event of events) await journal.append(event);
}

/** The memory of the request of a job, where that is the newest of its shot. */
function newestOf(journal: Pick<OwnJournal, 'find'>, { intent }: JobRecord) {
  const newest = intent?.batch === undefined ? undefined : journal.find(intent.batch.shot);
  return newest?.key === intent?.idempotency_key ? newest : undefined;
}

/**
 * Notes in the journal what became of a job and its files. Where another run made the job without noting it there, that is caught
 * up with first.
 */
export async function noteEnd(
  journal: Pick<OwnJournal, 'append' | 'find'>,
  record: JobRecord,
): Promise<void> {
  if (isOver(record.job)) await noteAll(journal, missingEvents(newestOf(journal, record), record));
}

/**
 * Notes in the journal what the ledger knows already: a job that was over before this run, which nothing else would note there. A
 * journal that lacks it would have another machine render it again. It may be new, or put back from an older copy, or a run was
 * killed before it had caught up.
 */
export async function catchUp(
  batch: Pick<OpenBatch, 'context' | 'input' | 'journal' | 'manifest'>,
  record: JobRecord,
): Promise<void> {
  const { journal } = batch;
  const known = newestOf(journal, record);
  if (known?.job === record.id && known.over !== undefined) return;
  await journal.begin(journalRun(batch));
  await noteEnd(journal.own, record);
}

/** The fields that a run writes at the head of its part of the journal, once it has read the manifest. */
export function journalRun({
  context,
  input,
  manifest,
}: Pick<OpenBatch, 'context' | 'input' | 'manifest'>): JournalRun {
  return {
    genctl: context.around.version,
    manifest_sha256: manifest.sha256,
    defaults: defaultMarks(input.defaults),
  };
}

/** Marks of the values that lines take where they have none of their own, by the names of their columns. */
function defaultMarks(defaults: LineFlags): Record<string, string> {
  const given = Object.entries(lineFlags as FlagTable).filter(([name, flag]) =>
    isGiven(flag, defaults[name as LineFlagName]),
  );
  return Object.fromEntries(
    given.map(([name, { syntax }]) => [
      columnOfFlag(longName(syntax)),
      markOf(sha256(canonicalJson(defaults[name as LineFlagName]))),
    ]),
  );
}
