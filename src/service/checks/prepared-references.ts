import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { PartView, SubmitSubject } from '../body/submit-subject.ts';
import { limits } from '../limits.ts';
import { requestRoutes } from '../request-route.ts';
import { type Finding, field, findingsOf, role, told } from './finding.ts';
import { isPreparedFor } from './model.ts';
import type { Mention } from './preflight-error.ts';
import { base64Objection, isBase64, linkObjection, preparedLinkObjection } from './reference-link.ts';
import { isFrame, isReference } from './references.ts';

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
