import { RefusedError } from '../../errors/endings.ts';
import { mediaPathPrefix } from '../../service/routes.ts';
import { isLoopbackHost, requestBase } from '../../text/base-url.ts';
import { theLinks, unsafeLinkCode } from './download-errors.ts';

/**
 * Checks the link of an output, or of a redirect from the URL `from`. It must be https, or http on this machine, without user
 * name and password; a redirect may not lead from https to http. Throws RefusedError, which names only the host.
 * @see service document §2.2
 */
export function downloadUrl(link: string, from?: URL): URL {
  if (!URL.canParse(link, from?.href)) throw unsafe('It is not a URL.');
  const url = new URL(link, from);
  const isHttps = url.protocol === 'https:';
  if (!isHttps && url.protocol !== 'http:') throw unsafe(`Its protocol is ${url.protocol}, not https:.`);
  if (!isHttps && !isLoopbackHost(url.hostname))
    throw unsafe(`It is http; genctl takes that only from this machine, not from ${url.hostname}.`);
  if (!isHttps && from?.protocol === 'https:') throw unsafe(`${from.host} redirects it from https to http.`);
  if (url.username !== '' || url.password !== '') throw unsafe(`It contains a user name for ${url.host}.`);
  return url;
}

/** Tells whether a link is one of the service's own masked links, which need the key. No other link ever gets the key. §2.2, §4.9 */
export function takesKey(url: URL, baseUrl: string): boolean {
  const base = new URL(requestBase(baseUrl));
  const folder = `${base.pathname.replace(/\/+$/, '')}${mediaPathPrefix}`;
  return url.origin === base.origin && url.pathname.startsWith(folder);
}

function unsafe(why: string): RefusedError {
  return new RefusedError({
    code: unsafeLinkCode,
    message: 'genctl does not follow the link of an output',
    why,
    hint: theLinks,
  });
}
