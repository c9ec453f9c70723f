import { isBudgeted, tellIdleMoney } from '../../money/budgets-for.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { AccountFacts } from '../../request/account-facts.ts';
import type { BatchInput } from '../batch-input.ts';
import type { Shard } from '../rules/shard.ts';
import type { BatchMoney } from './open-money.ts';

/** What the batch may cost. Where nothing says that, nothing about it is read or loaded. */
export async function openBatchMoney(
  context: OutputMeans,
  { money }: Pick<BatchInput, 'money'>,
  { facts: { account, defaults }, shard }: { facts: AccountFacts; shard: Shard | undefined },
): Promise<BatchMoney | undefined> {
  tellIdleMoney(context, defaults, money);
  if (!isBudgeted(defaults, money)) return undefined;
  const { openMoney } = await import('./open-money.ts');
  return openMoney(context, { account, defaults, money, shards: shard?.total ?? 1 });
}
