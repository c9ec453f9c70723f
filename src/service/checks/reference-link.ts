import { absoluteUrl, isLoopbackHost } from '../../text/base-url.ts';
import { limits } from '../limits.ts';

/** Why the refs route refuses a link, and what to give instead. @see service document §4.8 */
export interface LinkObjection {
  /** Completes a sentence that begins with the reference's name: `is base64, …`. */
  what: string;
  fix: string;
}

export const base64Objection: LinkObjection = {
  what: 'is base64, which this route does not take',
  fix: 'give a link to it, or use the route that takes base64 pictures: genctl submit … --route spicy',
};
const publicLink = 'give an https link that anyone can open';

/** The objection to a link that the service fetches before it answers. Only the service can find out whether it is reachable. */
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

/** The objection to a link that the refs route only passes on: it must be absolute, with a scheme and a host. */
export function linkObjection(url: string): LinkObjection | undefined {
  if (isBase64(url)) return base64Objection;
  return absoluteUrl(url) !== undefined
    ? undefined
    : { what: 'is not an absolute url with a scheme and a host', fix: publicLink };
}

/** Tells whether a URL holds the media itself instead of linking to it. */
export function isBase64(url: string): boolean {
  return /^\s*data:/i.test(url);
}

/** The objection to a link whose scheme nobody is known to fetch, such as `s3:`. A path has no scheme and gets no objection. */
export function schemeObjection(url: string): LinkObjection | undefined {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(url.trim()) ?? [];
  if (scheme === undefined || /^(https?|data)$/i.test(scheme)) return undefined;
  const what = `is a ${scheme.toLowerCase()}: link, which neither the service nor the generator is known to fetch`;
  return { what, fix: publicLink };
}

/** How IPv4 addresses begin that nobody outside can reach. @see RFC 1122, 1918, 3927, 5771, 6598 */
const innerAddresses =
  /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[34]\d|25[0-5])\./;

/** How names end that mean something on one machine or one network only. @see RFC 6761, 6762, 8375 */
const innerNames = /\.(localhost|local|internal|lan|home\.arpa)$/;

/**
 * Tells whether others can reach a host, as far as its name says: nothing is looked up.
 *
 * @param hostname of a parsed `URL`, which writes every IPv4 address as four decimal numbers.
 */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '').toLowerCase();
  if (host === '' || isLoopbackHost(host)) return false;
  if (host.startsWith('[')) return isPublicAddress6(host.slice(1, -1));
  if (/^\d+(\.\d+){3}$/.test(host)) return !innerAddresses.test(host);
  return host.includes('.') && !innerNames.test(host);
}

/** An IPv6 address that is not loopback, unspecified, unique local, link local or multicast. One that embeds an IPv4 address is judged by it. */
function isPublicAddress6(address: string): boolean {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ?? [];
  if (high !== undefined && low !== undefined) {
    const [first, second] = [high, low].map((digits) => Number.parseInt(digits, 16)) as [number, number];
    return isPublicHost([first >> 8, first & 255, second >> 8, second & 255].join('.'));
  }
  return !/^(::1?$|f[cdf]|fe[89ab])/.test(address);
}
