import type { ClaimAccount } from '../account/rules/claim-account.ts';
import type { Interruptible, LeftIfKilled } from '../cli/surroundings.ts';
import { CliError } from '../errors/cli-error.ts';
import { OutcomeUnknownError } from '../errors/endings.ts';
import type { HeldDescriptors } from '../files/spare-descriptors.ts';
import type { Listener } from '../ledger/events.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Intent, JobRecord } from '../ledger/record.ts';
import type { Job } from '../service/job.ts';
import { type RequestRoute, requestRoutes } from '../service/request-route.ts';
import { isoTime } from '../text/iso-time.ts';
import { type ClaimPermission, claimForEachKey } from './account/claim-again.ts';
import { assertOwnAccount, assertTold } from './account/same-account.ts';
import { linkToDraft, recordedOf, recordOrTell } from './record-job.ts';
import { assertSameBody } from './same-body.ts';
import {
  assertResendable,
  leavesOutcomeOpen,
  NotSettledError,
  refusesEverySend,
  type SubmitChoices,
  sendStoppedHere,
  sentBefore,
  sentOnV1,
  unknownOnV1,
} from './submit-refusals.ts';

/** Runs a wait of a submit for others. The submit keeps no place meanwhile that one of them may need. */
export type WaitAside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

/** The part of the ledger that a submit needs. A claim that waits for others, as for money, does so by `aside`. */
export interface SubmitLedger
  extends Pick<
    Ledger,
    | 'find'
    | 'findClaim'
    | 'keysOfName'
    | 'list'
    | 'markSent'
    | 'recordRefusal'
    | 'recordJob'
    | 'takenIdError'
    | 'updateJob'
  > {
  claimToSend(intent: Intent, at: string, aside?: WaitAside): ReturnType<Ledger['claimToSend']>;
}

/** The answer to a send; `raw` is the whole of it on v1. */
export interface SentJob {
  job: Job;
  raw?: unknown;
  replayed: boolean;
}

/** How a send is made. */
interface SendWay {
  /** A key that is in use may be so for the moment only: half a minute is given to it. */
  waitForKey: boolean;
  /**
   * Waits in place of the send while a 429 holds the account back, and resolves with whether the send goes on. Without it the send
   * waits itself, for half a minute at most.
   */
  waitOutPause?: (() => Promise<boolean>) | undefined;
  /** Tells, before each attempt of the send leaves, for how long the 429 of another process holds the account back. Unit: ms. */
  pausedElsewhereMs?: (() => Promise<number>) | undefined;
}

export interface SubmitPorts extends ClaimPermission {
  ledger: SubmitLedger;
  /** The account that `send` sends as. */
  account: ClaimAccount;
  /**
   * Loads what reads the answer of a route, and holds the descriptors that keep its job, before anything is written down. Throws
   * MachineError.
   */
  prepare(route: RequestRoute): Promise<HeldDescriptors>;
  /**
   * Sends these bytes under the intent's key, again where the outcome is unknown; an intent that was sent before may have made
   * its job already, whatever the answer is now. Throws CliError.
   */
  send(bytes: Uint8Array, intent: Intent, way: SendWay): Promise<SentJob>;
  /** Tells whether the account sees a job. Throws CliError where that can't be found out. */
  sees(record: JobRecord): Promise<boolean>;
  /** The service's time, as far as its answers told it; else this machine's. Unit: ms since 1970. */
  nowMs(): number;
  /**
   * The latest that it may be, for the age of what was sent before: the service is asked for its time, and this machine's clock may be
   * the one by which that was noted. Unit: ms since 1970.
   */
  latestMs(): Promise<number>;
  /** Registers what a submit leaves where a second signal ends the process. */
  leftIfKilled: Interruptible['leftIfKilled'];
  listen: Listener;
}

/** A submitted job; `known` where its key had led to it before, and nothing was sent. */
export interface SubmittedJob {
  record: JobRecord;
  known: boolean;
}

const atOnce: SendWay = { waitForKey: false };

/**
 * Submits an intent: it is durable before the first byte leaves, and the job is durable before this returns. Its account may have
 * its key already, by an earlier run or another process. Then equal bytes go on with that intent, and other bytes are refused.
 *
 * Throws what `send` throws; a submit that is known to have made no job is settled first, an unknown outcome leaves the
 * intent open. A job that can't be recorded is a MachineError that carries its id, so that the id is never lost.
 * @see service document §4.1
 */
export async function submitIntent(
  wanted: Intent,
  choices: SubmitChoices,
  ports: SubmitPorts,
  way = atOnce,
): Promise<SubmittedJob> {
  // Other machines read the notes of a batch on sends.
  if (wanted.batch !== undefined) await ports.latestMs();
  const descriptors = await ports.prepare(wanted.route);
  try {
    const prepared = { ports, way, descriptors };
    return await claimForEachKey(wanted, ports, (intent) => claimAndSend(intent, choices, prepared));
  } finally {
    descriptors.release();
  }
}

/** Sends an intent that is on the disk, the first time or again, and writes down the job that it made. */
export async function settleIntent(intent: Intent, ports: SubmitPorts): Promise<SubmittedJob> {
  const descriptors = await ports.prepare(intent.route);
  try {
    return await markAndSend(intent, { ports, way: atOnce, descriptors });
  } finally {
    descriptors.release();
  }
}

