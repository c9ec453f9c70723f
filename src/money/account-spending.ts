import type { Account } from '../account/account.ts';
import { originOf } from '../account/rules/claim-account.ts';
import { sha256 } from '../files/lazy-node.ts';
import { renderedRequest, requestOf } from '../ledger/asked.ts';
import type { Spending } from '../ledger/spending/spending.ts';
import type { Likeness } from '../ledger/spending/spending-index.ts';
import { keptModels } from '../request/models/live-models.ts';
import type { RequestMeans } from '../request/request-means.ts';
import type { ModelEntry } from '../service/model.ts';
import { pricedJob, schemaIn } from './like-costs.ts';
import { likenessOf } from './rules/likeness.ts';

/** The fields of an account by which its own jobs are known. */
export type SpendingAccount = Pick<Account, 'baseUrl' | 'embedded' | 'profile'>;

/** The spending of an account, by the jobs of this machine that are its profile's at its origin. */
export async function accountSpending(
  context: Pick<RequestMeans, 'clock' | 'home' | 'ledger'>,
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
