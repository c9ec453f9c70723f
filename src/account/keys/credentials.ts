import { AuthError } from '../../errors/endings.ts';
import { genctl, type Hint, type Line, say } from '../../errors/hint.ts';
import { checkedKey, firstLineOf, writtenKey } from '../../service/sendable.ts';
import { sandboxKey } from '../../text/base-url.ts';
import { type RunCommand, whyFailed } from '../../text/command-end.ts';
import { createRedactor } from '../../text/redaction.ts';
import { type Account, type AccountEnvironment, isSameService, keySourceOf } from '../account.ts';
import { type AccountKey, fixedKey } from './account-key.ts';

interface CredentialPorts {
  environment: Pick<AccountEnvironment, 'GENCTL_API_KEY'>;
  runCommand: RunCommand;
  /** How long a credential command may take. Unit: ms. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/**
 * The key of an account, checked.
 *
 * @throws AuthError where there is no key, where its command fails, and where it can't be sent in a header. No message shows
 *   the key.
 */
export async function resolveKey(account: Account, ports: CredentialPorts): Promise<string> {
  return keyAtHand(account, ports.environment) ?? keyOfCommand(account, ports);
}

/**
 * The key of an account, for all its requests. Where a program prints it, the program is run again once the service refuses a key. A key
 * of a variable or of the settings stays as it is. Throws as `resolveKey` does.
 */
export async function openAccountKey(account: Account, ports: CredentialPorts): Promise<AccountKey> {
  const first = await resolveKey(account, ports);
  if (account.keySource !== 'command') return fixedKey(first);
  const askAgain = async (): Promise<string> => {
    try {
      return await keyOfCommand(account, ports);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const again = 'the key before it was refused (401), so the program was run again';
      error.why = error.why === undefined ? again : `${error.why.replace(/\.$/, '')}; ${again}`;
      throw error;
    }
  };
  const { programKey } = await import('./program-key.ts');
  return programKey(first, askAgain);
}

/** The key of an account where no program has to be asked for it; undefined otherwise. Throws as `resolveKey` does. */
export function keyAtHand(
  account: Account,
  environment: Pick<AccountEnvironment, 'GENCTL_API_KEY'>,
): string | undefined {
  switch (account.keySource) {
    case 'sandbox':
      return sandboxKey;
    case 'environment':
      return checkedKey(writtenKey(environment.GENCTL_API_KEY), 'GENCTL_API_KEY', keyMend(account));
    case 'stored':
      return checkedKey(
        writtenKey(account.stored?.api_key),
        `the key of the profile ${account.profile}`,
        keyMend(account),
      );
    case 'command':
      return undefined;
  }
}

async function keyOfCommand(account: Account, ports: CredentialPorts): Promise<string> {
  const command = account.stored?.credential_command ?? [];
  const timeoutMs = ports.timeoutMs ?? defaultTimeoutMs;
  const end = await ports.runCommand(command, { timeoutMs });
  const printed = end.kind === 'ended' ? firstLineOf(end.stdout) : '';
  if (end.kind === 'ended' && end.exitCode === 0)
    return checkedKey(printed, `what the credential command of ${account.profile} printed`, keyMend(account));
  // A program that failed after it printed the key may show it in stderr, too, as one does that traces itself.
  const hide = createRedactor(/^\S{8,}$/.test(printed) ? [printed] : []);
  throw new AuthError({
    code: 'credential_command_failed',
    message: `the credential command of the profile ${account.profile} gave no key`,
    why: whyFailed(command[0] ?? '', end, timeoutMs, hide),
    hint: keyMend(account),
  });
}

/**
 * The command or the change that gives an account another key. It depends on where the key comes from, because nothing else
 * would change what is sent.
 */
export function keyMend(account: Account): Hint {
  const { baseUrl, keySource, profile, stored } = account;
  if (keySource === 'environment') {
    const hasOwn = stored !== undefined && keySourceOf(stored) !== undefined;
    return `set GENCTL_API_KEY to a key of ${baseUrl}${hasOwn ? `, or unset it: ${profile} has a key of its own` : ''}`;
  }
  if (keySource === 'sandbox')
    return say`the sandbox's key works in the sandbox alone; for ${baseUrl}: ${login('NAME', baseUrl)}`;
  const ownUrl = stored?.base_url ?? baseUrl;
  if (!isSameService(ownUrl, baseUrl))
    return say`leave --base-url out, since the key of ${profile} is for another service; or: ${login('NAME', baseUrl)}`;
  const again = login(profile, ownUrl);
  // The words of the command are not shown, because they may hold a secret.
  return keySource === 'command'
    ? say`fix what the credential_command of ${profile} prints, or: ${again}`
    : again;
}

function login(profile: string, baseUrl: string): Line {
  return genctl`auth login --profile ${profile} --base-url ${baseUrl}`;
}
