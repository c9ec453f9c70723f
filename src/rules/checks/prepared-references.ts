import { limits } from '../../contract/limits.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { objectOf, ownValue } from '../json/json-object.ts';
import type { PartView, SubmitSubject } from '../request/submit-subject.ts';
import { type Finding, finding } from './finding.ts';
import { isPreparedFor } from './model.ts';
import { base64Objection, isBase64, linkObjection, preparedLinkObjection } from './reference-link.ts';
import { isReference } from './references.ts';

/** A reference of a request, and its names. */
export interface NamedReference {
  view: PartView;
  /** Its place in `content`. */
  index: number;
  /** Its kind and its number among its kind, as errors of the refs route name it: `reference image 2`. */
  name: string;
  /** Its name in a prompt, with pictures and clips numbered in one sequence: `image 1`, `clip 2`. */
  promptName: string;
  /** Empty where the reference has none. */
  url: string;
}

const kinds = {
  image_url: { noun: 'reference image', promptNoun: 'image', sequence: 'visible' },
  video_url: { noun: 'reference video', promptNoun: 'clip', sequence: 'visible' },
  audio_url: { noun: 'reference audio', promptNoun: 'audio', sequence: 'audible' },
} as const;

/** The references that the refs route prepares: the first three pictures and clips, in their order. @see service document §4.8 */
export function preparedReferences(parts: readonly PartView[]): NamedReference[] {
  return namedReferences(parts)
    .filter(({ view }) => view.type !== 'audio_url')
    .slice(0, limits.preparedReferences);
}

/** Every reference of a request in order, sounds included. @see service document §2.7, §7.4 */
export function namedReferences(parts: readonly PartView[]): NamedReference[] {
  const counts: Record<string, number> = {};
  const next = (what: string): number => {
    counts[what] = (counts[what] ?? 0) + 1;
    return counts[what];
  };
  return parts.filter(isReference).flatMap((view) => {
    const { index, part, type } = view;
    if (type !== 'image_url' && type !== 'video_url' && type !== 'audio_url') return [];
    const { noun, promptNoun, sequence } = kinds[type];
    const url = ownValue(objectOf(ownValue(part, type)), 'url');
    return [
      {
        view,
        index,
        name: `${noun} ${next(noun)}`,
        promptName: `${promptNoun} ${next(sequence)}`,
        url: typeof url === 'string' ? url : '',
      },
    ];
  });
}

/**
 * What the refs route refuses beside models, ceilings and frames: a request without a picture or clip, links that it can't
 * prepare or pass on, and base64.
 * @see service document §4.8, §7.4
 */
export function preparedReferenceFindings(subject: SubmitSubject): Finding[] {
  if (!requestRoutes[subject.route].preparesReferences || !isPreparedFor(subject)) return [];
  const { parts, path } = subject;
  const prepared = preparedReferences(parts);
  const references = namedReferences(parts).map((reference) => {
    const isPrepared = prepared.some(({ index }) => index === reference.index);
    const why = isPrepared ? preparedLinkObjection(reference.url) : linkObjection(reference.url);
    return { view: reference.view, name: reference.name, why };
  });
  const others = parts
    .filter((view) => !isReference(view) && isBase64(urlOf(view)))
    .map((view) => ({ view, name: path('content', view.index), why: base64Objection }));
  return [
    ...(prepared.length > 0 ? [] : [nothingToPrepare(subject)]),
    ...[...references, ...others].flatMap(({ name, view, why }) =>
      why === undefined || view.type === undefined
        ? []
        : [
            refused(
              'prepared-link',
              path('content', view.index, view.type, 'url'),
              `${name} ${why.what}`,
              why.fix,
            ),
          ],
    ),
  ];
}

function nothingToPrepare({ parts, path, step }: SubmitSubject): Finding {
  const frame = parts.find(({ role }) => role === 'first_frame' || role === 'last_frame');
  const hasSound = parts.some(({ type }) => type === 'audio_url');
  const because =
    frame !== undefined
      ? `; a ${frame.role} is none`
      : step === 'final'
        ? "; a final has its draft's, which are not sent again"
        : hasSound
          ? '; sound alone does not count'
          : '';
  return refused(
    'nothing-to-prepare',
    path('content'),
    `the refs route needs a reference_image or a reference_video${because}`,
    'add one, or send it by the ordinary endpoint /v1/spicy/generations: genctl submit … --route spicy',
  );
}

function urlOf({ part, type }: PartView): string {
  const url = type === undefined ? undefined : ownValue(objectOf(ownValue(part, type)), 'url');
  return typeof url === 'string' ? url : '';
}

function refused(rule: string, where: string, message: string, fix: string): Finding {
  return finding({ rule, where, enforcedBy: 'service', message, fix, section: '§4.8' });
}
