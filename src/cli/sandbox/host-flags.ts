import { UsageError } from '../../errors/endings.ts';
import { say, thenAgain, typedWith } from '../../errors/hint.ts';
import { writtenKey } from '../../service/sendable.ts';
import { absoluteUrl, isLoopbackHost, loopbackAddress, sandboxKeyPrefix } from '../../text/base-url.ts';
import { gaps } from '../../text/gaps.ts';
import {
  type FlagValues,
  inGroup,
  invalidFlag,
  listFlag,
  longName,
  seldom,
  usually,
  valueFlag,
} from '../flag.ts';
import type { Environment } from '../surroundings.ts';
import type { ServedAt } from './sandbox-port.ts';

export const keyVariable = 'GENCTL_SANDBOX_KEY';
/** A shorter key could be guessed. Unit: characters. */
const keyLengthLeast = 20;

/** Flags of `sandbox serve` for other machines and other names. */
export const hostFlags = inGroup('Other machines', {
  host: seldom(
    usually(
      loopbackAddress,
      valueFlag(
        '--host <address>',
        `listen on this address; beyond this machine it takes a key of your own in ${keyVariable}`,
        (text, called = '--host') => hostOf(called, text),
      ),
    ),
  ),
  allowHost: seldom({
    ...listFlag('--allow-host <name>', 'answer to this name as well; links begin with the first'),
    read: (text, called = '--allow-host') => hostOf(called, text),
  }),
});

/** A host as a URL has it: an IPv6 address is in brackets. */
function hostOf(flag: string, text: string): string {
  const written = /^[\da-f]*:[\da-f:.]*$/i.test(text) ? `[${text}]` : text;
  const isBare = /^(?:\[[\da-f:.]+\]|[\w.-]+)$/i.test(written);
  const hostname = isBare ? absoluteUrl(`http://${written}`)?.hostname : undefined;
  if (hostname !== undefined) return hostname;
  const why = 'It takes an address or a name, without a port: 192.0.2.7, studio.test.';
  throw invalidFlag(longName(flag), text, why, typedWith(longName(flag), gaps.value));
}

/**
 * The address, the names and the keys that a line serves the sandbox with. Everyone can guess an account's key, so other machines
 * and other names take keys that nobody can: the user's own, and those of accounts that are as long.
 *
 * @param accounts the names of the accounts of `--accounts`.
 * @throws UsageError where a key or a name is missing.
 */
export function servedAt(
  { allowHost, host = loopbackAddress }: FlagValues<typeof hostFlags>,
  environment: Environment,
  accounts: readonly string[],
): ServedAt {
  const names = allowHost.map(({ value }) => value);
  const ownKey = keyIn(environment);
  const flag = isLoopbackHost(host) ? '--allow-host' : `--host ${host}`;
  if (ownKey === undefined && !(isLoopbackHost(host) && names.length === 0))
    throw new UsageError({
      code: 'sandbox_key_missing',
      message: `${flag} takes a key of your own`,
      why: `Other machines may reach the sandbox so, and everyone knows ${sandboxKeyPrefix}local.`,
      hint: say`export ${keyVariable}="$(openssl rand -hex 20)"${thenAgain}`,
    });
  if (/^(?:0\.0\.0\.0|\[::\])$/.test(host) && names.length === 0)
    throw new UsageError({
      code: 'missing_flag',
      message: `${flag} takes a name by which others call this machine`,
      why: 'It means every address, and a link has to begin with one. A request by another name is refused.',
      hint: typedWith('--allow-host', gaps.name),
    });
  return { host, names, keys: ownKey === undefined ? undefined : keysOf(ownKey, accounts) };
}

function keyIn(environment: Environment): string | undefined {
  const key = writtenKey(environment[keyVariable]);
  if (key === '') return undefined;
  if (key.length >= keyLengthLeast && /^[\w-]+$/.test(key)) return key;
  throw new UsageError({
    code: 'invalid_environment',
    message: `${keyVariable} is no key`,
    why: `It has ${key.length} characters; a key has ${keyLengthLeast} or more, all letters, digits, _ or -.`,
    hint: say`export ${keyVariable}="$(openssl rand -hex 20)"${thenAgain}`,
  });
}

function keysOf(ownKey: string, accounts: readonly string[]): string[] {
  const keys = accounts.map((name) => `${sandboxKeyPrefix}${name}`);
  const short = keys.findIndex((key) => key.length < keyLengthLeast);
  if (short < 0) return [ownKey, ...keys];
  throw new UsageError({
    code: 'sandbox_key_short',
    message: `${accounts[short]} of --accounts has a key that can be guessed`,
    why: `Beside ${keyVariable} each key has ${keyLengthLeast} characters or more; ${keys[short]} has ${keys[short]?.length}.`,
    hint: `name it ${accounts[short]}-, and 16 letters or digits that nobody can guess`,
  });
}
