import type { ModelEntry } from '../../contract/model.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { renderedRequest, requestOf } from '../../flows/asked.ts';
import { likenessOf } from '../../rules/costs/likeness.ts';
import { originOf } from '../../rules/intent/claim-account.ts';
import type { Account } from '../../store/account.ts';
import type { Spending } from '../../store/ledger/spending/spending.ts';
import type { Likeness } from '../../store/ledger/spending/spending-index.ts';
import type { CommandContext } from '../context/context.ts';
import { keptModels } from '../context/live-models.ts';
import { pricedJob, schemaIn } from '../costs/like-costs.ts';

/** What of an account says which jobs are its own. */
export type SpendingAccount = Pick<Account, 'baseUrl' | 'embedded' | 'profile'>;

/** What an account spends, by the jobs of this machine that are its profile's at its origin. */
export async function accountSpending(
  context: Pick<CommandContext, 'clock' | 'home' | 'ledger'>,
  account: SpendingAccount,
): Promise<Spending> {
  const models = (await keptModels(context, account))?.models ?? [];
  const scope = { profile: account.profile, origin: originOf(account.baseUrl) };
  return (await context.ledger()).spending(scope, likenessBy(models));
}

/** Version of the rules by which jobs are compared. */
const comparison = 1;

/** Compares jobs by what the kept list of models says that a request leaves open: another list compares them in another way. */
function likenessBy(models: readonly ModelEntry[]): Likeness {
  const schemas = models.map(({ id, inputSchema }) => [id, inputSchema]);
  return {
    mark: sha256(JSON.stringify([comparison, schemas])).slice(0, 16),
    of(job, draft) {
      const priced = pricedJob(job, renderedRequest(requestOf(job), draft));
      return sha256(likenessOf(priced, schemaIn(models, priced))).slice(0, 16);
    },
  };
}
