import { absoluteUrl, isLoopbackHost } from '../../text/base-url.ts';
import { ownValue } from '../../text/json-object.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { type Finding, finding } from './finding.ts';

/**
 * The callback URL must be https, or http on loopback where the service itself is on loopback. Messages don't quote it: it may
 * hold a secret.
 * @see service document §6
 */
export function callbackFindings({ body, facts }: SubmitSubject): Finding[] {
  const url = ownValue(body, 'callback_url');
  if (typeof url !== 'string') return [];
  const parsed = /\s/.test(url) ? undefined : absoluteUrl(url);
  if (parsed?.protocol === 'https:') return [];
  if (parsed?.protocol === 'http:' && facts.loopback === true && isLoopback(parsed.hostname)) return [];
  return [
    finding({
      rule: 'callback-url',
      where: 'callback_url',
      enforcedBy: 'service',
      message:
        parsed === undefined
          ? 'callback_url is not an absolute URL; the service posts to https only'
          : `callback_url begins with ${parsed.protocol}//; the service posts to https only`,
      fix: 'set callback_url to an https:// URL',
      section: '§2.4',
    }),
  ];
}

function isLoopback(host: string): boolean {
  return isLoopbackHost(host) || host.endsWith('.localhost');
}
