import type { CommandLine } from '../cli/surroundings.ts';
import { once, oncePerKey } from '../text/once.ts';
import { type Account, type AccountSources, namedByFlags, resolveAccount } from './account.ts';
import { homePlaces } from './home.ts';
import { accountFingerprint } from './keys/account-fingerprint.ts';
import type { AccountKey } from './keys/account-key.ts';
import { openAccountKey } from './keys/credentials.ts';
import type { PinnedPlace } from './keys/pinned-account.ts';
import type { ClaimAccount } from './rules/claim-account.ts';
import type { StoredSettings } from './settings/settings.ts';

/**
 * The account of a job or of an intent in the ledger: its profile and base URL, and where it is known the fingerprint of the
 * key that it was made with.
 */
interface Pinned extends PinnedPlace {
  account?: string | undefined;
  intent?: { account?: string | undefined } | null;
}

/** The accounts, as a run knows them. Each is read when it is first asked for. */
export interface AccountMeans extends CommandLine {
  /** The folder that everything is in. */
  home(): Promise<string>;
  settings(): Promise<StoredSettings>;
  /** The account of this command line. Throws AuthError where there is none. */
  account(): Promise<Account>;
  /** The account that something was submitted with, wherever the settings point now. */
  accountOf(pinned: Pinned): Promise<Account>;
  /** The key that an account sends, shared by all its requests in a command. A program that prints it is first run here. */
  accountKeyOf(account: Account): Promise<AccountKey>;
  /** The API key that an account sends now. */
  keyOf(account: Account): Promise<string>;
  /** The claimant by which the ledger knows an account with this key, or else with the one that it sends now. */
  claimantOf(account: Account, apiKey?: string): Promise<ClaimAccount>;
}

/** Finds the accounts of one command line. */
export function createAccounts({
  around,
  globals,
  home,
  settings,
}: Pick<AccountMeans, 'around' | 'globals' | 'home' | 'settings'>): Pick<
  AccountMeans,
  'account' | 'accountKeyOf' | 'accountOf' | 'claimantOf' | 'keyOf'
> {
  const { environment } = around;
  const keys = new Map<string, Promise<AccountKey>>();
  const sources = async (): Promise<AccountSources> => ({
    flags: globals,
    environment,
    settings: await settings(),
  });

  async function openKeyOf(account: Account): Promise<AccountKey> {
    const { commandRunner } = await import('./keys/run-command.ts');
    return openAccountKey(account, { environment, runCommand: commandRunner(environment) });
  }

  /** Opens a key once in a command, because a credential command may want a touch or a password each time. */
  function accountKeyOf(account: Account): Promise<AccountKey> {
    return oncePerKey(keys, keyName(account), () => openKeyOf(account));
  }
  async function keyOf(account: Account): Promise<string> {
    return (await accountKeyOf(account)).current();
  }
  async function fingerprintOf(account: Account, apiKey?: string): Promise<string> {
    const { ledger } = homePlaces(await home());
    const { baseUrl } = account;
    return accountFingerprint(ledger, { baseUrl, apiKey: apiKey ?? (await keyOf(account)) });
  }

  return {
    account: once(async () => resolveAccount(await sources())),
    async accountOf(pinned) {
      const { pinnedAccounts } = await import('./keys/pinned-account.ts');
      const [likeliest, ...others] = pinnedAccounts(pinned, await sources());
      if (likeliest === undefined) throw new Error('No account was found, and no error was thrown');
      const wanted = pinned.account ?? pinned.intent?.account;
      if (wanted === undefined || others.length === 0) return likeliest;
      for (const account of [likeliest, ...others]) {
        if ((await fingerprintOf(account)) === wanted) return account;
      }
      return likeliest;
    },
    accountKeyOf,
    keyOf,
    async claimantOf(account, apiKey) {
      const { baseUrl: base_url, keySource: key_source, profile } = account;
      return { profile, base_url, key_source, account: await fingerprintOf(account, apiKey) };
    },
  };
}

/**
 * A name that tells accounts apart within a command. The profile is not enough: it may be used with the key of a variable, or
 * its key may have been replaced. The name contains the key, so it must never be printed.
 */
export function accountName({ baseUrl, keySource, profile, stored }: Account): string {
  return `${profile} ${keySource} ${baseUrl} ${stored?.api_key ?? ''}`;
}

/** A name that tells keys apart within a command. A program prints one key for a profile, whichever path of the service it is for. */
function keyName(account: Account): string {
  const { keySource, profile, stored } = account;
  return keySource === 'command'
    ? JSON.stringify([profile, stored?.credential_command])
    : accountName(account);
}

/** Tells whether flags or variables name an account. */
export function isAccountNamed({
  around: { environment },
  globals,
}: Pick<CommandLine, 'around' | 'globals'>): boolean {
  const { GENCTL_API_KEY, GENCTL_BASE_URL, GENCTL_PROFILE } = environment;
  const ofFlags = namedByFlags(globals) ?? globals.baseUrl;
  return ofFlags !== undefined || [GENCTL_API_KEY, GENCTL_BASE_URL, GENCTL_PROFILE].some(Boolean);
}
