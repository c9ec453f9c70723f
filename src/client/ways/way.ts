import type { Job } from '../../contract/job.ts';
import type { RequestWay } from '../../contract/request-route.ts';
import type { Api } from '../transport/api.ts';
import type { KeyInUse } from '../transport/api-call.ts';
import type { PollLimits } from './poll-grace.ts';

/** What starts a job. */
export interface Submission {
  /** The body, the same at every attempt and every repeat. */
  bytes: Uint8Array;
  /** Sent where the way has a key; by it an answer is kept that no job can be read from. */
  idempotencyKey: string;
  /** The model as it was asked for: on v2 an answer about another one is not ours; v1 may call it by the vendor's own id. */
  expectModel: string;
  /** Whether what is made is to be the answer. §4.6 */
  sync?: boolean | undefined;
  /** Beside the usual ones; names in lower case. */
  headers?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
  /** As in `ApiCall`, where the way has a key. */
  keyInUse?: KeyInUse | undefined;
  /** When the same bytes were first sent, where what became of that is not known. Unit: ms since 1970. */
  openSinceMs?: number | undefined;
  /** Longest time to spend waiting because of 429s; 30 s unless given. Unit: ms. */
  maxRateLimitWaitMs?: number | undefined;
}

/** What a submit brought. */
export interface SubmittedAnswer {
  job: Job;
  /** The whole answer of v1; of v2 only where its outputs could not be read. */
  raw?: unknown;
  /** Whether the service already had this job. */
  replayed: boolean;
}

/** A job as it is written down: the way it was made, and what is known of it. */
export interface KnownJob extends RequestWay {
  id: string;
  job?: Job | undefined;
  raw?: unknown;
}

/**
 * What a look brought; `raw` is the whole body of v1. On v2, whose jobs are whole themselves, it is undefined, but where
 * outputs could not be read.
 */
export interface SeenJob {
  job: Job;
  raw: unknown;
  /** The Retry-After header. Unit: ms. */
  retryAfterMs: number | undefined;
}

/** How long a cancel may take. */
export type CancelLimits = Pick<PollLimits, 'signal' | 'deadlineMs'>;

/** A way to have something made: a row of `requestRoutes` as it is spoken. @see service document §4.1–4.8 */
export interface Way {
  /** Rejects with OutcomeUnknownError where it stays unknown whether a job was made. */
  submit(api: Api, submission: Submission): Promise<SubmittedAnswer>;
  /** Looks at a job once. */
  poll(api: Api, known: KnownJob, limits?: PollLimits): Promise<SeenJob>;
  /** Resolves with what the job is then; rejects with UsageError where the way has no cancel. */
  cancel(api: Api, id: string, limits?: CancelLimits): Promise<Job>;
  /** The links of the generator's vendor in a body that a look brought, output by output; none where a look shows none. */
  vendorLinks(raw: unknown): (string | undefined)[];
}
