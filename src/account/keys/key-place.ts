import { AuthError } from '../../errors/endings.ts';
import { genctl, say } from '../../errors/hint.ts';
import { isOnThisMachine } from '../../text/base-url.ts';
import { type Profile, sandboxProfile } from '../profiles.ts';

/** A base URL that overrides that of a profile, and where it was written. */
export interface OverridingUrl {
  /** Checked. */
  baseUrl: string;
  /** Such as `GENCTL_BASE_URL`. */
  origin: string;
}

/** Tells whether two base URLs belong to one service, so that the key of one may be sent to the other. */
export function isSameService(one: string, other: string): boolean {
  if (one === other) return true;
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const { origin } = new URL(one);
  return origin !== 'null' && origin === new URL(other).origin;
}

/**
 * Refuses to send a profile's key to a service that is not the profile's. It is for profiles that nobody named on the command
 * line, so nobody said that the key may go there. The sandbox's key is no secret; it may go to a sandbox that is served on this
 * machine.
 *
 * @throws AuthError, with what to do instead.
 */
export function assertOwnPlace(profile: Profile, { baseUrl, origin }: OverridingUrl): void {
  const isSandbox = profile.name === sandboxProfile.name;
  if (isSandbox ? isOnThisMachine(baseUrl) : isSameService(profile.base_url, baseUrl)) return;
  const { name } = profile;
  // Only the origin is shown: a URL that was written by hand may hold a password.
  const { origin: ownPlace } = new URL(URL.canParse(profile.base_url) ? profile.base_url : 'null:');
  throw new AuthError({
    code: 'key_of_another_service',
    message: `there is no key for ${baseUrl} (${origin})`,
    why: `genctl sends the key of ${name} only to ${ownPlace === 'null' ? 'its own service' : ownPlace}`,
    hint: say`set GENCTL_API_KEY to a key of that service, or: ${genctl`auth login --profile NAME --base-url ${baseUrl}`}${
      origin === 'GENCTL_BASE_URL' ? `; or, for ${name}: unset GENCTL_BASE_URL` : ''
    }`,
  });
}
