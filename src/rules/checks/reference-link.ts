import { limits } from '../../contract/limits.ts';
import { absoluteUrl } from './absolute-url.ts';
import { isPublicHost } from './public-host.ts';

/** Why the refs route refuses a link, and what to give instead. @see service document §4.8 */
export interface LinkObjection {
  /** Completes a sentence that begins with the reference's name: `is base64, …`. */
  what: string;
  fix: string;
}

export const base64Objection: LinkObjection = {
  what: 'is base64, which this route takes nowhere',
  fix: 'give a link to it, or where pictures are taken as base64: genctl submit … --route spicy',
};
const publicLink = 'give an https link that anyone can open';

/** What is wrong with a link that the service fetches before it answers. Only the service can find out whether it is reachable. */
export function preparedLinkObjection(url: string): LinkObjection | undefined {
  const objection = linkObjection(url);
  if (objection !== undefined) return objection;
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:') {
    const what = `is ${protocol.slice(0, -1)}; the first ${limits.preparedReferences} pictures and clips must be https`;
    return { what, fix: publicLink };
  }
  return isPublicHost(hostname)
    ? undefined
    : { what: `is at ${hostname}, which is not public`, fix: publicLink };
}

/** What is wrong with a link that the refs route only passes on: it must be absolute, with a scheme and a host. */
export function linkObjection(url: string): LinkObjection | undefined {
  if (isBase64(url)) return base64Objection;
  return absoluteUrl(url) !== undefined
    ? undefined
    : { what: 'is not an absolute url with a scheme and a host', fix: publicLink };
}

/** Whether a URL holds the media itself instead of linking to it. */
export function isBase64(url: string): boolean {
  return /^\s*data:/i.test(url);
}

/** What is wrong with a link whose scheme nobody is known to fetch, such as `s3:`. A path has no scheme and gets no objection. */
export function schemeObjection(url: string): LinkObjection | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(url.trim()) ?? [];
  if (scheme === undefined || /^(https?|data)$/i.test(scheme)) return undefined;
  const what = `is a link of the scheme ${scheme.toLowerCase()}:, which nothing says that the service or the generator fetches`;
  return { what, fix: publicLink };
}
