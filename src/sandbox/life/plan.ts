import type { JobErrorCode } from '../../contract/wire-error.ts';

/** How many times faster than usual jobs run; `instant` ones are over as soon as they are looked at. */
export type Speed = number | 'instant';

/** How a job will end unless it is canceled. */
export type PlannedEnd =
  | { status: 'succeeded' }
  | { status: 'failed'; errorCode: JobErrorCode }
  | { status: 'canceled' }
  | { status: 'expired' };

/** The life of a job, decided when it is accepted. Moments are milliseconds since 1970. */
export interface JobPlan {
  startsAtMs: number;
  endsAtMs: number;
  end: PlannedEnd;
}

/** What a plan depends on. */
export interface PlanFacts {
  acceptedAtMs: number;
  /** From acceptance to a successful end at speed 1. Unit: s. */
  workSeconds: number;
  /** The longest runtime of the model. Unit: s. */
  runtimeSeconds: number;
  speed: Speed;
  end: PlannedEnd;
}

/** The share of a job's time that it waits in the queue. */
const queuedShare = 0.2;
/** A refusal before rendering comes after this share of a job's time. */
const rejectedShare = 0.3;

/**
 * When a job starts and ends, and its deadline. Work that would outlast the deadline expires at it. Speed brings the deadline
 * forward only for a job that is meant to expire, so that nobody need wait half an hour to see it.
 *
 * @see service document §3, §8
 */
export function planJob(facts: PlanFacts): { plan: JobPlan; deadlineAtMs: number } {
  const { acceptedAtMs, end } = facts;
  const pace = facts.speed === 'instant' ? 0 : 1 / facts.speed;
  const after = (seconds: number) => acceptedAtMs + Math.round(seconds * 1_000 * pace);
  const deadlineAtMs =
    end.status === 'expired' ? after(facts.runtimeSeconds) : acceptedAtMs + facts.runtimeSeconds * 1_000;
  const startsAtMs = Math.min(after(facts.workSeconds * queuedShare), deadlineAtMs);
  if (end.status === 'expired') return { plan: { startsAtMs, endsAtMs: deadlineAtMs, end }, deadlineAtMs };
  const share = end.status === 'failed' && end.errorCode === 'provider_rejected' ? rejectedShare : 1;
  const endsAtMs = after(facts.workSeconds * share);
  if (endsAtMs < deadlineAtMs) return { plan: { startsAtMs, endsAtMs, end }, deadlineAtMs };
  return { plan: { startsAtMs, endsAtMs: deadlineAtMs, end: { status: 'expired' } }, deadlineAtMs };
}
