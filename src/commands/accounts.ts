import { parseBaseUrl } from '../rules/base-url.ts';
import { type Account, type AccountSources, resolveAccount } from '../store/account.ts';
import type { PinnedPlace } from '../store/pinned-account.ts';
import type { StoredSettings } from '../store/settings.ts';
import type { GlobalFlags } from './global-flags.ts';
import { once } from './once.ts';
import type { Surroundings } from './surroundings.ts';

/** The accounts of one command line. */
export interface Accounts {
  /** The one that flags, environment and settings name. */
  current(): Promise<Account>;
  /** The one that a job was submitted with, wherever the settings point now. */
  of(pinned: PinnedPlace): Promise<Account>;
  keyOf(account: Account): Promise<string>;
}

export function createAccounts(
  { environment }: Pick<Surroundings, 'environment'>,
  flags: GlobalFlags,
  settings: () => Promise<StoredSettings>,
): Accounts {
  const sources = once(
    async (): Promise<AccountSources> => ({ flags, environment, settings: await settings(), parseBaseUrl }),
  );
  return {
    current: once(async () => resolveAccount(await sources())),
    async of(pinned) {
      const { resolvePinnedAccount } = await import('../store/pinned-account.ts');
      return resolvePinnedAccount(pinned, await sources());
    },
    async keyOf(account) {
      const { resolveKey } = await import('../store/credentials.ts');
      const { runCommand } = await import('../store/credential-command.ts');
      return resolveKey(account, { environment, runCommand });
    },
  };
}
