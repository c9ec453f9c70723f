import { type Account, noAccountCode } from '../account/account.ts';
import { baseUrlMend } from '../account/base-url-mend.ts';
import type { KeySource } from '../account/rules/claim-account.ts';
import { unverifiedCode } from '../api/trouble/trouble.ts';
import { probeService, type ServiceProbe } from '../api/ways/models.ts';
import type { CommandContext } from '../command/define-command.ts';
import { CliError } from '../errors/cli-error.ts';
import { hintText } from '../errors/hint.ts';
import { harmlessSkewMs } from '../service/retries/clock-skew.ts';
import { beforeVersion } from '../text/base-url.ts';
import { formatDuration } from '../text/duration.ts';
import { shellLine } from '../text/shell-quote.ts';
import { type Check, checkThat, failCheck, okCheck, warnCheck } from './check.ts';

const keySources = {
  environment: 'its key from GENCTL_API_KEY',
  command: 'its key from its credential_command',
  stored: 'its key stored',
  sandbox: 'no key needed',
} as const satisfies Record<KeySource, string>;

/**
 * Checks the account, its service and the service's clock. After a check that is not well, those that depend on it are skipped.
 */
export async function serviceChecks(context: CommandContext): Promise<Check[]> {
  let account: Account;
  try {
    account = await context.account();
  } catch (error) {
    const check = accountTrouble(error);
    return [check, ...notLookedAt(['service', 'clock'], check)];
  }
  const where = `${account.profile} at ${account.baseUrl}, ${keySources[account.keySource]}`;
  let probe: ServiceProbe | undefined;
  const api = await context.api(account).catch((error: unknown) => failCheck('account', error));
  if ('status' in api) return [api, ...notLookedAt(['service', 'clock'], api)];
  const looked = await checkThat('service', async () => {
    probe = await probeService(api);
    return okCheck('service', `answered in ${Math.round(probe.latencyMs)} ms; ${probe.models} models`);
  });
  const service = withMeantPlace(context, account, looked);
  const aheadMs = api.clock.isTold ? api.clock.machineAheadMs() : undefined;
  const clock =
    probe === undefined ? notLookedAt(['clock'], service) : [clockCheck(aheadMs, account.embedded)];
  return [okCheck('account', where), service, ...clock];
}

/** The exits of a service check after which the base URL may lead to something else. */
const elsewhereExits: readonly string[] = ['notFound', 'refused'];

/** The codes of such a check where the service was not reached: a page, a redirect, an answer that is no list. */
const elsewhereCodes: readonly string[] = [unverifiedCode, 'redirected', 'unexpected_answer'];

/** Adds the base URL that was likely meant to the check of a service: one with a version in its path is not the whole way. */
function withMeantPlace({ around, globals }: CommandContext, account: Account, check: Check): Check {
  const { code = '', exit = '' } = check.failure ?? {};
  const isElsewhere = elsewhereExits.includes(exit) || elsewhereCodes.includes(code);
  const mend = baseUrlMend(account, { environment: around.environment, flags: globals });
  if (!isElsewhere || mend === undefined) return check;
  const typedAgain = ['genctl', 'doctor', '--base-url', beforeVersion(account.baseUrl) ?? ''];
  return { ...check, fix: globals.baseUrl === undefined ? hintText(mend) : shellLine(typedAgain) };
}

/**
 * The check for an account that can't be used. No account at all is no fault, since there are two ways to get one. Settings
 * that can't be read are reported by their own check.
 */
function accountTrouble(error: unknown): Check {
  if (!(error instanceof CliError)) throw error;
  if (error.code === noAccountCode) return warnCheck('account', error.message, error.hint);
  if (error.exit === 'machine') return warnCheck('account', 'not checked', 'fix the settings first');
  return failCheck('account', error);
}

/** The skipped checks that depend on one that is not well. */
function notLookedAt(names: readonly string[], { name: before }: Check): Check[] {
  return names.map((name) => warnCheck(name, 'not checked', `fix the ${before} first`));
}

/** `aheadMs` is how far this machine's clock is ahead of the service's. */
export function clockCheck(aheadMs: number | undefined, embedded: boolean): Check {
  if (embedded) return okCheck('clock', 'the sandbox uses this machine’s clock');
  if (aheadMs === undefined) return okCheck('clock', 'the service does not send its time');
  const off = formatDuration(Math.abs(aheadMs));
  if (Math.abs(aheadMs) <= harmlessSkewMs) return okCheck('clock', `within ${off} of the service's`);
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  return warnCheck(
    'clock',
    `${off} ${side} the service's; the service goes by its own clock, jobs and budgets here by this one`,
    'set the clock of this machine (timedatectl set-ntp true)',
  );
}
