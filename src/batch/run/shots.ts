import type { AttemptsEnd } from '../../follow/send/attempts.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { PlannedAttempts } from '../../submit/submit-attempt.ts';
import type { InFlight } from '../rules/in-flight.ts';
import type { AccountPace, StopReason } from './pace.ts';

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

/** How many shots of a batch are under way, and how fast it may go. */
export interface BatchPace {
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

/** @param fetching how many jobs are over whose files are still to come. */
export function batchPaceOf(
  { closedForMs, inFlight, limit: { how, limit }, stopped }: AccountPace,
  fetching: number,
): BatchPace {
  const nextSubmitInMs = stopped === undefined && closedForMs > 0 ? closedForMs : undefined;
  return { running: inFlight, fetching, limit, limitIs: how, nextSubmitInMs, stopped };
}
