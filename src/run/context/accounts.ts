import { type Account, type AccountSources, namedByFlags, resolveAccount } from '../../account/account.ts';
import { homePlaces } from '../../account/home.ts';
import { withKeyMend } from '../../account/keys/key-mend.ts';
import type { ClaimAccount } from '../../account/rules/claim-account.ts';
import { once, oncePerKey } from '../../text/once.ts';
import type { CommandContext, Pinned } from './context.ts';

/** The accounts of one command line. */
export interface Accounts {
  /** The one that flags, environment and settings name. */
  current(): Promise<Account>;
  /** The one that a job was submitted with, wherever the settings point now. */
  of(pinned: Pinned): Promise<Account>;
  keyOf(account: Account): Promise<string>;
  /** What the ledger knows an account by, without its key. */
  claimantOf(account: Account): Promise<ClaimAccount>;
}

export function createAccounts({
  around,
  globals,
  home,
  settings,
}: Pick<CommandContext, 'around' | 'globals' | 'home' | 'settings'>): Accounts {
  const { environment } = around;
  const keys = new Map<string, Promise<string>>();
  const sources = async (): Promise<AccountSources> => ({
    flags: globals,
    environment,
    settings: await settings(),
  });

  async function resolveKeyOf(account: Account): Promise<string> {
    const { resolveKey } = await import('../../account/keys/credentials.ts');
    const { commandRunner } = await import('../../account/keys/run-command.ts');
    return withKeyMend(account, resolveKey(account, { environment, runCommand: commandRunner(environment) }));
  }
  /** Asks for a key once in a command, because a credential command may want a touch or a password each time. */
  function keyOf(account: Account): Promise<string> {
    return oncePerKey(keys, accountName(account), () => resolveKeyOf(account));
  }
  async function fingerprintOf(account: Account): Promise<string> {
    const { accountFingerprint } = await import('../../account/keys/account-fingerprint.ts');
    const { ledger } = homePlaces(await home());
    return accountFingerprint(ledger, { baseUrl: account.baseUrl, apiKey: await keyOf(account) });
  }

  return {
    current: once(async () => resolveAccount(await sources())),
    async of(pinned) {
      const { pinnedAccounts } = await import('../../account/keys/pinned-account.ts');
      const [likeliest, ...others] = pinnedAccounts(pinned, await sources());
      if (likeliest === undefined) throw new Error('No account was found, and no error was thrown');
      const wanted = pinned.account ?? pinned.intent?.account;
      if (wanted === undefined || others.length === 0) return likeliest;
      for (const account of [likeliest, ...others]) {
        if ((await fingerprintOf(account)) === wanted) return account;
      }
      return likeliest;
    },
    keyOf,
    async claimantOf(account) {
      const { baseUrl: base_url, keySource: key_source, profile } = account;
      return { profile, base_url, key_source, account: await fingerprintOf(account) };
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

/** Whether flags or variables name an account. */
export function isAccountNamed({
  around: { environment },
  globals,
}: Pick<CommandContext, 'around' | 'globals'>): boolean {
  const { GENCTL_API_KEY, GENCTL_BASE_URL, GENCTL_PROFILE } = environment;
  const ofFlags = namedByFlags(globals) ?? globals.baseUrl;
  return ofFlags !== undefined || [GENCTL_API_KEY, GENCTL_BASE_URL, GENCTL_PROFILE].some(Boolean);
}
