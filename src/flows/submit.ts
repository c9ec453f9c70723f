import type { Job } from '../contract/job.ts';
import { CliError } from '../errors/cli-error.ts';
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.ts';
import type { Intent, JobRecord, Refusal } from '../store/ledger-record.ts';
import type { Listener } from './events.ts';
import { type LineageLedger, linkToDraft } from './lineage.ts';
import {
  assertResendable,
  assertSameBody,
  leavesOutcomeOpen,
  notRecorded,
  refusesBody,
  type SubmitChoices,
  sendStoppedHere,
  sentBefore,
  unknownOnV1,
} from './submit-refusals.ts';

/** What a submit needs of the ledger. */
export interface SubmitLedger extends LineageLedger {
  claimIntent(intent: Intent): Promise<IntentClaim>;
  /** Which send of the intent this is, from 1; undefined where its job is known already. */
  markSent(intent: Intent, at: string): Promise<number | undefined>;
  /** False where it was sent more than `onlyAfter` times, and so stays open. */
  recordRefusal(intent: Intent, refusal: Refusal, onlyAfter?: number): Promise<boolean>;
  /** Resolves with the record as it stands. */
  recordJob(record: JobRecord): Promise<JobRecord>;
}

/** Either the intent is ours, or the one that stands there, with its job where that is known. */
export type IntentClaim =
  | { claimed: true }
  | { claimed: false; intent: Intent; record: JobRecord | undefined };

/** What a send brought; `raw` is the whole answer on v1. */
export interface SentJob {
  job: Job;
  raw?: unknown;
  replayed: boolean;
}

export interface SubmitPorts {
  ledger: SubmitLedger;
  /** Sends these bytes under the intent's key, again where the outcome is unknown. Throws CliError. */
  send(bytes: Uint8Array, intent: Intent): Promise<SentJob>;
  /** Wall clock. Unit: ms since 1970. */
  nowMs(): number;
  listen: Listener;
}

/** A submitted job; `known` where its key had led to it before, and nothing was sent. */
export interface SubmittedJob {
  record: JobRecord;
  known: boolean;
}

/**
 * Submits an intent: it is durable before the first byte leaves, and the job is durable before this returns. Where its key
 * is taken, by an earlier run or another process, the same bytes go on with that intent and other bytes are refused.
 *
 * Throws what `send` throws; a submit that is known to have made no job is settled first, an unknown outcome leaves the
 * intent open. A job that can't be recorded is a MachineError that carries its id, so that the id is never lost.
 * @see service document §4.1
 */
export async function submitIntent(
  wanted: Intent,
  choices: SubmitChoices,
  ports: SubmitPorts,
): Promise<SubmittedJob> {
  const claim = await ports.ledger.claimIntent(wanted);
  if (claim.claimed) return { record: await settleIntent(wanted, ports), known: false };
  const { intent, record } = claim;
  assertSameBody(intent, wanted, record?.id);
  if (record === undefined) {
    assertResendable(intent, choices, ports.nowMs());
    return { record: await settleIntent(intent, ports), known: false };
  }
  // Whoever recorded it may have been stopped before the draft knew.
  await linkToDraft(record, ports);
  tellSubmitted(ports, { ...record, replayed: true });
  return { record: { ...record, replayed: true }, known: true };
}

/** Sends an intent that is on the disk, the first time or again, and writes down the job that it made. */
export async function settleIntent(intent: Intent, ports: SubmitPorts): Promise<JobRecord> {
  const send = await ports.ledger.markSent(intent, isoTime(ports.nowMs()));
  const { job, raw, replayed } = await sendIntent(intent, send, ports);
  const now = isoTime(ports.nowMs());
  const made: JobRecord = {
    schema: intent.schema,
    id: job.id,
    api: intent.api,
    route: intent.route,
    profile: intent.profile,
    base_url: intent.base_url,
    recorded_at: now,
    intent,
    job,
    ...(raw === undefined ? {} : { raw }),
    seen_at: now,
    replayed,
    finals: [],
    files: [],
  };
  const { job: kept, raw: keptRaw } = await recordOrTell(made, ports);
  // Of pictures that came inside the answer the ledger has made files.
  const record = { ...made, job: kept, ...(keptRaw === undefined ? {} : { raw: keptRaw }) };
  await linkToDraft(record, ports);
  tellSubmitted(ports, record);
  return record;
}

function tellSubmitted({ listen }: SubmitPorts, { id, job, intent, replayed }: JobRecord): void {
  listen({ kind: 'submitted', jobId: id, model: intent?.model ?? '', replayed, createdAt: job.created_at });
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

async function sendIntent(intent: Intent, send: number | undefined, ports: SubmitPorts): Promise<SentJob> {
  try {
    return await ports.send(new TextEncoder().encode(intent.body), intent);
  } catch (error) {
    if (error instanceof OutcomeUnknownError && intent.api === 'v1') throw unknownOnV1(intent, error);
    const failure = sendStoppedHere(intent, error);
    if (failure !== undefined) throw failure;
    // Whatever else the client throws, it throws only where this send can't have made a job.
    if (!(error instanceof CliError) || leavesOutcomeOpen(error) || send === undefined) throw error;
    const refusal = { status: error.status ?? null, code: error.code, message: error.message };
    // What stopped this send need not have stopped another one, by an earlier run or beside this one.
    const onlyAfter = refusesBody(error) ? undefined : 1;
    const settled = await ports.ledger.recordRefusal(
      intent,
      { at: isoTime(ports.nowMs()), ...refusal },
      onlyAfter,
    );
    throw settled ? error : sentBefore(intent, error);
  }
}

async function recordOrTell(record: JobRecord, { ledger }: SubmitPorts): Promise<JobRecord> {
  try {
    return await ledger.recordJob(record);
  } catch (cause) {
    throw notRecorded(record, cause);
  }
}
