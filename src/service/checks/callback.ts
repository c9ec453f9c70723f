import { absoluteUrl, isLoopbackHost } from '../../text/base-url.ts';
import { ownValue } from '../../text/json-object.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { type Finding, field, finding, told } from './finding.ts';

const callback = field('callback_url');

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
      where: callback.of,
      enforcedBy: 'service',
      message:
        parsed === undefined
          ? told`${callback} is not an absolute URL; the service posts to https only`
          : told`${callback} begins with ${parsed.protocol}//; the service posts to https only`,
      fix: told`set ${callback} to an https:// URL`,
      section: '§2.4',
    }),
  ];
}

function isLoopback(host: string): boolean {
  return isLoopbackHost(host) || host.endsWith('.localhost');
}
