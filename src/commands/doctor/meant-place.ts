import { findService } from '../../client/transport/find-service.ts';
import type { Account } from '../../store/account.ts';
import { shellLine } from '../../ui/render/shell-quote.ts';
import type { CommandContext } from '../context/context.ts';
import type { Check } from './check.ts';

/** The exits of a service check (a 404, a page, a redirect) where the base URL may lead to something else. */
const elsewhere: readonly string[] = ['notFound', 'refused'];

/**
 * Adds the right base URL to the check of a service, where a service answers at a similar one. Otherwise returns the check as
 * it is.
 */
export async function withMeantPlace(
  context: CommandContext,
  account: Account,
  check: Check,
): Promise<Check> {
  if (!elsewhere.includes(check.exit) || account.embedded) return check;
  const { clock, around } = context;
  const exchange = await context.exchangeOf(account);
  // The key is not sent: a service can be told by how it asks for one.
  const found = await findService(account.baseUrl, {
    clock,
    exchange,
    userAgent: `genctl/${around.version}`,
  });
  return found === undefined ? check : { ...check, fix: mendOf(context, account, found) };
}

/** The fix for a base URL, in the place where it was set: a flag, a variable or a profile. */
function mendOf({ around, globals }: CommandContext, { stored }: Account, found: string): string {
  if (globals.baseUrl !== undefined) return shellLine(['genctl', 'doctor', '--base-url', found]);
  if (stored === undefined || around.environment.GENCTL_BASE_URL) return `set GENCTL_BASE_URL to ${found}`;
  return shellLine(['genctl', 'auth', 'login', '--profile', stored.name, '--base-url', found]);
}
