import type { Account } from '../account/account.ts';
import { isAccountNamed } from '../account/accounts.ts';
import { findProfile, profileNames } from '../account/profiles.ts';
import { AuthError } from '../errors/endings.ts';
import type { OutputMeans } from '../outputs/output-means.ts';

/** The account that flags or variables name, else the job's own where there is still a key for it, else the usual one. */
export async function accountFor(
  context: OutputMeans,
  own: () => Promise<Account | undefined>,
): Promise<Account> {
  if (isAccountNamed(context)) return context.account();
  try {
    return (await own()) ?? (await context.account());
  } catch (error) {
    if (error instanceof AuthError) return context.account();
    throw error;
  }
}

/** As `accountFor`, for a job whose sidecar names a profile. Only a profile of that name which is stored here counts. */
export function accountOfProfile(context: OutputMeans, name: string | undefined): Promise<Account> {
  return accountFor(context, async () => {
    const settings = await context.settings();
    if (name === undefined || !profileNames(settings).includes(name)) return undefined;
    return context.accountOf({ profile: name, base_url: findProfile(settings, name).base_url });
  });
}
