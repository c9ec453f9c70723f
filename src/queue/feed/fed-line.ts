import type { Job } from 'bullmq';
import type { BatchPorts } from '../../batch/run/batch-runner.ts';
import { changedLine } from '../../batch/run/shot-state.ts';
import type { PlannedShot, ShotEnd } from '../../batch/run/shots.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { OutcomeUnknownError } from '../../errors/endings.ts';
import type { FollowedJob } from '../../follow/follow.ts';
import type { WaitEnd } from '../../follow/wait/target.ts';
import type { Intent, JobRecord } from '../../ledger/record.ts';
import { TakenIdError } from '../../ledger/taken-id.ts';
import { isRepeatable } from '../../service/lifecycle.ts';
import type { SubmitLedger } from '../../submit/submit.ts';
import { leavesOutcomeOpen } from '../../submit/submit-refusals.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { LineOwner, QueueLine } from '../line/line.ts';
import { readEnd, whyAside } from '../line/line-end.ts';
import type { QueueConnection } from '../store/connection.ts';
import { fieldsApart, queuedIn, storedLine, unreadable } from '../store/stored-lines.ts';

/** The end of a line, as a worker told it. */
export interface ToldEnd {
  end: ShotEnd;
  /** Takes the line out of the queue, unless it was set aside: then it is there until somebody has mended what ends workers. */
  remove(): Promise<void>;
}

/** The end of a line in the queue, with its job recorded here; undefined where another feeder was quicker, or it goes on again. */
export async function toldEnd<Shot extends FedShot>(
  key: string,
  { attempt, intent }: Fed<Shot>,
  { connection: { queue }, ledger, onWaited, refused }: FeedPorts<Shot>,
): Promise<ToldEnd | undefined> {
  const line = await storedLine({ queue }, key);
  if (line === undefined) return undefined;
  // The return value is how many were removed, and none is what another feeder leaves.
  const takeOut = async (): Promise<void> => void (await queue.remove(key));
  if (line === unreadable) return { end: uncertainEnd(attempt), remove: takeOut };
  const apart = fieldsApart(queuedIn(line.data), intent);
  if (apart.length > 0) return anothersEnd(apart, attempt);
  const isFailed = line.failedReason !== undefined && line.failedReason !== null;
  const told =
    ownEnd(readEnd(isFailed ? ownValue(objectOf(line.data), 'end') : line.returnvalue, attempt), key) ??
    unreadableEnd(line, attempt);
  if (told === undefined) return undefined;
  const remove = whyAside(told) === undefined ? takeOut : async () => {};
  if (told.kind === 'refused' && !leavesOutcomeOpen(told.error)) await refused(intent, told.error);
  if (told.kind !== 'followed') return { end: told, remove };
  const { base_url, profile } = intent;
  const first_sent_at = told.job.record.intent?.first_sent_at ?? intent.first_sent_at;
  const record = { ...told.job.record, base_url, profile, intent: { ...intent, first_sent_at } };
  let job: FollowedJob;
  try {
    job = { ...told.job, record: await recorded(record, ledger) };
  } catch (error) {
    // A worker has a ledger of its own, which may not know the job as another line's.
    if (!(error instanceof TakenIdError)) throw error;
    return { end: { kind: 'refused', error, attempt, failed: undefined }, remove: takeOut };
  }
  onWaited(job.end);
  return { end: { kind: 'followed', job }, remove };
}

/** An end whose job was made under the key of the line; undefined for that of any other one. */
function ownEnd(end: ShotEnd | undefined, key: string): ShotEnd | undefined {
  if (end?.kind !== 'followed') return end;
  return end.job.record.intent?.idempotency_key === key ? end : undefined;
}

/** The end of a line that stands there for another feeder, which asks for something else under its key: what it made is that one's. */
function anothersEnd(fields: readonly string[], attempt: number): ToldEnd {
  const error = changedLine({ fields, jobId: undefined });
  return { end: { kind: 'refused', error, attempt, failed: undefined }, async remove() {} };
}

