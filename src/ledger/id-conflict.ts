import { originOf } from '../account/rules/claim-account.ts';
import { lookThenForget } from '../api/trouble/call-words.ts';
import type { CliError } from '../errors/cli-error.ts';
import { MachineError } from '../errors/endings.ts';
import { genctl } from '../errors/hint.ts';
import { requestRoutes } from '../service/request-route.ts';
import { safeLine } from '../text/safe-text.ts';
import { openKeptAnswers } from './intents/kept-answers.ts';
import type { Intent, JobRecord } from './record.ts';
import { isOfAnotherService, TakenIdError, takenIdCode } from './taken-id.ts';

/** Words the conflict of a record with the stored one of its id. `ledgerFolder` keeps an answer of v1, see `takenIdError`. */
export function conflictError(stored: JobRecord, record: JobRecord, ledgerFolder: string): CliError {
  if (stored.intent === null || isOfAnotherService(stored, record)) return idOfAnotherService(stored, record);
  return takenIdError(record, requestWords(stored.intent), ledgerFolder);
}

/**
 * Words an answer that names the job of another request. `owner` is that request, in words. The answer of v1 is kept in the ledger's
 * folder: it may hold a picture that was paid for, and is not asked for again.
 */
export function takenIdError(
  { id, intent, raw }: JobRecord,
  owner: string,
  ledgerFolder: string,
): TakenIdError {
  const { idempotency_key: idempotencyKey, model = '', route = 'jobs' } = intent ?? {};
  const { hasKey } = requestRoutes[route];
  const kept = raw === undefined ? '' : ` ${keptWords(idempotencyKey ?? id, raw, ledgerFolder)}`;
  return new TakenIdError({
    code: takenIdCode,
    message: `The service answered this submit for ${safeLine(model)} with ${id}, the job of another request`,
    why: `${id} belongs to ${owner}; its record and files stay as they are. This submit may or may not have started a job of its own.${kept}`,
    hint: hasKey ? genctl`recover` : lookThenForget(idempotencyKey ?? 'KEY'),
    retryable: hasKey,
    idempotencyKey,
  });
}

/** Keeps an answer as a file and says where it is. */
function keptWords(key: string, answer: unknown, ledgerFolder: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  try {
    const path = openKeptAnswers(ledgerFolder).keep(key, { bytes, contentType: 'application/json' });
    return `genctl kept the answer in ${path}.`;
  } catch (error) {
    return `genctl could not keep the answer: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** A request in words: `vendor-a/image-1 of 2026-11-27T00:56:13.128Z (once shots/s1)`. */
function requestWords({ created_at, model, once }: Intent): string {
  return `${safeLine(model)} of ${created_at}${once === null ? '' : ` (once ${safeLine(once)})`}`;
}

/** Two services may have given one id each. The ledger has one record an id, so that only the first of them has a place. */
function idOfAnotherService(stored: JobRecord, { base_url, id }: JobRecord): MachineError {
  return new MachineError({
    code: 'ledger_name_taken',
    message: `${id} of ${originOf(base_url)} can't be recorded: the ledger has a job of that id from ${originOf(stored.base_url)}`,
    why: 'a ledger has one record for each id; the recorded job stays as it is',
    hint: 'set GENCTL_HOME to a folder of its own for this service',
    retryable: false,
    jobId: id,
  });
}
