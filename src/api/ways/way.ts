import { NotFoundError, type UnreachableError } from '../../errors/endings.ts';
import type { Job } from '../../service/job.ts';
import type { RequestWay } from '../../service/request-route.ts';
import { backoffDelayMs } from '../../service/retries/retry.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer, ApiCall, CallTally, KeyInUse } from '../transport/api-call.ts';
import { sleepOrThrow } from '../transport/clock.ts';

/** The parts of a submit that starts a job. */
export interface Submission {
  /** The body, the same at every attempt and every repeat. */
  bytes: Uint8Array;
  /** Sent where the way has a key. An answer that no job can be read from is kept under this name. */
  idempotencyKey: string;
  /**
   * The model as requested. On v2 an answer about another model does not belong to the request; v1 may use the vendor's own id.
   */
  expectModel: string;
  /** True if the answer is to have the pictures, instead of a job to look at. §4.6 */
  sync?: boolean | undefined;
  /** Headers besides the usual ones, with names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** As in `ApiCall`, where the way has a key. */
  keyInUse?: KeyInUse | undefined;
  /** When the same bytes were first sent, where it is not known whether that made a job. Unit: ms since 1970. */
  openSinceMs?: number | undefined;
  /** As in `ApiCall`. */
  waitOutPause?: ApiCall['waitOutPause'];
  /** As in `ApiCall`. */
  approveKey?: ApiCall['approveKey'];
  /** As in `ApiCall`, where the way has a key. */
  pausedElsewhereMs?: ApiCall['pausedElsewhereMs'];
}

/** The result of a submit. */
export interface SubmittedAnswer {
  job: Job;
  /** The whole answer, on v1; on v2 only where outputs could not be read. */
  raw?: unknown;
  /** True if the service already had this job. */
  replayed: boolean;
}

/** A job as it is recorded: the way by which it was made, and what is known of it. */
export interface KnownJob extends RequestWay {
  id: string;
  job?: Job | undefined;
  raw?: unknown;
  /** When this machine first knew of it. ISO 8601. */
  recorded_at?: string | undefined;
  /** The request that made it; null for a job that was looked up by its id alone. */
  intent?: object | null;
}

/** The result of a look. `raw` is the whole body, on v1; on v2 it is undefined, except where outputs could not be read. */
export interface SeenJob {
  job: Job;
  raw?: unknown;
  /** The Retry-After header. Unit: ms. */
  retryAfterMs: number | undefined;
  /** The answer that it was read from; absent where nothing was asked. */
  text?: string | undefined;
}

/**
 * The state of a job after its cancel. A job that was over before may have outputs that could not be read. `unconfirmed`: the error where
 * the job still goes on.
 */
export type CanceledJob = Pick<SeenJob, 'job' | 'raw'> & { unconfirmed?: UnreachableError };

/** How a job is looked at. */
export interface PollLimits {
  signal?: AbortSignal | undefined;
  /** As in `ApiCall`. `Infinity` retries for ever; undefined gives up a service that is down after 30 s. */
  deadlineMs?: number | undefined;
  /** Makes one attempt, as `Api.attempt`, and goes on from its `tally`. `leastDelayMs` as in `ApiCall`. */
  once?: { tally: CallTally | undefined; leastDelayMs?: number | undefined } | undefined;
  /** How long a job that was just submitted may be unknown to the service; 0 unless given. Unit: ms. */
  notFoundGraceMs?: number | undefined;
  /** The result of the last look. A look that brings the same answer resolves with it, and reads nothing. */
  last?: SeenJob | undefined;
}

/** How long a cancel may take. */
export type CancelLimits = Pick<PollLimits, 'signal' | 'deadlineMs'>;

/** How requests are made by one row of `requestRoutes`. @see service document §4.1–4.8 */
export interface Way {
  /** Rejects with OutcomeUnknownError where it stays unknown whether a job was made. */
  submit(api: Api, submission: Submission): Promise<SubmittedAnswer>;
  /** Looks at a job once. */
  poll(api: Api, known: KnownJob, limits?: PollLimits): Promise<SeenJob>;
  /** Cancels a job, and resolves with its state afterwards. Rejects with UsageError where the way has no cancel. */
  cancel(api: Api, id: string, limits?: CancelLimits): Promise<CanceledJob>;
  /** The vendor's own links in the `raw` body of a look, in the order of the outputs; an empty list where a way shows none. */
  vendorLinks(raw: unknown): (string | undefined)[];
}

/** How a job is asked for, and read from the answer. */
interface Look extends Pick<ApiCall, 'route' | 'id' | 'accept' | 'isAnswer'> {
  read(answer: ApiAnswer): Pick<SeenJob, 'job' | 'raw'>;
}

/** Looks at a job. Looks again after a 404, for as long as a job that was just submitted may be unknown. */
export async function lookUntilKnown(
  { attempt: attemptOnce, call, clock, random }: Api,
  { deadlineMs, once, last, notFoundGraceMs = 0, signal }: PollLimits,
  { accept, id, isAnswer, read, route }: Look,
): Promise<SeenJob> {
  const graceEndsMs = clock.monotonicMs() + notFoundGraceMs;
  const retryAfterOf = ({ headers }: Pick<ApiAnswer, 'headers'>): number | undefined =>
    parseRetryAfterMs(headers['retry-after'], clock.nowMs());
  let seen: SeenJob | undefined;
  const isKnown: ApiCall['isKnown'] = (answer) => {
    const isSame = answer.text === last?.text && retryAfterOf(answer) === last.retryAfterMs;
    if (isSame) seen = last;
    return isSame;
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Field by field: objects that are merged would be most of what a look leaves to the collection of garbage.
      const ask: ApiCall = {
        route,
        retryRoute: 'poll',
        id,
        accept,
        isAnswer,
        isKnown,
        deadlineMs,
        leastDelayMs: once?.leastDelayMs,
        signal,
      };
      const answer = await (once === undefined ? call(ask) : attemptOnce(ask, once.tally));
      if (seen !== undefined) return seen;
      const { job, raw } = read(answer);
      // Not merged: V8 gives an object that gets another field a shape of its own, and this one lives as long as its job is waited for.
      return { job, raw, retryAfterMs: retryAfterOf(answer), text: answer.text };
    } catch (error) {
      const delayMs = backoffDelayMs(attempt, random);
      if (!(error instanceof NotFoundError) || clock.monotonicMs() + delayMs > graceEndsMs) throw error;
      await sleepOrThrow(clock, delayMs, signal);
    }
  }
}
