import { isLoopbackHost } from '../base-url.ts';

/** How IPv4 addresses begin that nobody outside can reach. @see RFC 1122, 1918, 3927, 5771, 6598 */
const innerAddresses =
  /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|22[4-9]|2[34]\d|25[0-5])\./;

/** How names end that mean something on one machine or one network only. @see RFC 6761, 6762, 8375 */
const innerNames = /\.(localhost|local|internal|lan|home\.arpa)$/;

/**
 * Whether others can reach a host, as far as its name tells: nothing is looked up.
 *
 * @param hostname of a parsed `URL`, which writes every IPv4 address as four decimal numbers.
 */
export function isPublicHost(hostname: string): boolean {
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
