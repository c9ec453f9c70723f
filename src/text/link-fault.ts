import { absoluteUrl, isLoopbackHost, namesUser } from './base-url.ts';
import { isSteering } from './safe-text.ts';

/** Signed links have up to some 4,000 characters. Unit: characters. */
const longestLink = 8_192;

/**
 * Why a text is no link for a request: it must be one https URL, or http on this machine, without user name, password and
 * characters that steer a terminal. Undefined where it is one.
 */
export function linkFault(text: string): string | undefined {
  if (text.length > longestLink) return `it has ${text.length} characters, and a link up to ${longestLink}`;
  const url = /\s/.test(text) ? undefined : absoluteUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'one https URL was expected';
  if (isSteering(text)) return 'a link must not hold control characters';
  if (namesUser(url, text))
    return 'a link must not hold a user name or a password: everyone who gets the request could read them';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return 'it is http, and the generator takes https only';
  return undefined;
}
