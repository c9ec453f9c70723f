import type { CallTally } from '../../api/transport/api-call.ts';
import type { RateGate } from '../../api/transport/rate-gate.ts';
import type { SeenJob } from '../../api/ways/way.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { Job } from '../../service/job.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import type { TimeLimited } from './time-limit.ts';

/**
 * The rate limits of an account: how long its looks have to wait, and how many may be under way. All targets of an account
 * share one object.
 */
export type LookedAtAccount = Pick<RateGate, 'waitMs' | 'atOnceMost'>;

/** The limits and the memory that a look goes by. */
interface LookLimits {
  signal: AbortSignal;
  deadlineMs: number;
  tally: CallTally | undefined;
  /** The job as the last look brought it. */
  last: SeenJob | undefined;
}

/** A job to wait for, and how to look at it. */
export interface WaitTarget {
  id: string;
  /** As in `TimeLimited`. */
  serviceNowMs(): number | undefined;
  /** The route that it was made by. */
  route: RequestRoute;
  account: LookedAtAccount;
  /** The job as known before the first look. */
  known: Job | undefined;
  /** How old the job is when the wait begins; 0 unless given. Unit: ms. */
  ageMs?: number | undefined;
  /** How long the last answer asks to wait before the first look; 0 unless given. Unit: ms. */
  firstDelayMs?: number | undefined;
  /**
   * Looks at the job once, and no later than at `deadlineMs`, on the monotonic clock. Resolves with `last` itself where the answer is
   * the same again. Rejects with RetryLater where the next look has to wait, because the account is rate-limited or the look
   * failed: `tally` is then what the error says of it, for the next look to go on from. Rejects with CliError where that would be
   * beyond the deadline, or the job can't be looked at.
   */
  poll(limits: LookLimits): Promise<SeenJob>;
}

/** The result of waiting for one job. `left` means that the wait was stopped for another reason, and the job goes on. */
export type WaitEnd =
  | { kind: 'over'; id: string; job: Job }
  | { kind: 'timed-out'; id: string; job: Job | undefined }
  | { kind: 'left'; id: string; job: Job | undefined }
  | { kind: 'failed'; id: string; job: Job | undefined; error: CliError };

/** A job that is being waited for. */
export interface Waiting extends TimeLimited {
  target: WaitTarget;
  /** The earliest time that the service allows for the next look, on the monotonic clock. */
  allowedMs: number;
  /** True if its next look comes as soon as the service allows, because a callback may say that it is over. */
  isUrgent: boolean;
  /** How its last looks failed; undefined where the last one brought its state. */
  tally?: CallTally | undefined;
  /** The job as brought by the last look that did not fail. */
  last?: SeenJob | undefined;
}
