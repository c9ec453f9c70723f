import type { AttemptsEnd } from '../../follow/send/attempts.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { exitOfJob } from '../../service/lifecycle.ts';
import type { PlannedAttempts } from '../../submit/submit-each.ts';
import { leavesOutcomeOpen } from '../../submit/submit-refusals.ts';
import type { InFlight } from '../rules/in-flight.ts';
import type { Pace, StopReason } from './pace.ts';

/** A shot of a batch, and what is to be done about it. */
export type PlannedShot = { shot: string } & (
  | ({
      kind: 'submit';
      /** The number of the first attempt to make; further ones follow up to `attempts`. */
      attempt: number;
    } & PlannedAttempts)
  | {
      kind: 'follow';
      /** Its job. Where that is over already, only its files are fetched. */
      record: JobRecord;
      /** The number of the attempt that made the job. */
      attempt: number;
      /** The attempts that may follow where the job fails uncharged. */
      again: PlannedAttempts | undefined;
    }
);

/** The end of a shot. `unsent` also where it waited after a 429 as submits were stopped: no job was made. */
export type ShotEnd = AttemptsEnd;

/** The attempts that a shot may need; undefined for one whose job is only followed. */
export function attemptsOf(shot: PlannedShot): PlannedAttempts | undefined {
  return shot.kind === 'submit' ? shot : shot.again;
}

/** How many shots of a batch have ended, and how. */
interface ShotCounts {
  /** The job succeeded, and its files are here where they were asked for. */
  done: number;
  failed: number;
  /** Whether a job was made is not known. */
  uncertain: number;
  /** The job goes on, and is waited for no more: its time was over, or the wait was stopped. */
  left: number;
  unsent: number;
}

/** How a batch stands, and how fast it may go. */
export interface BatchPace extends ShotCounts {
  /** Jobs in flight, and submits under way. */
  running: number;
  /** Jobs that are over, and whose files are still to come. */
  fetching: number;
  /** How many of those there may be. */
  limit: number;
  /** As in `InFlight`. */
  limitIs: InFlight['how'];
  /** Time until a submit may go out, where a 429 holds all of them back. Unit: ms. */
  nextSubmitInMs: number | undefined;
  /** Why no more submits begin. */
  stopped: StopReason | undefined;
}

/** How an account is paced, by this process or by several. */
type AccountPace = Pick<Pace, 'closedForMs' | 'inFlight' | 'limit' | 'stopped'>;

/** Counts the ends of shots. */
export function createShotCounts() {
  const counts: ShotCounts = { done: 0, failed: 0, uncertain: 0, left: 0, unsent: 0 };
  return {
    count(end: ShotEnd): void {
      counts[kindOf(end)] += 1;
    },
    with(
      { closedForMs, inFlight, limit: { how, limit }, stopped }: AccountPace,
      fetching: number,
    ): BatchPace {
      const closedMs = stopped === undefined ? closedForMs() : 0;
      const nextSubmitInMs = closedMs > 0 ? closedMs : undefined;
      return { ...counts, running: inFlight, fetching, limit, limitIs: how, nextSubmitInMs, stopped };
    },
  };
}

function kindOf(end: ShotEnd): keyof ShotCounts {
  if (end.kind === 'unsent') return 'unsent';
  if (end.kind === 'refused') return leavesOutcomeOpen(end.error) ? 'uncertain' : 'failed';
  const { failure, isMissing, record } = end.job;
  const { kind } = end.job.end;
  if (kind === 'left' || kind === 'timed-out') return 'left';
  const isWell = kind === 'over' && exitOfJob(record.job) === 'done';
  if (!isWell || failure !== undefined) return 'failed';
  return isMissing ? 'left' : 'done';
}
