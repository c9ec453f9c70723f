import type { JobErrorCode } from '../../service/job.ts';
import type { Resolution } from '../../service/wire-values.ts';
import { pictureSidePixels } from '../catalogue/index.ts';
import type { Rendering } from '../media/rendering.ts';

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

/** The facts that a plan depends on. */
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

/** The weight of each tier in a clip's time, relative to the largest. */
const weights: Record<Resolution, number> = { '480p': 0.1, '720p': 0.25, '1080p': 0.5, '4K': 1 };

const clipSeconds = { least: 3, most: 6 };
const pictureSeconds = { least: 1, most: 2 };
const longestClipSeconds = 30;
const largestPicturePixels = pictureSidePixels.most ** 2;

/** Time from the acceptance to the success of a job at speed 1, by the size and length of what it renders. Unit: s. */
export function workSeconds(rendering: Rendering): number {
  if (rendering.kind === 'picture')
    return between(pictureSeconds, (rendering.width * rendering.height) / largestPicturePixels);
  return between(clipSeconds, weights[rendering.resolution] * (rendering.seconds / longestClipSeconds));
}

function between({ least, most }: { least: number; most: number }, share: number): number {
  return least + (most - least) * Math.min(Math.sqrt(share), 1);
}
