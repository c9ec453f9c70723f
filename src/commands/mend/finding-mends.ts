import { draftModelId, type ReferenceCeilings } from '../../contract/families/index.ts';
import { mediaFieldNames } from '../../contract/media-fields.ts';
import { requestRoutes } from '../../contract/request-route.ts';
import { type MediaRole, mediaRoles } from '../../contract/video-values.ts';
import type { ShownFinding } from '../../errors/preflight-error.ts';
import { objectOf, ownText, ownValue } from '../../rules/json/json-object.ts';
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
type Mend = (finding: ShownFinding, view: RequestView) => readonly RequestChange[] | undefined;

const leaveOut: Mend = ({ where }) => [{ at: placeOf(where) }];

const toNearest: Mend = (finding, { body }) => {
  const at = placeOf(finding.where);
  const to = nearestValue(valueAt(body, at), finding);
  return to === undefined ? undefined : [{ at, to }];
};

const ofNobodyElse: Mend = () => undefined;

/** How each rule is mended, by its name. */
export const findingMends: Readonly<Record<string, Mend>> = {
  // Values of options.
  resolution: toNearest,
  duration: toNearest,
  ratio: toNearest,
  'container-format': toNearest,
  'bitrate-mode': toNearest,
  'reference-task-value': toNearest,
  'option-type': toNearest,
  seed: ({ where }, { body }) => {
    const at = placeOf(where);
    const number = Math.round(Number(valueAt(body, at)));
    return [Number.isSafeInteger(number) ? { at, to: number } : { at }];
  },
  // The envelope.
  'model-shape': () => [{ set: '--model', to: 'ID' }],
  'body-shape': ofNobodyElse,
  'input-shape': flatIntoInput,
  'output-shape': leaveOut,
  'output-count': fewerOutputs,
  'output-format': toNearest,
  'callback-url': ({ where }, { body }) => {
    const url = String(valueAt(body, [where]));
    return [{ at: [where], to: /^http:\/\//i.test(url) ? url.replace(/^http/i, 'https') : 'URL' }];
  },
  'prompt-enhance-value': toNearest,
  'prompt-enhance-length': leaveOut,
  'prompt-enhance-third-party': ({ where }) => [{ at: [where], to: 'basic' }],
  'prompt-enhance-off': leaveOut,
  'prompt-enhance-unsupported': leaveOut,
  'prompt-enhance-clips': ofNobodyElse,
  'unknown-field': leaveOut,
  'field-of-v2': leaveOut,
  'vendor-n': ({ where }, { body }) => {
    const count = valueAt(body, placeOf(where));
    return [{ at: placeOf(where) }, ...countOf(count)];
  },
  'enable-sequential': leaveOut,
  'vendor-parameters': parametersIntoInput,
  // The model and its route.
  'model-not-found': ({ section }) => [
    { set: '--api', to: 'v1' },
    { set: '--route', to: section === '§3' ? 'spicy' : 'images' },
  ],
  'model-not-on-route': toServedRoute,
  'model-not-listed': ({ instead }) => (instead === undefined ? undefined : [{ at: ['model'], to: instead }]),
  // The prompt and its parts.
  'prompt-missing': () => [{ prompt: 'PROMPT' }],
  'prompt-type': intoShape,
  'prompt-shape': intoShape,
  'prompt-blank': () => [{ prompt: 'PROMPT' }],
  'prompt-twice': leaveOut,
  'text-length': ofNobodyElse,
  'content-part': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toNearest(finding, view),
  'media-role': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toNearest(finding, view),
  'reference-number': ofNobodyElse,
  // References.
  'reference-link': anotherLink,
  'reference-base64': ({ where }) =>
    where.includes('image_url') ? [{ set: '--route', to: 'spicy' }] : anotherLinkAt(where),
  'prepared-link': ({ where, message }) =>
    message.includes(' is base64,') ? toOrdinaryRoute() : anotherLinkAt(where),
  'reference-ceiling': fewerReferences,
  'pictures-without-role': ofNobodyElse,
  'audio-alone': () => [{ set: '--ref-image', to: 'URL' }],
  'frames-with-references': (_, view) => partsOut(view, ({ role }) => /_frame$/.test(role ?? '')),
  'frame-twice': ({ where }, view) => {
    const role = ownText(objectOf(valueAt(view.body, placeOf(where).slice(0, -1))), 'role');
    const [, ...others] = view.parts.filter((part) => part.role === role);
    return partsOut(view, (part) => others.includes(part));
  },
  'nothing-to-prepare': toOrdinaryRoute,
  'clip-container': ofNobodyElse,
  'clip-bytes': ofNobodyElse,
  'clip-cut': ofNobodyElse,
  'clip-unreadable': ofNobodyElse,
  'clip-sides': ofNobodyElse,
  'clip-pixels': ofNobodyElse,
  'clip-aspect': ofNobodyElse,
  'clip-frame-rate': ofNobodyElse,
  'clip-seconds': ofNobodyElse,
  'clips-total': ofNobodyElse,
  'picture-cut': ofNobodyElse,
  'picture-unreadable': ofNobodyElse,
  'link-unreachable': ofNobodyElse,
  'link-type': ofNobodyElse,
  'link-bytes': ofNobodyElse,
  'upload-pending': ofNobodyElse,
  'local-file': ofNobodyElse,
  // Drafts and finals.
  'draft-unsupported': ({ where }, view) =>
    valueAt(view.body, placeOf(where)) === true
      ? [{ set: '--model', to: draftModelId }]
      : [{ at: placeOf(where) }],
  'draft-reference': ofNobodyElse,
  'draft-and-final': leaveOut,
  'draft-resent': leaveOut,
  'draft-resolution': (finding, view) =>
    finding.allowed === undefined ? leaveOut(finding, view) : toNearest(finding, view),
  'draft-validity': ({ where }, { body }) => [
    { line: ['rerun', String(valueAt(body, placeOf(where)))] },
  ],
  // Options without effect.
  'last-frame-not-returned': leaveOut,
  'reference-task': leaveOut,
  'reference-task-ignored': leaveOut,
  // The live schema.
  'schema-required': supplied,
  'schema-type': ofSchema,
  'schema-value': ofSchema,
  'schema-unknown-field': ({ instead, where }) =>
    instead === undefined ? [{ at: placeOf(where) }] : [{ at: placeOf(where), name: instead }],
};

/** A body of v1 as v2 has it: with its parameters in `input`. */
function flatIntoInput(_: ShownFinding, { body }: RequestView): readonly RequestChange[] | undefined {
  if (!['content', 'prompt'].some((name) => Object.hasOwn(body, name))) return undefined;
  const { model, output, callback_url, prompt_enhance, ...input } = body;
  const envelope = { output, callback_url, prompt_enhance };
  const given = Object.entries(envelope).filter(([, value]) => value !== undefined);
  return [{ at: [], to: { model, input, ...Object.fromEntries(given) } }];
}

function parametersIntoInput({ where }: ShownFinding, view: RequestView): readonly RequestChange[] {
  const { n, ...parameters } = objectOf(valueAt(view.body, placeOf(where))) ?? {};
  const fields = Object.entries(parameters).map(([name, to]) => ({ at: outerOf([name], view), to }));
  return [{ at: placeOf(where) }, ...fields, ...countOf(n)];
}

function countOf(count: unknown): RequestChange[] {
  return Number.isSafeInteger(count) && Number(count) > 1 ? [{ at: ['output', 'count'], to: count }] : [];
}

/** Of a model that gives one output at a time, several takes are as many jobs. */
function fewerOutputs(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const count = valueAt(view.body, ['output', 'count']);
  const isOne = finding.range?.most === 1 && view.flags.has('--takes') && typedCount(view) !== undefined;
  if (!isOne || view.line.some(({ name }) => name === '--takes')) return toNearest(finding, view);
  return [{ leaveOut: '--count' }, { set: '--takes', to: String(count) }];
}

function toServedRoute(_: ShownFinding, { family, route }: RequestView): readonly RequestChange[] {
  const { command, ordinary } = requestRoutes[route];
  const ofSubmit: RequestChange[] = command === 'submit' ? [] : [{ command: ['submit'] }];
  if (family === undefined) return [...ofSubmit, { set: '--route', to: ordinary }];
  const tasks: readonly string[] = family.tasks;
  const served = tasks.includes(ordinary) ? ordinary : tasks[0];
  if (served !== undefined)
    return [...ofSubmit, { set: '--api', to: 'v1' }, { set: '--route', to: served }];
  return [...ofSubmit, { leaveOut: '--api' }, { leaveOut: '--route' }];
}

function toOrdinaryRoute(): readonly RequestChange[] {
  return [{ command: ['submit'] }, { set: '--route', to: 'spicy' }];
}

/** The words of a prompt in the shape that its family takes. */
function intoShape(_: ShownFinding, view: RequestView): readonly RequestChange[] {
  const [prompt, content] = [outerOf(['prompt'], view), outerOf(['content'], view)];
  const words = wordsOf(view);
  const isTyped = view.line.some(({ name, value }) => name === '--set' && /^(prompt|content)=/.test(value ?? ''));
  if (words === undefined) return [{ at: prompt }, { prompt: 'PROMPT' }];
  if (isTyped) return [{ at: view.family?.promptShape === 'content' ? prompt : content }, { prompt: words }];
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

function anotherLink({ where }: ShownFinding): readonly RequestChange[] {
  return anotherLinkAt(where);
}

function anotherLinkAt(where: string): readonly RequestChange[] {
  return [{ at: placeOf(where), to: 'URL' }];
}

function fewerReferences({ where }: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
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
function partsOut(view: RequestView, isOut: (part: PartView) => boolean): readonly RequestChange[] {
  return view.parts
    .filter(isOut)
    .toReversed()
    .map(({ index }) => ({ at: outerOf(['content', index], view) }));
}

/** What a schema requires, by the flag for it where one is known. */
function supplied({ where }: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const at = placeOf(where);
  const name = at.at(-1);
  if (name === 'prompt' || name === 'content') return [{ prompt: 'PROMPT' }];
  const role = mediaRoles.find((one) => isNamed(one, String(name)));
  if (role !== undefined && at.length === outerOf([''], view).length)
    return [{ set: flagOfRole[role], to: 'URL' }];
  return [{ at, to: 'VALUE' }];
}

function isNamed(role: MediaRole, name: string): boolean {
  return mediaFieldNames[role].some((one) => plainName(one) === plainName(name));
}

/** A value of the right kind where it can be told: the nearest that is taken, or the same as a text or a number. */
function ofSchema(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const nearest = toNearest(finding, view);
  if (nearest !== undefined) return nearest;
  const at = placeOf(finding.where);
  const value = valueAt(view.body, at);
  const types = finding.types ?? [];
  if (types.includes('string') && value !== null && typeof value !== 'object') return [{ at, to: String(value) }];
  if (types.some((type) => type === 'number' || type === 'integer') && typeof value === 'string') {
    const number = Number.parseFloat(value);
    if (Number.isFinite(number)) return [{ at, to: types.includes('number') ? number : Math.round(number) }];
  }
  if (types.includes('array') && !Array.isArray(value)) return [{ at, to: [value] }];
  return [{ at, to: 'VALUE' }];
}

/** Whether a mend of a body is one of its envelope. */
export function hasMend(rule: string): boolean {
  return Object.hasOwn(findingMends, rule);
}

export function mendsOf(finding: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  return ownMend(finding.rule)?.(finding, view);
}

function ownMend(rule: string): Mend | undefined {
  return ownValue(findingMends as Record<string, unknown>, rule) as Mend | undefined;
}
