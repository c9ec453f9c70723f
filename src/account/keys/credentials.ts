import { AuthError } from '../../errors/endings.ts';
import { checkedKey } from '../../service/origin/api-key.ts';
import { sandboxKey } from '../../text/base-url.ts';
import { type RunCommand, whyFailed } from '../../text/command-end.ts';
import { createRedactor } from '../../text/redaction.ts';
import type { Account, AccountEnvironment } from '../account.ts';
import { keyMend } from './key-mend.ts';

export interface CredentialPorts {
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
  switch (account.keySource) {
    case 'sandbox':
      return sandboxKey;
    case 'environment':
      return checkedKey(ports.environment.GENCTL_API_KEY ?? '', 'GENCTL_API_KEY', keyMend(account));
    case 'stored':
      return checkedKey(
        account.stored?.api_key ?? '',
        `the key of the profile ${account.profile}`,
        keyMend(account),
      );
    case 'command':
      return keyOfCommand(account, ports);
  }
}

async function keyOfCommand(account: Account, ports: CredentialPorts): Promise<string> {
  const command = account.stored?.credential_command ?? [];
  const timeoutMs = ports.timeoutMs ?? defaultTimeoutMs;
  const end = await ports.runCommand(command, { timeoutMs });
  const printed = end.kind === 'ended' ? (end.stdout.split('\n', 1)[0] ?? '').trim() : '';
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
