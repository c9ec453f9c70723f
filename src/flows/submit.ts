import type { Job } from '../contract/job.ts';
import { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/machine-error.ts';
import type { Intent, JobRecord, Refusal } from '../store/ledger-record.ts';
import type { Listener } from './events.ts';

/** What a submit needs of the ledger. */
export interface SubmitLedger {
  claimIntent(intent: Intent): Promise<IntentClaim>;
  markSent(key: string, at: string): Promise<void>;
  recordRefusal(key: string, refusal: Refusal): Promise<void>;
  recordJob(record: JobRecord): Promise<void>;
}

/** Either the intent is ours, or the one that stands there, with its job where that is known. */
export type IntentClaim =
  | { claimed: true }
  | { claimed: false; intent: Intent; record: JobRecord | undefined };

export interface SubmitPorts {
  ledger: SubmitLedger;
  /** Sends these bytes under this key, again where the outcome is unknown. Throws CliError. */
  send(bytes: Uint8Array, idempotencyKey: string): Promise<{ job: Job; replayed: boolean }>;
  /** ISO 8601 now. */
  now(): string;
  listen: Listener;
}

/** A submitted job; `settledHere` is false where it was known already and nothing was sent. */
export interface SubmittedJob {
  record: JobRecord;
  settledHere: boolean;
}

/**
 * Submits an intent: it is durable before the first byte leaves, and the job is durable before this returns.
 *
 * Throws what `send` throws; a definite refusal is recorded first, an unknown outcome leaves the intent open. A job
 * that can't be recorded is a MachineError that carries its id, so that the id is never lost.
 * @see service document §4.1
 */
export async function submitIntent(wanted: Intent, ports: SubmitPorts): Promise<SubmittedJob> {
  const claim = await ports.ledger.claimIntent(wanted);
  if (!claim.claimed && claim.record !== undefined) return { record: claim.record, settledHere: false };
  // Another process may have claimed this key for other bytes; its bytes are the intent, ours were only wanted.
  const intent = claim.claimed ? wanted : claim.intent;
  const key = intent.idempotency_key;
  await ports.ledger.markSent(key, ports.now());
  const { job, replayed } = await sendIntent(intent, ports);
  const record: JobRecord = {
    schema: intent.schema,
    id: job.id,
    api: intent.api,
    route: intent.route,
    profile: intent.profile,
    base_url: intent.base_url,
    recorded_at: ports.now(),
    intent,
    job,
    seen_at: ports.now(),
    replayed,
    finals: [],
    files: [],
  };
  await recordOrTell(record, ports);
  ports.listen({
    kind: 'submitted',
    jobId: job.id,
    model: intent.model,
    replayed,
    createdAt: job.created_at,
  });
  return { record, settledHere: true };
}

async function sendIntent(intent: Intent, ports: SubmitPorts): Promise<{ job: Job; replayed: boolean }> {
  try {
    return await ports.send(new TextEncoder().encode(intent.body), intent.idempotency_key);
  } catch (error) {
    const status = error instanceof CliError ? definiteStatus(error) : undefined;
    if (error instanceof CliError && status !== undefined) {
      const refusal = { at: ports.now(), status, code: error.code, message: error.message };
      await ports.ledger.recordRefusal(intent.idempotency_key, refusal);
    }
    throw error;
  }
}

/** The HTTP status of an answer that says for certain that there is no job; undefined where there may be one. */
function definiteStatus(error: CliError): number | undefined {
  return error.status !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    error.exit !== 'outcomeUnknown'
    ? error.status
    : undefined;
}

async function recordOrTell(record: JobRecord, { ledger }: SubmitPorts): Promise<void> {
  try {
    await ledger.recordJob(record);
  } catch (cause) {
    throw new MachineError({
      code: 'job_not_recorded',
      message: `${record.id} was submitted, but could not be written to the ledger`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: `free space or mend the folder, then: genctl recover; keep the id ${record.id}`,
      jobId: record.id,
      idempotencyKey: record.intent?.idempotency_key,
      cause,
    });
  }
}
