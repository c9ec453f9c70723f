import type { TypedLine } from '../../cli/typed-line.ts';
import { valueAt } from '../../schema/json/json-place.ts';
import { ceilingOfType, isFrameRole } from '../../service/body/media-part.ts';
import { isModelSlip } from '../../service/body/nearest-model.ts';
import type { PartView } from '../../service/body/submit-subject.ts';
import type { ShownFinding } from '../../service/checks/preflight-error.ts';
import { isBase64 } from '../../service/checks/reference-link.ts';
import type { ReferenceCeilings } from '../../service/families/index.ts';
import { inputOptions } from '../../service/options.ts';
import { requestRoutes } from '../../service/request-route.ts';
import { flagOfRole } from '../../service/request-words.ts';
import { mediaFieldNames } from '../../service/wire/media-fields.ts';
import { type MediaRole, mediaRoles } from '../../service/wire-values.ts';
import { gaps } from '../../text/gaps.ts';
import { objectOf, ownText } from '../../text/json-object.ts';
import { plainName } from '../../text/nearest-name.ts';
import { type RequestChange, withRequestChange } from './place-change.ts';
import { outerOf, partOfFlag, placeOf, type RequestView } from './request-view.ts';
import { valueInstead } from './value-instead.ts';

/**
 * The changes that mend a finding; undefined where only the person knows what is meant. A word in capitals is to be filled in.
 */
type Mend = (finding: ShownFinding, view: RequestView) => readonly RequestChange[] | undefined;

/** Writes another value in its place (`value-instead.ts`). */
const toAnother: Mend = (finding, view) => {
  const to = valueInstead(finding, view);
  return to === undefined ? undefined : [{ at: placeOf(finding.where), to }];
};

/** Writes another value, or a gap. */
const ofSchema: Mend = (finding, view) =>
  toAnother(finding, view) ?? [{ at: placeOf(finding.where), to: gaps.value }];

const leaveOut: Mend = ({ where }) => [{ at: placeOf(where) }];

const toAnotherOrOut: Mend = (finding, view) =>
  finding.allowed === undefined ? leaveOut(finding, view) : toAnother(finding, view);

/** How the rules are mended, by their names. Others are for a person to mend, or no line can. */
const findingMends: Readonly<Record<string, Mend>> = {
  // Values of options, and options without effect.
  ...Object.fromEntries(
    [...inputOptions.values()].flatMap(({ ignored, rule }) => [
      [rule, toAnother],
      ...(ignored === undefined ? [] : [[ignored.rule, leaveOut]]),
    ]),
  ),
  'last-frame-not-returned': leaveOut,
  'reference-task': leaveOut,
  // The envelope.
  'model-shape': () => [{ set: '--model', to: gaps.id }],
  'output-shape': leaveOut,
  'output-format': toAnother,
  'prompt-enhance-value': toAnother,
  'prompt-enhance-length': leaveOut,
  'prompt-enhance-off': leaveOut,
  'prompt-enhance-unsupported': leaveOut,
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
  'model-not-listed': toSlippedModel,
  // The prompt and its parts.
  'prompt-missing': () => [{ prompt: gaps.prompt }],
  'prompt-blank': () => [{ prompt: gaps.prompt }],
  'prompt-twice': leaveOut,
  'content-part': toAnotherOrOut,
  'media-role': toAnotherOrOut,
  // References.
  'reference-link': anotherLink,
  'reference-base64': ({ where }) =>
    where.includes('image_url') ? [{ set: '--route', to: 'spicy' }] : anotherLink({ where }),
  'prepared-link': ({ where }, { body }) => {
    const link = valueAt(body, placeOf(where));
    return typeof link === 'string' && isBase64(link) ? toOrdinaryRoute() : anotherLink({ where });
  },
  'reference-ceiling': fewerReferences,
  'audio-alone': () => [{ set: '--ref-image', to: gaps.link }],
  'frames-with-references': (_, view) => partsOut(view, isFrame),
  'frame-twice': ({ where }, view) => {
    const role = ownText(objectOf(valueAt(view.body, placeOf(where).slice(0, -1))), 'role');
    const [, ...others] = view.parts.filter((part) => part.role === role);
    return partsOut(view, (part) => others.includes(part));
  },
  // A frame goes beside no reference, and a final has its draft's.
  'nothing-to-prepare': (_, { parts }) =>
    parts.some((part) => isFrame(part) || part.type === 'draft_task')
      ? toOrdinaryRoute()
      : [{ set: '--ref-image', to: gaps.file }],
  // Drafts and finals.
  'draft-and-final': leaveOut,
  'draft-resent': leaveOut,
  'draft-resolution': toAnotherOrOut,
  // The live schema.
  'schema-required': supplied,
  'schema-type': ofSchema,
  'schema-value': ofSchema,
  'schema-unknown-field': ({ instead, where }) =>
    instead === undefined ? [{ at: placeOf(where) }] : [{ at: placeOf(where), name: instead }],
};

