import { RefusedError } from '../../errors/endings.ts';
import { genctl, hintLines, say } from '../../errors/hint.ts';
import type { Intent } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { gaps } from '../../text/gaps.ts';

/** The statuses with which the service refuses a request for its content. */
const refusals: readonly (number | undefined)[] = [400, 404, 422];

/**
 * Adds to the error of a refused final the command that makes a new draft. The service refuses a final once it has dropped the
 * draft's billing record, which is sooner than the generator drops the draft; then only a new draft helps. The refusal need not
 * say that this is the reason.
 * @see service document §3
 */
export async function wordRefusedFinal(
  { ledger }: Pick<OutputMeans, 'ledger'>,
  error: unknown,
  { draft_of: draftId }: Pick<Intent, 'draft_of'>,
): Promise<void> {
  if (draftId === null || !(error instanceof RefusedError) || !refusals.includes(error.status)) return;
  const draft = await (await ledger()).find(draftId);
  const line =
    draft === undefined || draft.intent === null ? genctl`draft ${gaps.prompt}` : genctl`rerun ${draftId}`;
  error.mendBy((hint) => hintLines([say`if the draft is too old, make a new one: ${line}`, hint]));
}
