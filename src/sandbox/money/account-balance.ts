import type { Deployment } from '../deployment.ts';
import { accountIdOf } from '../state/accounts.ts';
import { heldMicrousd, settleAccount } from './admission.ts';

/** The balance of an account, at the sandbox's invented prices. */
export interface AccountBalance {
  /** The balance after all charges. */
  balanceUsd: number;
  /** The part of it that is held for unfinished jobs. */
  heldUsd: number;
  jobsInFlight: number;
}

/** The current balance of a key's account. Nothing is written. */
export function accountBalance(deployment: Deployment, apiKey: string): AccountBalance {
  const account = settleAccount(deployment, deployment.accounts.read(accountIdOf(apiKey)));
  return {
    balanceUsd: account.balanceMicrousd / 1e6,
    heldUsd: heldMicrousd(account) / 1e6,
    jobsInFlight: Object.keys(account.open).length,
  };
}
