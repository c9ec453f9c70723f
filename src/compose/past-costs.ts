import type { Account } from '../account/account.ts';
import { CliError } from '../errors/cli-error.ts';
import { beginCostSheet } from '../money/costs.ts';
import type { OutputMeans } from '../outputs/output-means.ts';
import { formatMoney } from '../text/money-words.ts';

/** The average cost of each model's earlier jobs on this account, in words: `$0.42 a job so far`. */
export async function pastCosts(
  context: OutputMeans,
  { profile }: Account,
): Promise<(model: string) => string | undefined> {
  const words = new Map<string, string>();
  try {
    const sheet = beginCostSheet('model');
    await (await context.ledger()).survey({}, (job) => {
      if (job.profile === profile) sheet.add(job);
    });
    for (const { charged, key, microUsd } of sheet.costs().groups) {
      if (key !== null && charged > 0)
        words.set(key, `${formatMoney(microUsd / charged / 1_000_000)} a job so far`);
    }
  } catch (error) {
    // Costs are only nice to know; the submit will report a ledger that can't be read.
    if (!(error instanceof CliError)) throw error;
  }
  return (model) => words.get(model);
}
