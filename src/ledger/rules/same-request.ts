import { isSameJson } from '../../schema/json/canonical-json.ts';
import { readJson } from '../../schema/json/read-json.ts';
import type { Intent } from '../record.ts';

/** The fields of an intent that say which request it is. */
type RequestIdentity = Pick<Intent, 'idempotency_key' | 'body' | 'batch'>;

/**
 * Tells whether two intents are one request: they have one key, and ask for one thing. The account does not count: its API key may have
 * changed. If both are the same line of a batch, the key decides: a journal knows no body, and a link may have been signed anew.
 */
export function isSameRequest(one: RequestIdentity, other: RequestIdentity): boolean {
  if (one.idempotency_key !== other.idempotency_key) return false;
  if (one.body === other.body || isSameLine(one, other)) return true;
  return isSameJson(readJson(one.body), readJson(other.body));
}

function isSameLine({ batch: line }: RequestIdentity, { batch: other }: RequestIdentity): boolean {
  return line !== undefined && line.name === other?.name && line.shot === other.shot;
}
