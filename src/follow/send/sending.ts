import type { PlannedAttempts } from '../../submit/submit-each.ts';
import type { PreparedSubmission } from './prepare-submission.ts';

/** A request of this run, ready to be sent. */
export interface Sending extends PlannedAttempts {
  /** Its place among the requests of the run. */
  place: number;
  submission: PreparedSubmission;
}
