import { isLoopbackHost } from './base-url.ts';
import { type Finding, finding } from './finding.ts';
import { objectOf, ownValue } from './json-object.ts';
import type { PartView, SubmitSubject } from './submit-subject.ts';

/** How many pictures and clips of a request are prepared. @see service document §4.8 */
export const preparedMost = 3;

/** What a reference is called: by its kind, and its place among those of its kind. */
export interface PreparedReference {
  view: PartView;
  /** Such as `reference image 2`. */
  name: string;
  url: string;
}

const nouns = {
  image_url: 'reference image',
  video_url: 'reference video',
  audio_url: 'reference audio',
} as const;

/** The first three pictures and clips of a request, in their order. @see service document §4.8 */
export function preparedReferences(parts: readonly PartView[]): PreparedReference[] {
  return namedReferences(parts)
    .filter(({ view }) => view.type !== 'audio_url')
    .slice(0, preparedMost);
}

/**
 * What the refs route refuses: a request without a picture or clip, frames beside them, links that it can't prepare, and
 * base64. @see service document §4.8, §7.4
 */
export function preparedReferenceFindings(subject: SubmitSubject): Finding[] {
  if (subject.route !== 'refs') return [];
  const { parts, path } = subject;
  const prepared = new Set(preparedReferences(parts).map(({ view }) => view));
  return [
    ...nothingToPrepare(subject),
    ...namedReferences(parts).flatMap(({ name, url, view }) => {
      const why = prepared.has(view) ? preparedObjection(url) : linkObjection(url);
      if (why === undefined || view.type === undefined) return [];
      return [
        refused(
          'prepared-link',
          path('content', view.index, view.type, 'url'),
          `${name} ${why}`,
          'give an https link that anyone can open',
        ),
      ];
    }),
  ];
}

function nothingToPrepare({ parts, path }: SubmitSubject): Finding[] {
  if (preparedReferences(parts).length > 0) return [];
  const frames = parts.filter(({ role }) => role === 'first_frame' || role === 'last_frame');
  const has = frames.length > 0 ? `, and a ${frames[0]?.role} is none` : ', and sound alone does not count';
  return [
    refused(
      'nothing-to-prepare',
      path('content'),
      `the refs route needs a reference_image or a reference_video${has}`,
      'add one, or send it by the ordinary endpoint /v1/spicy/generations',
    ),
  ];
}

function namedReferences(parts: readonly PartView[]): PreparedReference[] {
  const counts: Record<string, number> = {};
  return parts.flatMap((view) => {
    const { part, role, type } = view;
    if (type !== 'image_url' && type !== 'video_url' && type !== 'audio_url') return [];
    if (type === 'image_url' && role !== 'reference_image') return [];
    const number = (counts[type] ?? 0) + 1;
    counts[type] = number;
    const url = ownValue(objectOf(ownValue(part, type)), 'url');
    return [{ view, name: `${nouns[type]} ${number}`, url: typeof url === 'string' ? url : '' }];
  });
}

/** What is wrong with a link that is to be fetched before the answer. */
function preparedObjection(url: string): string | undefined {
  const why = linkObjection(url);
  if (why !== undefined) return why;
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:') return `is ${protocol.slice(0, -1)}; the first ${preparedMost} must be https`;
  return isPublic(hostname) ? undefined : `is at ${hostname}, which is not public`;
}

/** Anything absolute with a scheme and a host will do where it is only passed on. */
function linkObjection(url: string): string | undefined {
  if (/^data:/i.test(url)) return 'is base64, which this route does not take';
  const isAbsolute = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(url) && URL.canParse(url);
  return isAbsolute ? undefined : 'is not an absolute url with a scheme and a host';
}

/** Whether a host is one that others can reach, as far as its name tells. Addresses: RFC 1918, RFC 4193, RFC 3927. */
function isPublic(host: string): boolean {
  if (isLoopbackHost(host) || /\.(local|internal|localhost)$/.test(host)) return false;
  if (/^(10\.|127\.|0\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host) && /^[\d.]+$/.test(host))
    return false;
  return !/^\[(::1?\]|f[cd]|fe[89ab])/i.test(host);
}

function refused(rule: string, where: string, message: string, fix: string): Finding {
  return finding({ rule, where, enforcedBy: 'service', message, fix, section: '§4.8' });
}
