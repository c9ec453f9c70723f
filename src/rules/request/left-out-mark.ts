import { UsageError } from '../../errors/endings.ts';

/** Stands where a sidecar left something out, so that no link and no picture with it can be taken for whole. */
export const leftOutMark = '[left-out-of-sidecar]';

/** Whether a part of a request is no more than what a sidecar left of it. */
export function holdsLeftOut(body: Record<string, unknown>): boolean {
  return JSON.stringify(body).includes(leftOutMark);
}

/** Throws UsageError for the request of a sidecar as it stands there: a callback that nobody hears, a link that leads nowhere. */
export function assertWhole(body: Record<string, unknown>): void {
  if (!holdsLeftOut(body)) return;
  throw new UsageError({
    code: 'left_out',
    message: 'The request lacks what a sidecar leaves out',
    why: `It holds ${leftOutMark}, which stands for a secret or a picture. Nothing was sent.`,
    hint: 'genctl rerun FILE.json: it takes that from the ledger, or from flags',
  });
}
