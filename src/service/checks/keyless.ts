import { type RequestRoute, requestRoutes } from '../request-route.ts';
import { type Finding, finding } from './finding.ts';

/** The words that say by which name or key a request is sent one time. */
interface KeyWords {
  once: string | undefined;
  idempotencyKey: string | undefined;
}

/** A name or a key on v1, which takes no key: it prevents a second job on this machine only. @see service document §4.1, §4.5 */
export function keylessFindings({ idempotencyKey, once }: KeyWords, route: RequestRoute): Finding[] {
  if (requestRoutes[route].hasKey || (once ?? idempotencyKey) === undefined) return [];
  const [flag, what] =
    once === undefined ? ['--idempotency-key', 'the key is not sent, and'] : ['--once', 'the name'];
  return [
    finding({
      rule: 'key-not-sent',
      where: flag,
      enforcedBy: 'advice',
      message: `${what} works on this machine alone: v1 takes no key`,
      fix: 'stay on this machine; or take a model that v2 serves',
      section: '§4.1',
    }),
  ];
}
