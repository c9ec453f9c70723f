import { absoluteUrl, isLoopbackHost, namesUser } from '../../text/base-url.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import { isSteering } from '../../text/safe-text.ts';
import type { PartView, SubmitSubject } from '../body/submit-subject.ts';
import { limits } from '../limits.ts';
import { requestRoutes } from '../request-route.ts';
import { mediaValues } from '../wire/media-fields.ts';
import { type Finding, field, finding, findingsOf, role, told } from './finding.ts';
import { isPreparedFor } from './model.ts';
import type { Mention } from './preflight-error.ts';
import { isFrame, isReference } from './references.ts';

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

/** Why the refs route refuses a link, and what to give instead. @see service document §4.8 */
export interface LinkObjection {
  /** Completes a sentence that begins with the reference's name: `is base64, …`. */
  what: string;
  fix: string;
}

const base64Objection: LinkObjection = {
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

const { service } = findingsOf('§4.8');

/** A reference of a request. */
interface NamedReference {
  view: PartView;
  /** Its kind and its number among its kind, as errors of the refs route name it: `reference image 2`. */
  name: string | Mention;
}

const nouns: Readonly<Record<string, string>> = {
  image_url: 'reference image',
  video_url: 'reference video',
  audio_url: 'reference audio',
};

/** The references that the refs route prepares: the first three pictures and clips, in their order. @see service document §4.8 */
export function preparedReferences(parts: readonly PartView[]): NamedReference[] {
  return namedReferences(parts)
    .filter(({ view }) => view.type !== 'audio_url')
    .slice(0, limits.preparedReferences);
}

/** Every reference of a request in order, sounds included. @see service document §7.4 */
function namedReferences(parts: readonly PartView[]): NamedReference[] {
  const counts: Record<string, number> = {};
  return parts.filter(isReference).map((view) => {
    const noun = nouns[view.type ?? ''] ?? '';
    const number = (counts[noun] ?? 0) + 1;
    counts[noun] = number;
    return { view, name: `${noun} ${number}` };
  });
}

/**
 * Refusals of the refs route beside those of models, ceilings and frames. It refuses a request without a picture or clip, links
 * that it can't prepare or pass on, and base64.
 * @see service document §4.8, §7.4
 */
export function preparedReferenceFindings(subject: SubmitSubject): Finding[] {
  if (!requestRoutes[subject.route].preparesReferences || !isPreparedFor(subject)) return [];
  const { parts, path } = subject;
  const prepared = preparedReferences(parts);
  const references = namedReferences(parts).map(({ name, view }) => {
    const isPrepared = prepared.some((one) => one.view === view);
    const why = isPrepared ? preparedLinkObjection(urlOf(view)) : linkObjection(urlOf(view));
    return { view, name, why };
  });
  const others = parts
    .filter((view) => !isReference(view) && isBase64(urlOf(view)))
    .map((view) => ({ view, name: field(path('content', view.index)), why: base64Objection }));
  return [
    ...(prepared.length > 0 ? [] : [nothingToPrepare(subject)]),
    ...[...references, ...others].flatMap(({ name, view, why }) =>
      why === undefined || view.type === undefined
        ? []
        : [
            service(
              'prepared-link',
              path('content', view.index, view.type, 'url'),
              told`${name} ${why.what}`,
              why.fix,
            ),
          ],
    ),
  ];
}

function nothingToPrepare({ parts, path, step }: SubmitSubject): Finding {
  const frame = parts.find(isFrame);
  const hasSound = parts.some(({ type }) => type === 'audio_url');
  const because =
    frame !== undefined
      ? told`; a ${role(frame.role ?? '')} does not count`
      : step === 'final'
        ? "; a final has its draft's, which are not sent again"
        : hasSound
          ? '; sound alone does not count'
          : '';
  return service(
    'nothing-to-prepare',
    path('content'),
    told`the refs route needs a ${role('reference_image')} or a ${role('reference_video')}${because}`,
    'add one, or send it by the ordinary endpoint /v1/spicy/generations: genctl submit … --route spicy',
  );
}

function urlOf({ part, type }: PartView): string {
  return ownText(objectOf(ownValue(part, type ?? '')), 'url') ?? '';
}

/** Links in the fields of a prompt string's model that nobody is known to fetch. Of what the fields of such a model take nothing is said. @see service document §2.6 */
export function mediaFieldFindings({ family, input, path }: SubmitSubject): Finding[] {
  if (family?.promptShape === 'content') return [];
  return mediaValues(input).flatMap(({ place, url }) => {
    const objection = schemeObjection(url);
    if (objection === undefined) return [];
    const where = path(...place);
    const message = told`${field(where)} ${objection.what}`;
    const { fix } = objection;
    return [finding({ rule: 'reference-link', where, enforcedBy: 'advice', message, fix, section: '§2.6' })];
  });
}
