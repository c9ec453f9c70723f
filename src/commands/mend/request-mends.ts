import type { ReferenceCeilings } from '../../contract/families/index.ts';
import { mediaFieldNames } from '../../contract/media-fields.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { type MediaRole, mediaRoles } from '../../contract/video-values.ts';
import type { ShownFinding } from '../../errors/preflight-error.ts';
import { gaps } from '../../rules/gaps.ts';
import { objectOf, ownText } from '../../rules/json/json-object.ts';
import { valueAt } from '../../rules/json/json-place.ts';
import { plainName } from '../../rules/nearest-name.ts';
import { flagOfRole } from '../../rules/request/flags/flag-names.ts';
import { nearestValue } from '../../rules/request/nearest-value.ts';
import type { PartView } from '../../rules/request/submit-subject.ts';
import type { RequestChange } from './place-change.ts';
import { outerOf, placeOf, type RequestView, typedCount } from './request-view.ts';

/**
 * The changes that mend a finding; undefined where only the person knows what is meant. A word in capitals is to be filled in.
 */
export type Mend = (finding: ShownFinding, view: RequestView) => readonly RequestChange[] | undefined;

export const toNearest: Mend = (finding, { body }) => {
  const at = placeOf(finding.where);
  const to = nearestValue(valueAt(body, at), finding);
  return to === undefined ? undefined : [{ at, to }];
};

/** A body of v1 as v2 has it: with its parameters in `input`. */
export function flatIntoInput(_: ShownFinding, { body }: RequestView): readonly RequestChange[] | undefined {
  if (!['content', 'prompt'].some((name) => Object.hasOwn(body, name))) return undefined;
  const { model, output, callback_url, prompt_enhance, ...input } = body;
  const envelope = { output, callback_url, prompt_enhance };
  const given = Object.entries(envelope).filter(([, value]) => value !== undefined);
  return [{ at: [], to: { model, input, ...Object.fromEntries(given) } }];
}

export function parametersIntoInput({ where }: ShownFinding, view: RequestView): readonly RequestChange[] {
  const { n, ...parameters } = objectOf(valueAt(view.body, placeOf(where))) ?? {};
  const fields = Object.entries(parameters).map(([name, to]) => ({ at: outerOf([name], view), to }));
  return [{ at: placeOf(where) }, ...fields, ...countOf(n)];
}

export function countOf(count: unknown): RequestChange[] {
  return Number.isSafeInteger(count) && Number(count) > 1 ? [{ at: ['output', 'count'], to: count }] : [];
}

/** Of a model that gives one output at a time, several takes are as many jobs. */
export function fewerOutputs(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const count = valueAt(view.body, ['output', 'count']);
  const isOne = finding.range?.most === 1 && view.flags.has('--takes') && typedCount(view) !== undefined;
  if (!isOne || view.line.some(({ name }) => name === '--takes')) return toNearest(finding, view);
  return [{ leaveOut: '--count' }, { set: '--takes', to: String(count) }];
}

export function toServedRoute(_: ShownFinding, { family, route }: RequestView): readonly RequestChange[] {
  const { command, ordinary } = requestRoutes[route];
  const ofSubmit: RequestChange[] = command === 'submit' ? [] : [{ command: ['submit'] }];
  if (family === undefined) return [...ofSubmit, { set: '--route', to: ordinary }];
  const tasks: readonly string[] = family.tasks;
  const served = tasks.includes(ordinary) ? ordinary : tasks[0];
  if (served !== undefined) return [...ofSubmit, { set: '--api', to: 'v1' }, { set: '--route', to: served }];
  return [...ofSubmit, { leaveOut: '--api' }, { leaveOut: '--route' }];
}

export function toOrdinaryRoute(): readonly RequestChange[] {
  return [{ command: ['submit'] }, { set: '--route', to: 'spicy' }];
}

/** The words of a prompt in the shape that its family takes. */
export function intoShape(_: ShownFinding, view: RequestView): readonly RequestChange[] {
  const [prompt, content] = [outerOf(['prompt'], view), outerOf(['content'], view)];
  const words = wordsOf(view);
  const isTyped = view.line.some(
    ({ name, value }) => name === '--set' && /^(prompt|content)=/.test(value ?? ''),
  );
  if (words === undefined) return [{ at: prompt }, { prompt: gaps.prompt }];
  if (isTyped) {
    const typed = view.line.some(
      ({ name, value }) => name === '--set' && value?.startsWith('prompt=') === true,
    );
    return [{ at: typed ? prompt : content }, { prompt: words }];
  }
  return view.family?.promptShape === 'content'
    ? [{ at: prompt }, { at: content, to: [{ type: 'text', text: words }] }]
    : [{ at: content }, { at: prompt, to: words }];
}

function wordsOf(view: RequestView): string | undefined {
  const prompt = valueAt(view.body, outerOf(['prompt'], view));
  const content = valueAt(view.body, outerOf(['content'], view));
  const texts = view.parts.flatMap(({ part }) => ownText(part, 'text') ?? []);
  const found = [prompt, content].find((one): one is string => typeof one === 'string' && one.trim() !== '');
  return found ?? (texts.length > 0 ? texts.join(' ') : undefined);
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

/** A value of the right kind where it can be told: the nearest that is taken, or the same as a text or a number. */
export function ofSchema(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const nearest = toNearest(finding, view);
  if (nearest !== undefined) return nearest;
  const at = placeOf(finding.where);
  const value = valueAt(view.body, at);
  const types = finding.types ?? [];
  if (types.includes('string') && value !== null && typeof value !== 'object')
    return [{ at, to: String(value) }];
  if (types.some((type) => type === 'number' || type === 'integer') && typeof value === 'string') {
    const number = Number.parseFloat(value);
    if (Number.isFinite(number)) return [{ at, to: types.includes('number') ? number : Math.round(number) }];
  }
  if (types.includes('array') && !Array.isArray(value)) return [{ at, to: [value] }];
  return [{ at, to: gaps.value }];
}
