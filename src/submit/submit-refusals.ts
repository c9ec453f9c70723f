import { forgetLine, lookThenForget, ServiceRefusal, thenRecover } from '../api/trouble/call-words.ts';
import { notSentCode } from '../api/trouble/trouble.ts';
import { CliError } from '../errors/cli-error.ts';
import { MachineError, OutcomeUnknownError } from '../errors/endings.ts';
import { genctl, type Hint, hintThen, say } from '../errors/hint.ts';
import { InterruptedError } from '../errors/interrupted-error.ts';
import { failureOf, systemFailure } from '../errors/system-trouble.ts';
import type { Intent, JobRecord } from '../ledger/record.ts';
import { readJson } from '../schema/json/read-json.ts';
import { requestRoutes, submitRouteOf } from '../service/request-route.ts';
import { provesNoJob } from '../service/retries/settling-refusal.ts';
import { routes } from '../service/routes.ts';
import { formatAge } from '../text/duration.ts';

/** The choices of a submit about an intent that is under its key already. */
export interface SubmitChoices {
  /** Longest time that the service is trusted to know a key. Unit: ms. */
  windowMs: number;
  /** Send again what is older than that, at the risk of a second job. */
  resend: boolean;
  /** The key of an open intent whose account the one at hand is, for a person says so. */
  sameAccount?: string | undefined;
}

/** How far the clocks of two runs may differ. Unit: ms. */
const clockErrorMs = 60_000;

/** Tells whether the service may have forgotten the key of an intent, so that sending it again could make a second job. */
export function isPastWindow(intent: Intent, windowMs: number, nowMs: number): boolean {
  if (intent.first_sent_at === null) return false;
  const ageMs = nowMs - Date.parse(intent.first_sent_at);
  // By a clock that was set back since, nobody knows how long ago that is.
  return ageMs > windowMs || ageMs < -clockErrorMs;
}

/** An intent that was sent too long ago is sent again only when that is asked for. Rejects with OutcomeUnknownError. */
export async function assertResendable(
  intent: Intent,
  { windowMs, resend }: SubmitChoices,
  ports: { latestMs(): Promise<number> },
): Promise<void> {
  const { first_sent_at, idempotency_key: idempotencyKey, route } = intent;
  if (first_sent_at === null) return;
  if (!requestRoutes[route].hasKey) throw sentOnV1(intent);
  if (resend) return;
  const nowMs = await ports.latestMs();
  if (!isPastWindow(intent, windowMs, nowMs)) return;
  const ageMs = nowMs - Date.parse(first_sent_at);
  const trust = `The service remembers a key for about ${windowMs / 3_600_000} h`;
  const look = 'check with the service whether it has a job; if not:';
  throw new OutcomeUnknownError({
    code: 'key_may_be_forgotten',
    idempotencyKey,
    ...(ageMs < 0
      ? {
          message: `A submit sent at ${first_sent_at}, by a clock that was ahead, never got an answer`,
          why: `${trust}, and its age is unknown. Sent again now, it could start a second job.`,
          hint: say`${look} ${forgetLine(idempotencyKey)}`,
        }
      : {
          message: `A submit sent ${formatAge(ageMs)} never got an answer`,
          why: `${trust}. Sent again now, it could start a second job.`,
          hint: say`${look} ${genctl`recover --resend`}; otherwise: ${forgetLine(idempotencyKey)}`,
        }),
  });
}

/**
 * v1 has no key: what may have been sent is never sent again. That holds beside another run that is sending it at this moment,
 * too, which will write its job down.
 */
export function sentOnV1(intent: Intent): OutcomeUnknownError {
  return new OutcomeUnknownError({
    code: 'sent_without_key',
    message: `The service may or may not have started a job for ${intent.model}: a v1 request sent at ${intent.first_sent_at} got no answer that names its job`,
    why: `It went to ${addressOf(intent)}. v1 takes no key: sent again, it could be charged twice. If another run is sending it now, wait for that run.`,
    hint: lookThenForget(intent.idempotency_key),
    retryable: false,
    idempotencyKey: intent.idempotency_key,
  });
}

/** A submit of v1 whose outcome is not known: no command can settle it, only someone who looks. */
export function unknownOnV1(intent: Intent, error: OutcomeUnknownError): OutcomeUnknownError {
  return new OutcomeUnknownError({
    code: error.code,
    message: `The service may or may not have started a job for ${intent.model}`,
    why: [
      error.why,
      `The request went to ${addressOf(intent)}, which takes no key: genctl does not send it again.`,
    ]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
    hint: lookThenForget(intent.idempotency_key),
    retryable: false,
    status: error.status,
    idempotencyKey: intent.idempotency_key,
    cause: error,
  });
}

function addressOf(intent: Intent): string {
  return `${routes[submitRouteOf(intent)].path} of ${intent.base_url}`;
}

