import { findService } from '../../client/transport/find-service.ts';
import type { Account } from '../../store/account.ts';
import { shellLine } from '../../ui/render/shell-line.ts';
import type { CommandContext } from '../context/context.ts';
import type { Check } from './check.ts';

/** Ends of a look at a service by which something else may be at its base URL: a 404, a page, a redirect. */
const elsewhere: readonly string[] = ['notFound', 'refused'];

/** The check of a service with what mends its base URL, where another one answers; as it is where none does. */
export async function withMeantPlace(
  context: CommandContext,
  account: Account,
  check: Check,
): Promise<Check> {
  if (!elsewhere.includes(check.exit) || account.embedded) return check;
  const { clock, around } = context;
  const exchange = await context.exchangeOf(account);
  // Without the key: a service is known by how it asks for one.
  const found = await findService(account.baseUrl, {
    clock,
    exchange,
    userAgent: `genctl/${around.version}`,
  });
  return found === undefined ? check : { ...check, fix: mendOf(context, account, found) };
}

/** A base URL is mended where it was said. */
function mendOf({ around, globals }: CommandContext, { stored }: Account, found: string): string {
  if (globals.baseUrl !== undefined) return shellLine(['genctl', 'doctor', '--base-url', found]);
  if (stored === undefined || around.environment.GENCTL_BASE_URL) return `set GENCTL_BASE_URL to ${found}`;
  return shellLine(['genctl', 'auth', 'login', '--profile', stored.name, '--base-url', found]);
}
