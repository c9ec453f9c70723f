import { UsageError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';

/** Stands where a sidecar left something out. A link or a picture with it can't be mistaken for a whole one. */
export const leftOutMark = '[left-out-of-sidecar]';

/** Tells whether a sidecar left something out of a request. */
export function holdsLeftOut(body: Record<string, unknown>): boolean {
  return JSON.stringify(body).includes(leftOutMark);
}

/** Throws UsageError for a request in which something is left out, because its links and its callback would lead nowhere. */
export function assertWhole(body: Record<string, unknown>): void {
  if (!holdsLeftOut(body)) return;
  throw new UsageError({
    code: 'left_out',
    message: 'The request lacks a part that the sidecar left out',
    why: `It has ${leftOutMark} in place of a secret or a picture. Nothing was sent.`,
    hint: say`${genctl`rerun FILE.json`}: it takes that from the ledger, or from flags`,
  });
}
