import { ownValue } from '../../text/json-object.ts';
import type { PartView, SubmitSubject } from '../body/submit-subject.ts';
import type { ReferenceCeilings } from '../families/index.ts';
import { requestRoutes } from '../request-route.ts';
import { type Finding, field, finding, findingsOf, role, told, wholeRequest } from './finding.ts';
import { isPreparedFor } from './model.ts';

const { generator, advice } = findingsOf('§2.7');

/** The kinds that have a ceiling. A clip or a sound without a role counts too, since it can have only one role. */
const kinds = [
  { ceiling: 'images', noun: 'reference images', isOne: isReferenceImage },
  { ceiling: 'videos', noun: 'reference videos', isOne: isVideo },
  { ceiling: 'audio', noun: 'reference audio clips', isOne: isAudio },
] as const satisfies {
  ceiling: keyof ReferenceCeilings;
  noun: string;
  isOne: (view: PartView) => boolean;
}[];

/** Tells whether a part is reference media, rather than words or a frame. */
export function isReference(view: PartView): boolean {
  return kinds.some(({ isOne }) => isOne(view));
}

/** Tells whether a part is a picture that the clip begins or ends with. */
export function isFrame({ role }: Pick<PartView, 'role'>): boolean {
  return role === 'first_frame' || role === 'last_frame';
}

/** Reference media in a number or mix that the model line does not take. @see service document §2.7 */
export function referenceFindings(subject: SubmitSubject): Finding[] {
  if (subject.family?.promptShape !== 'content') return [];
  return [
    ...ceilingFindings(subject),
    ...rolelessFindings(subject),
    ...audioAloneFindings(subject),
    ...frameFindings(subject),
    ...repeatedFrameFindings(subject),
  ];
}

/** The generator enforces the ceilings; on the refs route the service does, before it prepares anything. §4.8 */
function ceilingFindings({ family, parts, path, route }: SubmitSubject): Finding[] {
  const ceilings = family?.references;
  if (ceilings === undefined) return [];
  return kinds.flatMap(({ ceiling, noun, isOne }) => {
    const found = parts.filter(isOne);
    const most = ceilings[ceiling];
    const firstTooMany = found[most];
    if (firstTooMany === undefined) return [];
    return [
      finding({
        rule: 'reference-ceiling',
        where: path('content', firstTooMany.index),
        enforcedBy: requestRoutes[route].preparesReferences ? 'service' : 'generator',
        message: told`${wholeRequest(path('content'))} has ${found.length} ${noun}; ${family?.name} takes up to ${most}`,
        fix: `remove ${found.length - most} of the ${noun}`,
        section: '§2.7',
      }),
    ];
  });
}

/** The document does not say whether a picture without a role counts as a reference. If it does, there may be too many. */
function rolelessFindings({ family, parts, path }: SubmitSubject): Finding[] {
  const most = family?.references?.images;
  const counted = parts.filter(isReferenceImage);
  const pictures = parts.filter((view) => isReferenceImage(view) || isRoleless(view));
  const firstTooMany = pictures[most ?? Number.POSITIVE_INFINITY];
  // `ceilingFindings` reports references that alone are too many.
  if (most === undefined || firstTooMany === undefined || counted.length > most) return [];
  return [
    advice(
      'pictures-without-role',
      path('content', firstTooMany.index),
      told`${wholeRequest(path('content'))} has ${pictures.length} pictures that may be references, ${pictures.length - counted.length} of them without a role; ${family?.name} takes up to ${most} reference images`,
      'give each picture its role, or remove some',
    ),
  ];
}

function audioAloneFindings({ family, parts, path, route }: SubmitSubject): Finding[] {
  // The refs route refuses every request without a picture or clip, which reference-link.ts reports.
  if (requestRoutes[route].preparesReferences) return [];
  const sound = parts.find(isAudio);
  if (sound === undefined || family?.references?.audioAlone !== false) return [];
  if (parts.some(({ type }) => type === 'image_url' || type === 'video_url')) return [];
  return [
    generator(
      'audio-alone',
      path('content', sound.index),
      `reference audio comes without a picture or a clip; ${family.name} does not take it alone`,
      told`add a picture or a clip to ${wholeRequest(path('content'))}, or remove the sound`,
    ),
  ];
}

