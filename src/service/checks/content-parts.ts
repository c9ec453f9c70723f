import { objectOf, ownValue } from '../../text/json-object.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import type { BodyPath, PartView, SubmitSubject } from '../body/submit-subject.ts';
import { type RequestRoute, requestRoutes } from '../request-route.ts';
import type { ContentPartType } from '../wire/video-input-description.ts';
import { audioRoles, imageRoles, videoRoles } from '../wire-values.ts';
import { type Finding, field, finding, findingsOf, flag, told } from './finding.ts';
import { isBase64, schemeObjection } from './reference-link.ts';
import { isReference } from './references.ts';

const { generator, advice } = findingsOf('§2.7');

interface PartForm {
  /** The field that must hold a string. */
  field: 'text' | 'url' | 'id';
  roles: readonly string[];
}

/** The parts of a `content` list. @see service document §2.7 */
const forms = {
  text: { field: 'text', roles: [] },
  image_url: { field: 'url', roles: imageRoles },
  video_url: { field: 'url', roles: videoRoles },
  audio_url: { field: 'url', roles: audioRoles },
  draft_task: { field: 'id', roles: [] },
} as const satisfies Record<ContentPartType, PartForm>;

/** Parts that the generator cannot read, for families whose input is a list of parts. @see service document §2.7 */
export function contentPartFindings(subject: SubmitSubject): Finding[] {
  const { family, parts } = subject;
  return family?.promptShape === 'content' ? parts.flatMap((view) => partFindings(view, subject)) : [];
}

function partFindings(view: PartView, { path, route }: SubmitSubject): Finding[] {
  const { index, part, type } = view;
  if (part === undefined) {
    const where = path('content', index);
    return [
      generator(
        'content-part',
        where,
        told`${field(where)} is not an object`,
        'make it an object with a type',
      ),
    ];
  }
  if (type === undefined || !isPartType(type)) {
    const names = anyOfWords(Object.keys(forms));
    const where = path('content', index, 'type');
    const message = told`${field(where)} is ${shownValue(ownValue(part, 'type'))}; a part is ${names}`;
    return [
      { ...generator('content-part', where, message, `set type to ${names}`), allowed: Object.keys(forms) },
    ];
  }
  // On the refs route, reference-link.ts judges the links of references.
  const linkIsJudged = requestRoutes[route].preparesReferences && isReference(view);
  return [
    ...(linkIsJudged ? [] : valueFindings({ index, part, type }, path, route)),
    ...roleFindings(view, forms[type], path),
  ];
}

function valueFindings(
  { index, part, type }: { index: number; part: Record<string, unknown>; type: ContentPartType },
  pathOf: BodyPath,
  route: RequestRoute,
): Finding[] {
  const form: PartForm = forms[type];
  // Words stand in the part itself, all else in a member that is named like the part's type.
  const isText = type === 'text';
  const path = isText ? [index, form.field] : [index, type, form.field];
  const value = ownValue(isText ? part : objectOf(ownValue(part, type)), form.field);
  if (typeof value !== 'string' || (!isText && value === '')) {
    // draft.ts reports this: the service refuses an unusable draft reference at submit (§3, §7.2).
    if (type === 'draft_task') return [];
    const where = pathOf('content', ...path);
    const message = told`${field(where)} is ${shownValue(value)}; it must be a string`;
    return [generator('content-part', where, message, told`set ${field(where)} to a string`)];
  }
  if (form.field !== 'url') return [];
  const where = pathOf('content', ...path);
  return isBase64(value) ? base64Findings(where, type, route) : linkFindings(where, value);
}

/** The document says that the spicy route takes pictures as base64, and nothing of other media or of the other v1 routes. */
function base64Findings(where: string, type: ContentPartType, route: RequestRoute): Finding[] {
  // On v2 nothing is known against it. The refs route refuses it, which reference-link.ts reports.
  const { isPassThrough, preparesReferences, takesInlinePictures } = requestRoutes[route];
  const isPicture = type === 'image_url';
  if (!isPassThrough || preparesReferences || (takesInlinePictures && isPicture)) return [];
  return [
    finding({
      rule: 'reference-base64',
      where,
      enforcedBy: 'advice',
      message: told`${field(where)} is base64, which v1 takes for pictures on the route spicy only, as far as is known`,
      fix: told`set ${field(where)} to an https URL${isPicture ? told`, or send it by ${flag('--route')} spicy` : ''}`,
      section: '§4.7',
    }),
  ];
}

/** The document does not say which links a reference may have, but a path on this machine is surely out of the generator's reach. */
function linkFindings(where: string, url: string): Finding[] {
  const objection = schemeObjection(url);
  if (objection === undefined && /^[a-z][a-z0-9+.-]+:/i.test(url)) return [];
  const what = objection?.what ?? 'is not an absolute URL; the generator cannot fetch it';
  return [
    advice('reference-link', where, told`${field(where)} ${what}`, told`set ${field(where)} to an https URL`),
  ];
}

function roleFindings({ index, part, role, type }: PartView, form: PartForm, path: BodyPath): Finding[] {
  if (part === undefined || !Object.hasOwn(part, 'role')) return [];
  if (form.roles.some((known) => known === role)) return [];
  const where = path('content', index, 'role');
  const takes = form.roles.length === 0 ? 'has no role' : `takes ${anyOfWords(form.roles)}`;
  const message = told`${field(where)} is ${shownValue(ownValue(part, 'role'))}; a part of type ${type} ${takes}`;
  return form.roles.length === 0
    ? [advice('media-role', where, message, told`remove ${field(where)}`)]
    : [
        {
          ...generator('media-role', where, message, told`set ${field(where)} to ${anyOfWords(form.roles)}`),
          allowed: form.roles,
        },
      ];
}

function isPartType(type: string): type is ContentPartType {
  return Object.hasOwn(forms, type);
}
