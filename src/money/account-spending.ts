import type { Account } from '../account/account.ts';
import { originOf } from '../account/rules/claim-account.ts';
import { sha256 } from '../files/lazy-node.ts';
import { renderedRequest, requestOf } from '../ledger/rendered-requests.ts';
import type { Spending } from '../ledger/spending/spending.ts';
import type { Likeness } from '../ledger/spending/spending-index.ts';
import type { RequestMeans } from '../request/request-means.ts';
import { tryReadJson } from '../schema/json/read-json.ts';
import type { ModelEntry } from '../service/model.ts';
import { objectOf } from '../text/json-object.ts';
import { oncePerKey } from '../text/once.ts';
import { knownModels, pricedJob, schemaIn } from './like-costs.ts';
import { type PriceList, type PriceListContext, priceList } from './prices/price-list.ts';
import type { PricedLikeness } from './rules/job-price.ts';

/** The fields of an account by which its own jobs are known. */
export type SpendingAccount = Pick<Account, 'baseUrl' | 'embedded' | 'profile'>;

/** The spending of an account, by the jobs of this machine that are its profile's at its origin. */
export async function accountSpending(
  context: PriceListContext & Pick<RequestMeans, 'clock' | 'ledger'>,
  account: SpendingAccount,
): Promise<Spending> {
  const [models, list] = [await knownModels(context, account), await priceList(context, account)];
  const scope = { profile: account.profile, origin: originOf(account.baseUrl) };
  return (await context.ledger()).spending(scope, likenessBy(models, list));
}

/** Version of the rules by which jobs are compared. */
const comparison = 2;

/**
 * Compares jobs by what the kept list of models says that a request leaves open, and prices them. Other lists do both in another way, so
 * they make the mark. The text of a likeness has the price of the list in it.
 */
function likenessBy(models: readonly ModelEntry[], list: PriceList): Likeness {
  const known = new Map<string, PricedLikeness>();
  const read = (text: string): PricedLikeness => oncePerKey(known, text, () => readLikeness(text));
  const schemas = models.map(({ id, inputSchema }) => [id, inputSchema]);
  return {
    mark: sha256(JSON.stringify([comparison, schemas, list.rows, list.unpriced])).slice(0, 16),
    of(job, draft) {
      const priced = pricedJob(job, renderedRequest(requestOf(job), draft));
      const { kind, ...others } = list.likenessOf(priced, schemaIn(models, priced));
      return JSON.stringify({ kind: sha256(kind).slice(0, 16), ...others });
    },
    price(likeness, dearest) {
      const charged = Object.entries(dearest).map(([one, charge]) => ({ ...read(one), charges: [charge] }));
      return list.priceOf(read(likeness), charged)?.most;
    },
  };
}

/** A likeness as its text has it. One that is not ours is like no other. */
function readLikeness(text: string): PricedLikeness {
  const likeness = tryReadJson(text);
  return isLikeness(likeness) ? likeness : { kind: text, seconds: null, listed: null };
}

function isLikeness(value: unknown): value is PricedLikeness {
  return ['kind', 'seconds', 'listed'].every((name) => Object.hasOwn(objectOf(value) ?? {}, name));
}
