import { valueAt } from '../../schema/json/json-place.ts';
import type { PartView } from '../../service/body/submit-subject.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import type { ReferenceCeilings } from '../../service/families/index.ts';
import { flagOfRole, isFlagNumber } from '../../service/flag-names.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { type MediaRole, mediaRoles } from '../../service/video-values.ts';
import { mediaFieldNames } from '../../service/wire/media-fields.ts';
import { gaps } from '../../text/gaps.ts';
import { objectOf, ownText } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import { meantValue } from '../rules/meant-value.ts';
import type { RequestChange } from './place-change.ts';
import { outerOf, placeOf, type RequestView } from './request-view.ts';

/**
 * The changes that mend a finding; undefined where only the person knows what is meant. A word in capitals is to be filled in.
 */
export type Mend = (finding: ShownFinding, view: RequestView) => readonly RequestChange[] | undefined;

/** The same value in another spelling, or what the model does by itself. */
export const toMeant: Mend = (finding, { body }) => {
  const at = placeOf(finding.where);
  const to = meantValue(valueAt(body, at), finding);
  return to === undefined ? undefined : [{ at, to }];
};

export function parametersIntoInput({ where }: ShownFinding, view: RequestView): readonly RequestChange[] {
  const { n, ...parameters } = objectOf(valueAt(view.body, placeOf(where))) ?? {};
  const fields = Object.entries(parameters).map(([name, to]) => ({ at: outerOf([name], view), to }));
  return [{ at: placeOf(where) }, ...fields, ...countOf(n)];
}

export function countOf(count: unknown): RequestChange[] {
  return Number.isSafeInteger(count) && Number(count) > 1 ? [{ at: ['output', 'count'], to: count }] : [];
}

export function toServedRoute(_: ShownFinding, { family, route }: RequestView): readonly RequestChange[] {
  const { command, ordinary } = requestRoutes[route];
  // Images alone are answered at once.
  const ofSubmit: RequestChange[] =
    command === 'submit' ? [{ leaveOut: '--sync' }] : [{ command: ['submit'] }];
  if (family === undefined) return [...ofSubmit, { set: '--route', to: ordinary }];
  const tasks: readonly string[] = family.tasks;
  const served = tasks.includes(ordinary) ? ordinary : tasks[0];
  if (served !== undefined) return [...ofSubmit, { set: '--api', to: 'v1' }, { set: '--route', to: served }];
  return [...ofSubmit, { leaveOut: '--api' }, { leaveOut: '--route' }];
}

export function toOrdinaryRoute(): readonly RequestChange[] {
  return [{ command: ['submit'] }, { set: '--route', to: 'spicy' }];
}

export function anotherLink({ where }: ShownFinding): readonly RequestChange[] {
  return anotherLinkAt(where);
}

export function anotherLinkAt(where: string): readonly RequestChange[] {
  return [{ at: placeOf(where), to: gaps.link }];
}

export function fewerReferences(
  { where }: ShownFinding,
  view: RequestView,
): readonly RequestChange[] | undefined {
  const type = ownText(objectOf(valueAt(view.body, placeOf(where))), 'type');
  const kind = ceilings.find((one) => one.type === type);
  const most = kind === undefined ? undefined : view.family?.references?.[kind.ceiling];
  if (kind === undefined || most === undefined) return undefined;
  const counted = view.parts.filter((part) => part.type === type && !/_frame$/.test(part.role ?? ''));
  return partsOut(view, (part) => counted.indexOf(part) >= most);
}

const ceilings = [
  { type: 'image_url', ceiling: 'images' },
  { type: 'video_url', ceiling: 'videos' },
  { type: 'audio_url', ceiling: 'audio' },
] as const satisfies { type: string; ceiling: keyof ReferenceCeilings }[];

/** Leaves out parts of the content list, the last first: those before it keep their places. */
export function partsOut(view: RequestView, isOut: (part: PartView) => boolean): readonly RequestChange[] {
  return view.parts
    .filter(isOut)
    .toReversed()
    .map(({ index }) => ({ at: outerOf(['content', index], view) }));
}

/** What a schema requires, by the flag for it where one is known. */
export function supplied({ where }: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const at = placeOf(where);
  const name = at.at(-1);
  if (name === 'prompt' || name === 'content') return [{ prompt: gaps.prompt }];
  const role = mediaRoles.find((one) => isNamed(one, String(name)));
  if (role !== undefined && at.length === outerOf([''], view).length)
    return [{ set: flagOfRole[role], to: gaps.link }];
  return [{ at, to: gaps.value }];
}

function isNamed(role: MediaRole, name: string): boolean {
  return mediaFieldNames[role].some((one) => plainName(one) === plainName(name));
}

/** The same value as a text, a number or a list where one of these is taken; else what the model does by itself, or a gap. */
export function ofSchema(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const meant = toMeant(finding, view);
  if (meant !== undefined) return meant;
  const at = placeOf(finding.where);
  const value = valueAt(view.body, at);
  const types = finding.types ?? [];
  if (types.includes('string') && value !== null && typeof value !== 'object')
    return [{ at, to: String(value) }];
  if (types.includes('number') && typeof value === 'string' && isFlagNumber(value))
    return [{ at, to: Number(value) }];
  if (types.includes('array') && !Array.isArray(value)) return [{ at, to: [value] }];
  return [{ at, to: gaps.value }];
}