/** The refs route refuses frames beside references. The document says nothing of other routes, so there it is a warning. §4.8 */
function frameFindings({ family, parts, path, route }: SubmitSubject): Finding[] {
  const frame = parts.find(isFrame);
  if (frame === undefined || !parts.some(isReference)) return [];
  const { ordinary, preparesReferences } = requestRoutes[route];
  if (preparesReferences && !isPreparedFor({ family })) return [];
  return [
    finding({
      rule: 'frames-with-references',
      where: path('content', frame.index, 'role'),
      enforcedBy: preparesReferences ? 'service' : 'advice',
      message: told`a ${role(frame.role ?? '')} is given beside references; the refs route refuses that${preparesReferences ? '' : ', and the generator may'}`,
      fix: `keep the frames or the references${preparesReferences ? `; with frames: genctl submit … --route ${ordinary}` : ''}`,
      section: '§4.8',
    }),
  ];
}

/** A clip begins and ends once. The document does not say which of two first or last frames is used. */
function repeatedFrameFindings({ parts, path }: SubmitSubject): Finding[] {
  return (['first_frame', 'last_frame'] as const).flatMap((frame) => {
    const frames = parts.filter(({ role, type }) => type === 'image_url' && role === frame);
    const second = frames[1];
    if (second === undefined) return [];
    return [
      advice(
        'frame-twice',
        path('content', second.index, 'role'),
        told`${wholeRequest(path('content'))} has ${frames.length} ${role(frame)} pictures; a clip has 1`,
        told`remove ${frames.length - 1} of them, or make them ${role('reference_image')}`,
      ),
    ];
  });
}

function isRoleless({ part, type }: PartView): boolean {
  return type === 'image_url' && part !== undefined && !Object.hasOwn(part, 'role');
}

function isReferenceImage({ type, role }: PartView): boolean {
  return type === 'image_url' && role === 'reference_image';
}

function isVideo({ type }: PartView): boolean {
  return type === 'video_url';
}

function isAudio({ type }: PartView): boolean {
  return type === 'audio_url';
}

/** Matches `image 2` and `clip 12`, but not `image 16:9` or `clip 5 s`, which name no position. */
const position =
  /\b(image|clip) ?#?(\d{1,2})\b(?![:%×]|[.,]\d| ?(?:s|secs?|seconds?|minutes?|fps|frames?|px|pixels?|percent|mm|x)\b)/gi;

/**
 * A prompt that names a picture or clip by a number that no reference has. In a request without references such words may mean
 * anything, so they get no finding.
 * @see service document §2.7, reference clip requirements
 */
export function referenceNumberFindings({ family, parts, path, step }: SubmitSubject): Finding[] {
  if (family?.promptShape !== 'content' || step === 'final') return [];
  const count = parts.filter(isNumbered).length;
  if (count === 0) return [];
  return parts.flatMap(({ index, part, type }) => {
    const text = type === 'text' ? ownValue(part, 'text') : undefined;
    const names = typeof text === 'string' ? namesBeyond(text, count) : [];
    if (names.length === 0) return [];
    const where = path('content', index, 'text');
    return [
      finding({
        rule: 'reference-number',
        where,
        enforcedBy: 'advice',
        message: told`${field(where)} names ${names.join(', ')}; there ${count === 1 ? 'is 1 picture or clip' : `are ${count} pictures and clips`} to name`,
        fix: `name ${count === 1 ? 'it by 1' : `them by 1 to ${count}`}, in their order, or add what is missing`,
        section: '§2.7',
      }),
    ];
  });
}

function namesBeyond(text: string, count: number): string[] {
  const names = [...text.matchAll(position)]
    .filter(([, , number]) => Number(number) < 1 || Number(number) > count)
    .map(([, word, number]) => `${word?.toLowerCase()} ${Number(number)}`);
  return [...new Set(names)];
}

/** Pictures and clips share one sequence of numbers. A picture without a role may be in it, a frame is not. */
function isNumbered(view: PartView): boolean {
  const { role, type } = view;
  if (type === 'image_url') return role === undefined || isReference(view);
  return type === 'video_url';
}
