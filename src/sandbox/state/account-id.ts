import { createHash } from 'node:crypto';

/** The id of a key's account. `sbx_NAME` and `sbx_NAME.anything` are keys of the same account. */
export function accountIdOf(apiKey: string): string {
  return hashOf(apiKey.split('.', 1)[0] ?? apiKey);
}

/** 32 hex digits. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