/**
 * The line with a finding mended; undefined where no line says that. `run/mend/mend-preflight.ts` asks for it; its changes are found
 * here by the finding's rule, and `place-change.ts` writes each of them on the line.
 */
export function mendedBy(finding: ShownFinding, line: TypedLine, view: RequestView): TypedLine | undefined {
  const mend = Object.hasOwn(findingMends, finding.rule) ? findingMends[finding.rule] : undefined;
  return mend?.(finding, view)?.reduce<TypedLine | undefined>(
    (changed, change) => (changed === undefined ? undefined : withRequestChange(changed, change, view)),
    line,
  );
}

function parametersIntoInput({ where }: ShownFinding, view: RequestView): readonly RequestChange[] {
  const { n, ...parameters } = objectOf(valueAt(view.body, placeOf(where))) ?? {};
  const fields = Object.entries(parameters).map(([name, to]) => ({ at: outerOf([name], view), to }));
  return [{ at: placeOf(where) }, ...fields, ...countOf(n)];
}

function countOf(count: unknown): RequestChange[] {
  return Number.isSafeInteger(count) && Number(count) > 1 ? [{ at: ['output', 'count'], to: count }] : [];
}

function toServedRoute(_: ShownFinding, { family, route }: RequestView): readonly RequestChange[] {
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

/** The model of which the typed id is a slip. Where the line does not say it, another place has to be changed. */
function toSlippedModel(
  { instead }: ShownFinding,
  { line }: RequestView,
): readonly RequestChange[] | undefined {
  const typed = partOfFlag(line, '--model')?.value;
  if (typed === undefined || instead === undefined || !isModelSlip(typed, instead)) return undefined;
  return [{ set: '--model', to: instead }];
}

function toOrdinaryRoute(): readonly RequestChange[] {
  return [{ command: ['submit'] }, { set: '--route', to: 'spicy' }];
}

function anotherLink({ where }: Pick<ShownFinding, 'where'>): readonly RequestChange[] {
  return [{ at: placeOf(where), to: gaps.link }];
}

function fewerReferences({ where }: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
  const type = ownText(objectOf(valueAt(view.body, placeOf(where))), 'type') ?? '';
  const ceiling = ownText(ceilingOfType, type) as keyof ReferenceCeilings | undefined;
  const most = ceiling === undefined ? undefined : view.family?.references?.[ceiling];
  if (typeof most !== 'number') return undefined;
  const counted = view.parts.filter((part) => part.type === type && !isFrame(part));
  return partsOut(view, (part) => counted.indexOf(part) >= most);
}

const isFrame = ({ role }: PartView): boolean => isFrameRole(role);

/** Leaves out parts of the content list, the last first: those before it keep their places. */
function partsOut(view: RequestView, isOut: (part: PartView) => boolean): readonly RequestChange[] {
  return view.parts
    .filter(isOut)
    .toReversed()
    .map(({ index }) => ({ at: outerOf(['content', index], view) }));
}

/** A value that a schema requires, by the flag for it where one is known. */
function supplied({ where }: ShownFinding, view: RequestView): readonly RequestChange[] | undefined {
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