/**
 * The end of a line that is over, and of which nobody told what became of it, or in words that this version can't read; undefined for
 * one that was put in again meanwhile. Its job may exist, and the next run asks for it under its key.
 */
function unreadableEnd({ finishedOn }: Job, attempt: number): ShotEnd | undefined {
  return finishedOn === undefined ? undefined : uncertainEnd(attempt);
}

function uncertainEnd(attempt: number): ShotEnd {
  const error = new OutcomeUnknownError({
    code: 'line_end_unreadable',
    message: "this version can't read what became of the line in the queue",
  });
  return { kind: 'refused', error, attempt, failed: undefined };
}

/** The attempt that follows after a job that failed by a fault of the service; undefined where none does. */
export function nextAttemptAfter<Shot extends FedShot>(
  end: ShotEnd,
  { attempt, shot }: Fed<Shot>,
): { attempt: number; failed: FollowedJob } | undefined {
  if (end.kind !== 'followed') return undefined;
  const { job } = end.job.record;
  const most = shot.planned?.attempts ?? attempt;
  const isWorthIt = job.status === 'failed' && isRepeatable(job.error?.code) && attempt < most;
  return isWorthIt ? { attempt: attempt + 1, failed: end.job } : undefined;
}

/** Records a job as it is over. Where it was known before, its newest state and its files are added. */
async function recorded(told: JobRecord, ledger: FeedPorts<FedShot>['ledger']): Promise<JobRecord> {
  const kept = await ledger.recordJob(told);
  const isWhole = kept.job.status === told.job.status && kept.files.length >= told.files.length;
  if (isWhole) return kept;
  const { files, id, job, seen_at } = told;
  const changed = await ledger.updateJob(id, (known) => ({
    ...known,
    ...{ job, seen_at, files: files.length === 0 ? known.files : files },
  }));
  return changed ?? kept;
}

/** A shot that is fed to a queue. */
export type FedShot = PlannedShot & { template: string };

/** A line of this batch that is in the queue, or about to be. */
export interface Fed<Shot> {
  shot: Shot;
  attempt: number;
  intent: Intent;
  line: QueueLine;
  /** The time before it was written down as sent: no worker had it earlier. */
  since: string;
}

export interface FeedPorts<Shot>
  extends Pick<BatchPorts<Shot>, 'clock' | 'signal' | 'onEnd' | 'onPace' | 'onRepeat' | 'onBroken'> {
  connection: QueueConnection;
  own: LineOwner;
  /** How many lines of this batch may be in the queue at once. */
  window: number;
  /** Longest time that the service is trusted to know a key. Unit: ms. */
  keyWindowMs: number;
  /** True to go once all lines are in the queue. */
  detach: boolean;
  ledger: Pick<SubmitLedger, 'recordJob' | 'updateJob'>;
  /** Notes durably that a line is about to be sent, before it is in the queue. Rejects with a BudgetError where it may not be. */
  admit(intent: Intent): Promise<void>;
  /** Notes that a line made no job, and never will under its key as it is. */
  refused(intent: Intent, error: CliError): Promise<void>;
  /** Called with what a worker tells of a job, also of one that another attempt follows. */
  onWaited(end: WaitEnd): void;
  /** Called with a line of which nothing more is heard, as soon as that is known: others may wait for what its job leaves of the money. */
  onUnheard(shot: Shot): void;
  /** Called with what holds lines up that wait, once for each reason that comes up. */
  onHeldUp(why: HeldUp): void;
  /** Called with a line that stays in the queue when this ends. */
  onLeft(shot: Shot): void;
}

/** Why lines that wait in a queue go no further: a person, or an empty balance, paused it, nobody takes them, or the service is away. */
export type HeldUp = 'paused' | 'no worker' | 'service away';
