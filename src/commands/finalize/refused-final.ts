import { RefusedError } from '../../errors/endings.ts';
import type { Intent } from '../../store/ledger/record.ts';
import { shellQuote } from '../../ui/render/shell-quote.ts';
import type { CommandContext } from '../context/context.ts';

/** How the service answers a request that it will not take as it is. */
const refusals: readonly (number | undefined)[] = [400, 404, 422];

/**
 * A final is refused once the service has dropped its draft's billing record, sooner than the generator drops the draft, and
 * nothing but a new draft helps. Which of its reasons it is, a refusal need not say.
 * @see service document §3
 */
export async function wordRefusedFinal(
  { ledger }: Pick<CommandContext, 'ledger'>,
  error: unknown,
  { draft_of: draftId }: Pick<Intent, 'draft_of'>,
): Promise<void> {
  if (draftId === null || !(error instanceof RefusedError) || !refusals.includes(error.status)) return;
  const draft = await (await ledger()).find(draftId);
  const line =
    draft === undefined || draft.intent === null
      ? 'genctl draft PROMPT'
      : `genctl rerun ${shellQuote(draftId)}`;
  const other = error.hint === undefined ? '' : `\n${error.hint}`;
  error.hint = `where the draft is past its use, make a new one: ${line}${other}`;
}
