import { CliError } from '../../errors/cli-error.ts';
import type { Account, AccountEnvironment } from '../account.ts';
import { accountFingerprint } from './account-fingerprint.ts';
import { keyAtHand } from './credentials.ts';

/** The fingerprint of an account; undefined if only a program knows the key, which a look does not ask, or if the home is in the way. */
export function fingerprintAtHand(
  account: Account,
  ledgerFolder: string,
  environment: Pick<AccountEnvironment, 'GENCTL_API_KEY'>,
): string | undefined {
  try {
    const apiKey = keyAtHand(account, environment);
    if (apiKey === undefined) return undefined;
    return accountFingerprint(ledgerFolder, { baseUrl: account.baseUrl, apiKey });
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}
