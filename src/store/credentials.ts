import { AuthError } from '../errors/endings.ts';
import { sandboxKey } from '../rules/base-url.ts';
import { type RunCommand, whyFailed } from '../rules/command-end.ts';
import { createRedactor } from '../rules/redaction.ts';
import type { Account, AccountEnvironment } from './account.ts';

export interface CredentialPorts {
  environment: Pick<AccountEnvironment, 'GENCTL_API_KEY'>;
  runCommand: RunCommand;
  /** How long a credential command may take. Unit: ms. */
  timeoutMs?: number;
}

const defaultTimeoutMs = 10_000;

/**
 * The key of an account. It is checked here, because a library would print a key that it can't send.
 *
 * @throws AuthError where there is no key, where its command fails, and where it can't be sent in a header. No message shows
 *   the key.
 */
export async function resolveKey(account: Account, ports: CredentialPorts): Promise<string> {
  switch (account.keySource) {
    case 'sandbox':
      return sandboxKey;
    case 'environment':
      return checkedKey(ports.environment.GENCTL_API_KEY ?? '', 'GENCTL_API_KEY');
    case 'stored':
      return checkedKey(account.stored?.api_key ?? '', `the key of the profile ${account.profile}`);
    case 'command':
      return keyOfCommand(account, ports);
  }
}

/**
 * Returns the key if it can be sent.
 *
 * @param origin where it comes from, such as `GENCTL_API_KEY`.
 * @throws AuthError for an empty one, and for one with white space, control characters or anything beyond ASCII.
 */
export function checkedKey(key: string, origin: string): string {
  const fault = /[^\x21-\x7e]/u.exec(key);
  if (key !== '' && fault === null) return key;
  throw new AuthError({
    code: 'key_malformed',
    message: `${origin} can't be sent as a key`,
    why:
      fault === null
        ? 'it is empty'
        : `character ${fault.index + 1} of ${key.length} is a space, a line break or not ASCII`,
    hint: 'copy the key again, without quotes and line breaks',
  });
}

async function keyOfCommand(account: Account, ports: CredentialPorts): Promise<string> {
  const command = account.stored?.credential_command ?? [];
  const timeoutMs = ports.timeoutMs ?? defaultTimeoutMs;
  const end = await ports.runCommand(command, { timeoutMs });
  const printed = end.kind === 'ended' ? (end.stdout.split('\n', 1)[0] ?? '').trim() : '';
  if (end.kind === 'ended' && end.exitCode === 0)
    return checkedKey(printed, `what the credential command of ${account.profile} printed`);
  // A program that failed after it printed the key may show it in stderr, too, as one does that traces itself.
  const hide = createRedactor(/^\S{8,}$/.test(printed) ? [printed] : []);
  throw new AuthError({
    code: 'credential_command_failed',
    message: `the credential command of the profile ${account.profile} gave no key`,
    why: `${command[0] ?? ''}: ${whyFailed(end, timeoutMs, hide)}`,
    hint: 'run it by hand, or set GENCTL_API_KEY',
  });
}
