import { sha256 } from '../../files/lazy-node.ts';
import { type ChargedJob, chargeOf, isChargeUnknown } from '../../service/charge.ts';
import { isOver } from '../../service/lifecycle.ts';
import { microUsdOf } from '../../text/money.ts';
import type { GoneShot } from '../rules/pair-shots.ts';
import { type KnownMarks, knownKey } from '../rules/request-fields.ts';

/** A gone shot with a job that runs, or that was charged, or may have been. */
export interface PaidShot extends GoneShot {
  ids: string[];
  requests: string[];
  /** How far it is: `unanswered` where nobody knows whether it has a job. */
  how: 'charged' | 'running' | 'unanswered';
  /** Unit: millionths of a USD; 0 where no charge is known. */
  chargedMicroUsd: number;
}

/** Tells whether a job runs, or was charged, or may have been. */
export function mayBePaid(job: ChargedJob): boolean {
  return job.status === 'succeeded' || (chargeOf(job) ?? 0) > 0 || isChargeUnknown(job);
}

interface KnownRequest extends KnownMarks {
  shot: string;
  /** True if it was sent from another manifest, which still has it. */
  isElsewhere?: boolean;
}

/** Gathers the gone shots of a batch by their requests. */
export function createPaidShots() {
  const shots = new Map<string, PaidShot>();
  return {
    shots,
    /** Adds a request of a shot, and its job, which is undefined where nobody knows whether there is one. */
    add({ isElsewhere = false, shot, ...marks }: KnownRequest, job: ChargedJob | undefined): void {
      if (job !== undefined && !mayBePaid(job)) return;
      const how = job === undefined ? 'unanswered' : isOver(job) ? 'charged' : 'running';
      const chargedMicroUsd = microUsdOf((job && chargeOf(job)) ?? 0);
      const request = knownKey(marks, sha256);
      const known = shots.get(shot);
      if (known === undefined) {
        shots.set(shot, { shot, ids: [shot], requests: [request], isElsewhere, how, chargedMicroUsd });
        return;
      }
      known.requests.push(request);
      known.chargedMicroUsd += chargedMicroUsd;
      if (how === 'charged') known.how = how;
    },
  };
}
