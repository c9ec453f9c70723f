import type { Deployment } from '../deployment.ts';
import { accountIdOf } from '../state/accounts.ts';
import { heldMicrousd, settleAccount } from './admission.ts';

/** What an account has on the sandbox's invented price list. */
export interface AccountBalance {
  /** What is left after all charges. */
  balanceUsd: number;
  /** What of it is held for unfinished jobs. */
  heldUsd: number;
  jobsInFlight: number;
}

/** The balance of a key's account as of now; nothing is written to it. */
export function accountBalance(deployment: Deployment, apiKey: string): AccountBalance {
  const account = settleAccount(deployment, deployment.accounts.read(accountIdOf(apiKey)));
  return {
    balanceUsd: account.balanceMicrousd / 1e6,
    heldUsd: heldMicrousd(account) / 1e6,
    jobsInFlight: Object.keys(account.open).length,
  };
}
