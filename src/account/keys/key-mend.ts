import { genctl, type Hint, type Line, say } from '../../errors/hint.ts';
import { type Account, keySourceOf } from '../account.ts';
import { isSameService } from './key-place.ts';

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
