import { namedByFlags } from '../../account/account.ts';
import { hasInventedPrices } from '../../account/profiles.ts';
import { CliError } from '../../errors/cli-error.ts';
import type { LedgerMeans } from '../ledger-means.ts';

/** So many of the newest jobs tell whether there are accounts; a list shows no more unless it is asked to. */
const newestMost = 30;

/**
 * Tells whether the sandbox's jobs are apart from those that a line lists or adds up: nothing in them was paid for. They are not
 * where the line names an account, where the sandbox is the account in use, and where there is no other.
 */
export async function isSandboxApart(
  context: Pick<LedgerMeans, 'account' | 'globals' | 'ledger'>,
): Promise<boolean> {
  if (namedByFlags(context.globals) !== undefined) return false;
  try {
    return !(await context.account()).embedded;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // The account of a job may be gone by now. A ledger may have 100,000 jobs, so only the newest are looked at.
    const newest = await (await context.ledger()).list({ limit: newestMost });
    return newest.some((record) => !hasInventedPrices(record));
  }
}