/**
 * Tells whether a send may have made a job for all that its error says: nobody knows, or nobody waited for the answer. An error
 * that another process passed on is of no class, and has its exit.
 */
export function leavesOutcomeOpen(error: CliError): boolean {
  return error.exit === 'outcomeUnknown' || error instanceof InterruptedError;
}

/**
 * This machine failed while a send was under way, so that nobody knows what became of it: the intent stays open. Undefined for
 * any other error, and for one that says that nothing was sent.
 */
export function sendStoppedHere(intent: Intent, error: unknown): MachineError | undefined {
  const failure = error instanceof MachineError ? error : systemFailure(error);
  if (failure === undefined || failure.code === notSentCode) return undefined;
  const { code, mend, message, why } = failure;
  const settle = requestRoutes[intent.route].hasKey
    ? genctl`recover`
    : lookThenForget(intent.idempotency_key);
  return new MachineError({
    code,
    message,
    why: `${why ?? ''}\nThe service may or may not have started a job for ${intent.model}, under the key ${intent.idempotency_key}.`,
    hint: hintThen(mend, settle),
    retryable: false,
    idempotencyKey: intent.idempotency_key,
    cause: error,
  });
}

/** Tells whether the service refused the body for what it is, so that no send of it can have made a job. */
export function refusesEverySend({ cause }: CliError, { body }: Intent): boolean {
  return cause instanceof ServiceRefusal && provesNoJob(cause, readJson(body));
}

/** A send that made no job, of a request that had been sent before: whether that one did is as unknown as ever. */
export function sentBefore(
  { first_sent_at, idempotency_key, model }: Intent,
  error: CliError,
): OutcomeUnknownError {
  return new OutcomeUnknownError({
    code: 'outcome_unknown',
    message: `An earlier send of this request for ${model} may or may not have started a job`,
    why: `First sent ${first_sent_at}. This time: ${error.message}${error.why === undefined ? '' : `. ${error.why}`}`,
    hint: thenRecover(error.mend),
    status: error.status,
    idempotencyKey: idempotency_key,
    cause: error,
  });
}

/** A submit that was refused, and whose intent stays open because the refusal could not be written down. */
export class NotSettledError extends MachineError {
  constructor({ idempotency_key: idempotencyKey, route }: Intent, refusal: CliError, cause: unknown) {
    const { message, status, why } = refusal;
    const mend = failureOf(cause)?.mend;
    super({
      code: 'refusal_not_recorded',
      message,
      why: `${why === undefined ? '' : `${why}\n`}genctl could not note that the submit under the key ${idempotencyKey} was refused: ${reasonOf(cause)}`,
      hint: hintThen(mend, requestRoutes[route].hasKey ? genctl`recover` : forgetLine(idempotencyKey)),
      retryable: false,
      status,
      idempotencyKey,
      cause,
    });
  }
}

/** A job that exists and is paid for, and could not be written down: the record is what is known of it. */
export class NotRecordedError extends MachineError {
  readonly record: JobRecord;

  constructor(record: JobRecord, cause: unknown) {
    super({
      code: 'job_not_recorded',
      message: `${record.id} was submitted, but could not be written to the ledger`,
      why: `${reasonOf(cause)}${keySentence(record)}`,
      hint: say`note the id ${record.id}; ${recordMend(record, cause)}`,
      // Run again, it would be paid for again.
      retryable: false,
      jobId: record.id,
      idempotencyKey: record.intent?.idempotency_key,
      cause,
    });
    this.record = record;
  }
}

/** The ledger has the job, and something else that was to know it before its id is told, such as a journal, does not. */
export class NotNotedError extends MachineError {
  constructor(jobId: string, cause: CliError) {
    const { code, mend, message, why } = cause;
    super({
      code,
      message: `${jobId} was submitted and is in the ledger of this machine, but ${message}`,
      why,
      hint: mend,
      jobId,
      cause,
    });
  }
}

/** The lines that have a job recorded after all. v1 takes no key to ask by: there its id leads to it. */
function recordedBy({ id, intent, route }: JobRecord): Hint {
  if (intent === null || requestRoutes[route].hasKey) return genctl`recover`;
  return say`${genctl`wait ${id} --route ${route}`}, and to close the submit: ${forgetLine(intent.idempotency_key)}`;
}

function keySentence({ intent }: JobRecord): string {
  return intent === null ? '' : `\nIts key is ${intent.idempotency_key}.`;
}

/** A name that another record has stays taken. Any other trouble of the ledger is over once the disk is mended. */
function recordMend(record: JobRecord, cause: unknown): Hint {
  const taken = cause instanceof CliError && cause.code === 'ledger_name_taken' ? cause.mend : undefined;
  return taken ?? say`free disk space or fix the folder, then: ${recordedBy(record)}`;
}

function reasonOf(cause: unknown): string {
  const { message, why } = cause instanceof CliError ? cause : { message: String(cause), why: undefined };
  return why === undefined ? message : `${message}\n${why}`;
}
