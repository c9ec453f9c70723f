import { originOf } from '../account/rules/claim-account.ts';
import { OutcomeUnknownError } from '../errors/endings.ts';
import type { JobRecord } from './record.ts';
import { isSameRequest } from './rules/same-request.ts';

/** The code of a submit whose answer names the job of another request. */
export const takenIdCode = 'id_of_another_request';

/** The service answered a submit with the id of another request's job. The intent stays open, and nothing is overwritten. */
export class TakenIdError extends OutcomeUnknownError {}

/** A record that can't be written, because another job has its id. Its words are made where they are needed, which is hardly ever. */
export class IdConflict extends Error {
  readonly stored: JobRecord;

  constructor(stored: JobRecord) {
    super(`${stored.id} is recorded as another job`);
    this.stored = stored;
  }
}

/**
 * Checks that a job may be recorded again, with what the ledger knows of its id. A job that was looked up by its id alone has no intent,
 * so the request that made it takes it over. Throws IdConflict if the id is that of another request's or another service's job.
 */
export function assertOwnId(stored: JobRecord, record: JobRecord): void {
  const { intent } = record;
  if (intent === null || (stored.intent !== null && isSameRequest(stored.intent, intent))) return;
  if (stored.intent !== null || isOfAnotherService(stored, record)) throw new IdConflict(stored);
}

/** Tells whether two jobs are of two services, so that both may have one id by right. */
export function isOfAnotherService(stored: JobRecord, record: JobRecord): boolean {
  return originOf(stored.base_url) !== originOf(record.base_url);
}
