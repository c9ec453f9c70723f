import { createHash } from 'node:crypto';
import { canonicalJson } from '../rules/canonical-json.ts';

/** What a body is counted by: the same JSON value, the same hash. */
export function bodyHash(body: Record<string, unknown>): string {
  return createHash('sha256').update(canonicalJson(body)).digest('hex').slice(0, 32);
}
