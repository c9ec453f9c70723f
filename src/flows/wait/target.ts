import type { RateGate } from '../../client/transport/rate-gate.ts';
import type { Job } from '../../contract/job.ts';
import type { RequestRoute } from '../../contract/request-route.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { SeenState } from '../keep-state.ts';
import type { TimeLimited } from './time-limit.ts';

/** The account whose job it is: until when it holds back, and how many looks of it may be under way. One object an account. */
export type LookedAtAccount = Pick<RateGate, 'waitMs' | 'atOnceMost'>;

/** What one look at a job gives. */
interface PolledJob extends SeenState {
  /** The Retry-After header. Unit: ms. */
  retryAfterMs: number | undefined;
}

/** A job to wait for, and how to look at it. */
export interface WaitTarget {
  id: string;
  /** The way that it was made. */
  route: RequestRoute;
  account: LookedAtAccount;
  /** What is known before the first look. */
  known: Job | undefined;
  /** Time since it was made, when the wait begins: 0 unless given. Unit: ms. */
  ageMs?: number | undefined;
  /** What the answer that it is known from asks for before the first look: nothing unless given. Unit: ms. */
  firstDelayMs?: number | undefined;
  /**
   * `deadlineMs` is on the monotonic clock: retries inside the look end there. Rejects with HeldBackError where the account is
   * asked to hold back, with CliError for what can't be looked at.
   */
  poll(limits: { signal: AbortSignal; deadlineMs: number }): Promise<PolledJob>;
}

/** How waiting for one job came out. `left`: it goes on, and the wait was stopped for another reason. */
export type WaitEnd =
  | { kind: 'over'; id: string; job: Job }
  | { kind: 'timed-out'; id: string; job: Job | undefined }
  | { kind: 'left'; id: string; job: Job | undefined }
  | { kind: 'failed'; id: string; job: Job | undefined; error: CliError };

/** A job that is being waited for. */
export interface Waiting extends TimeLimited {
  target: WaitTarget;
  /** Before then the service asks not to be looked at, on the monotonic clock. */
  allowedMs: number;
}