/** The means of a send whose answer can be read and kept. */
interface PreparedSend {
  ports: SubmitPorts;
  way: SendWay;
  descriptors: HeldDescriptors;
}

async function claimAndSend(
  wanted: Intent,
  choices: SubmitChoices,
  prepared: PreparedSend,
): Promise<SubmittedJob> {
  const { ports } = prepared;
  const claim = await ports.ledger.claimToSend(wanted, isoTime(ports.nowMs()));
  if (claim.claimed) {
    const { sending } = claim;
    return sending === undefined ? markAndSend(wanted, prepared) : sendMarked(sending, sending, prepared);
  }
  const { intent, record, relation } = claim;
  assertTold(claim);
  assertSameBody(intent, wanted, record?.id);
  if (record !== undefined) return knownJob(record, ports);
  await assertResendable(intent, choices, ports);
  await assertOwnAccount(intent, relation, ports);
  return markAndSend(intent, prepared);
}

/** Sends an intent that is claimed, once the send is noted. */
async function markAndSend(intent: Intent, prepared: PreparedSend): Promise<SubmittedJob> {
  const { ports } = prepared;
  const mark = await ports.ledger.markSent(intent, isoTime(ports.nowMs()));
  if (mark.kind === 'settled') {
    if (mark.record.intent !== null) assertSameBody(mark.record.intent, intent, mark.record.id);
    return knownJob(mark.record, ports);
  }
  if (mark.kind === 'sent before') throw sentOnV1(mark.intent);
  // The amount reserved by the claim is held until the job ends.
  const { reserved_usd } = mark.intent;
  const reserving = reserved_usd === undefined ? intent : { ...intent, reserved_usd };
  return sendMarked(reserving, mark.intent, prepared);
}

/** Sends an intent whose send is noted, and records it with its job; `marked` counts the sends. */
async function sendMarked(intent: Intent, marked: Intent, prepared: PreparedSend): Promise<SubmittedJob> {
  const { descriptors, ports } = prepared;
  const { idempotency_key: idempotencyKey, route } = intent;
  const left: LeftIfKilled = { idempotencyKey, recoverable: requestRoutes[route].hasKey };
  const takeBack = ports.leftIfKilled(() => left);
  try {
    const sent = await sendIntent(marked, prepared);
    const made = await descriptors.spend(() => recordedAs(intent, sent, ports));
    Object.assign(left, { idempotencyKey: undefined, jobIds: [made.id] });
    await linkToDraft(made, ports);
    tellSubmitted(ports, made);
    takeBack();
    return { record: made, known: false };
  } catch (error) {
    // An error of ours names the submit itself. Of any other one, what is left says what may have been paid for.
    if (error instanceof CliError) takeBack();
    throw error;
  }
}

/** Records the job that an intent made. Throws as `recordOrTell` does. */
async function recordedAs(
  intent: Intent,
  { job, raw, replayed }: SentJob,
  ports: SubmitPorts,
): Promise<JobRecord> {
  const now = isoTime(ports.nowMs());
  const made: JobRecord = {
    schema: intent.schema,
    id: job.id,
    route: intent.route,
    ...(intent.sync === undefined ? {} : { sync: intent.sync }),
    profile: intent.profile,
    // The address that it was sent to: this account may have come by another path of its origin.
    base_url: ports.account.base_url,
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
  // The ledger has made files of pictures that came inside the answer.
  return { ...made, job: kept, ...(keptRaw === undefined ? {} : { raw: keptRaw }) };
}

/** A job whose key led to it already: nothing is sent for it. */
async function knownJob(found: JobRecord, ports: SubmitPorts): Promise<SubmittedJob> {
  const record = { ...(await recordedOf(found, ports)), replayed: true };
  // The run that recorded it may have been stopped before its draft knew.
  await linkToDraft(record, ports);
  tellSubmitted(ports, record);
  return { record, known: true };
}

function tellSubmitted({ listen }: SubmitPorts, { id, job, intent, replayed }: JobRecord): void {
  listen({ kind: 'submitted', jobId: id, model: intent?.model ?? '', replayed, createdAt: job.created_at });
}

async function sendIntent(intent: Intent, { descriptors, ports, way }: PreparedSend): Promise<SentJob> {
  try {
    return await ports.send(new TextEncoder().encode(intent.body), intent, way);
  } catch (error) {
    if (error instanceof OutcomeUnknownError && !requestRoutes[intent.route].hasKey)
      throw unknownOnV1(intent, error);
    const failure = sendStoppedHere(intent, error);
    if (failure !== undefined) throw failure;
    // The client throws any other error only if this send can't have made a job.
    if (!(error instanceof CliError) || leavesOutcomeOpen(error)) throw error;
    const settled = await descriptors.spend(() => settledBy(error, intent, ports));
    throw settled ? error : sentBefore(intent, error);
  }
}

/** Records the refusal of an intent, and resolves with whether that settles it. Rejects with NotSettledError. */
async function settledBy(error: CliError, intent: Intent, { ledger, nowMs }: SubmitPorts): Promise<boolean> {
  const refusal = { status: error.status ?? null, code: error.code, message: error.message };
  // This cause need not have stopped another send, by an earlier run or beside this one.
  const onlyAfter = refusesEverySend(error, intent) ? undefined : 1;
  try {
    return await ledger.recordRefusal(intent, { at: isoTime(nowMs()), ...refusal }, onlyAfter);
  } catch (cause) {
    throw new NotSettledError(intent, error, cause);
  }
}
