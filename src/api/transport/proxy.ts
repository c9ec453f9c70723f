import { isContainerHost, isLoopbackHost } from '../../text/base-url.ts';

/**
 * The proxy variables of the environment; an empty one counts as unset. The caller reads them, since the client may not read
 * the environment.
 */
export interface ProxyVariables {
  http_proxy?: string | undefined;
  HTTP_PROXY?: string | undefined;
  https_proxy?: string | undefined;
  HTTPS_PROXY?: string | undefined;
  no_proxy?: string | undefined;
  NO_PROXY?: string | undefined;
}

/** The proxy for a URL; undefined for a direct connection. This machine itself, and what gives a container its
 * credentials, are never reached through a proxy. */
export function proxyFor(url: URL, variables: ProxyVariables): string | undefined {
  const chosen =
    url.protocol === 'https:'
      ? firstSet(variables.https_proxy, variables.HTTPS_PROXY)
      : firstSet(variables.http_proxy, variables.HTTP_PROXY);
  if (chosen === undefined || isLoopbackHost(url.hostname) || isContainerHost(url.hostname)) return undefined;
  if (isExcluded(url, firstSet(variables.no_proxy, variables.NO_PROXY) ?? '')) return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
}

function firstSet(...values: (string | undefined)[]): string | undefined {
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== '');
}

/**
 * Tells whether `no_proxy` lists the URL's host. An entry is `*`, or a name that also means all names below it, with a port if only that
 * port is meant.
 */
function isExcluded(url: URL, list: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const hostname = url.hostname.toLowerCase();
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const bare = name.replace(/^\*?\./, '');
      return (
        (entryPort === undefined || entryPort === port) &&
        (hostname === bare || hostname.endsWith(`.${bare}`))
      );
    });
}
