import type { PlannedAttempts } from '../../flows/submit-each.ts';
import type { PreparedSubmission } from '../request/prepare-submission.ts';

/** A request of this run, ready to be sent. */
export interface Sending extends PlannedAttempts {
  /** Its place among the requests of the run. */
  place: number;
  submission: PreparedSubmission;
}
