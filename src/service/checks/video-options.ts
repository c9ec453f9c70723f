import type { ValueRange } from '../../errors/cli-error.ts';
import { hasField, type SchemaField, schemaField } from '../../schema/input-field.ts';
import { numberRange } from '../../schema/limits.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import { ownValue } from '../../text/json-object.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import { isRead, type VideoOptionTable, wordsTaken } from '../families/family.ts';
import { documentedValues, inputOptions, optionRow, optionsThat } from '../options.ts';
import { requestRoutes } from '../request-route.ts';
import { containerFormats, spelledTier } from '../wire-values.ts';
import {
  type EnforcedBy,
  type Finding,
  field,
  finding,
  flag,
  role,
  switchedOn,
  told,
  wholeRequest,
} from './finding.ts';
import { isReference } from './references.ts';

/** Why the value of one option is wrong, and who refuses it. */
interface Objection {
  enforcedBy: EnforcedBy;
  /** Completes `duration is 31; the 2.5 tier …`. */
  takes: string;
  /** Completes `set duration to …`. */
  set: string;
  allowed?: readonly unknown[] | undefined;
  range?: ValueRange | undefined;
}

type OptionCheck = (
  value: unknown,
  table: VideoOptionTable,
  step: SubmitSubject['step'],
) => Objection | undefined;

/** The options with a rule of their own beside their values. `draft.ts` reports `draft` on a model without drafts. */
const ownChecks: Readonly<Record<string, OptionCheck>> = {
  resolution: checkResolution,
  duration: checkDuration,
  output_format: checkContainerFormat,
};

/** The objection to the value of an option, by its row in `options.ts`. */
function objectionTo(
  name: string,
  value: unknown,
  table: VideoOptionTable,
  step?: SubmitSubject['step'],
): Objection | undefined {
  if (!isRead(name, table)) return undefined;
  const ownCheck = ownChecks[name];
  if (ownCheck !== undefined) return ownCheck(value, table, step);
  const takes = inputOptions.get(name)?.takes;
  if (takes === 'whole number') return Number.isInteger(value) ? undefined : objection(table, `a ${takes}`);
  if (takes !== 'true or false') return listed(name, value, table);
  return typeof value === 'boolean' ? undefined : { ...objection(table, takes), allowed: [true, false] };
}

/**
 * Option values outside the family's table. A family without a table gets no findings. `preflight.ts` decides which of these
 * findings a live schema overrules. `request/mends/value-instead.ts` has the value that is suggested.
 * @see service document §2.7
 */
export function videoOptionFindings({ entry, family, input, path, step }: SubmitSubject): Finding[] {
  const table: VideoOptionTable | undefined = family?.options;
  if (family === undefined || table === undefined) return [];
  return [...inputOptions].flatMap(([name, { rule }]) => {
    if (!Object.hasOwn(input, name)) return [];
    const value = ownValue(input, name);
    const wrong = objectionTo(name, value, table, step);
    if (wrong === undefined) return [];
    const live = liveTakes(name, value, entry, table);
    const takes =
      live === undefined
        ? `${family.name} takes ${wrong.takes}`
        : `the model's live schema takes ${live.takes}`;
    const option = field(path(name), name);
    return [
      finding({
        rule,
        where: option.of,
        enforcedBy: wrong.enforcedBy,
        message: told`${option} is ${shownOption(name, value)}; ${takes}`,
        fix: told`set ${option} to ${live?.takes ?? wrong.set}`,
        section: '§2.7',
        allowed: (live ?? wrong).allowed,
        range: (live ?? wrong).range,
      }),
    ];
  });
}

/** The problem that a live schema has with this value, if it takes more than the document's table shows; else undefined. §9.5 */
function liveTakes(
  name: string,
  value: unknown,
  entry: SubmitSubject['entry'],
  table: VideoOptionTable,
): SchemaProblem | undefined {
  const field = entry?.inputSchema === undefined ? undefined : schemaField(entry.inputSchema, name);
  if (field === undefined || !isWider(name, field, table)) return undefined;
  return field.problem(value);
}

function isWider(name: string, { listed, nodes }: SchemaField, table: VideoOptionTable): boolean {
  if (listed.some((one) => objectionTo(name, one, table) !== undefined)) return true;
  const most = nodes.flatMap((node) => numberRange(node).most ?? []);
  return name === 'duration' && most.some((end) => end > table.duration.most);
}

/** Checks the resolution of an ordinary job. A draft or a final takes a single value, which `draft.ts` checks. */
function checkResolution(
  value: unknown,
  { resolution: resolutions, unlisted }: VideoOptionTable,
  step: SubmitSubject['step'],
): Objection | undefined {
  if (step !== undefined) return undefined;
  const tier = spelledTier(value);
  if (resolutions.some((known) => known === tier)) return undefined;
  const words = anyOfWords(resolutions);
  // Even where the document does not list a line's tiers, it names the highest: nothing is rendered past that one.
  const pastHighest = linesOf(tier) > Math.max(...resolutions.map(linesOf));
  const enforcedBy = pastHighest && unlisted.resolution === 'advice' ? 'generator' : unlisted.resolution;
  return { enforcedBy, takes: words, set: words, allowed: resolutions };
}

/** The number of lines that `720p` or `4k` stands for; 0 for anything else. */
function linesOf(tier: unknown): number {
  const [, number, unit] = /^(\d{1,5})([pk])$/i.exec(typeof tier === 'string' ? tier : '') ?? [];
  return number === undefined ? 0 : Number(number) * (unit?.toLowerCase() === 'k' ? 540 : 1);
}

function checkDuration(value: unknown, table: VideoOptionTable): Objection | undefined {
  const { least, most, modelChooses } = table.duration;
  const takes = `${least} to ${most}${modelChooses ? ', or -1' : ''}`;
  const set = `${least}–${most}`;
  const range = { least, most, unit: 's' };
  if (typeof value !== 'number') return { ...objection(table, `${takes}, a number`, set), range };
  if (modelChooses && value === -1) return undefined;
  // The length of the output is documented for every model line, even where its table is not.
  if (value < least || value > most) return { enforcedBy: 'generator', takes, set, range };
  return Number.isInteger(value)
    ? undefined
    : { ...objection(table, `${takes}, in whole seconds`, set), range };
}

/** The generator refuses a container that only other models write. One that no model writes is merely unlisted. */
function checkContainerFormat(value: unknown, table: VideoOptionTable): Objection | undefined {
  const wrong = listed('output_format', value, table);
  const othersOnly = containerFormats.some((known) => known === value);
  return wrong !== undefined && othersOnly ? { ...wrong, enforcedBy: 'generator' } : wrong;
}

function listed(name: string, value: unknown, table: VideoOptionTable): Objection | undefined {
  const values = wordsTaken(name, table);
  if (values.some((known) => known === value)) return undefined;
  return { ...objection(table, anyOfWords(values)), allowed: values };
}

function objection(table: VideoOptionTable, takes: string, set = takes): Objection {
  return { enforcedBy: table.unlisted.others, takes, set };
}

function shownOption(name: string, value: unknown): string {
  return name === 'duration' && typeof value === 'number' ? `${value} s` : shownValue(value);
}

const referenceTaskField = 'omni_reference_task_type';

/** Things that the options need beside them, where a model takes them at all. @see service document §2.7 */
export const optionNeeds = { [referenceTaskField]: 'needs reference media' } as const;

/** Options with a valid value that have no effect in this request. @see service document §2.5, §2.7 */
export function optionUseFindings(subject: SubmitSubject): Finding[] {
  return [...lastFrameFindings(subject), ...ignoredFindings(subject), ...referenceTaskFindings(subject)];
}

function lastFrameFindings({ input, medium, path, route, step }: SubmitSubject): Finding[] {
  if (
    requestRoutes[route].returnsLastFrame ||
    medium === 'image' ||
    ownValue(input, 'return_last_frame') !== true
  )
    return [];
  const where = path('return_last_frame');
  return [
    finding({
      rule: 'last-frame-not-returned',
      where,
      enforcedBy: 'advice',
      message: told`${switchedOn(where, 'return_last_frame')}v2 returns the clip alone and never the closing still`,
      // A final must go to the API that has its draft.
      fix: step === 'final' ? 'leave it out' : told`leave it out, or send it to v1: ${flag('--api')} v1`,
      section: '§2.5',
    }),
  ];
}

/** Options that another family alone reads. A final may be of a draft that this request does not show, so it gets no finding. */
function ignoredFindings({ entry, family, input, modelId, path, step }: SubmitSubject): Finding[] {
  // The vendor's own id may stand for the one model that reads an option.
  if (step === 'final' || (family?.ownIds === true && family.medium === 'video')) return [];
  const schema = entry?.inputSchema;
  return optionsThat(({ ignored }) => ignored !== undefined).flatMap((name) => {
    const { ignored } = optionRow(name);
    if (ignored === undefined || ownValue(input, name) === undefined) return [];
    if (family?.options !== undefined && isRead(name, family.options)) return [];
    if (schema !== undefined && hasField(schema, name)) return [];
    const option = field(path(name), name);
    return [
      finding({
        rule: ignored.rule,
        where: option.of,
        enforcedBy: 'advice',
        message: told`${option} is accepted and ignored by ${family?.name ?? modelId ?? 'the model'}`,
        fix: 'leave it out',
        section: '§2.7',
      }),
    ];
  });
}

/** A final has its draft's references, which are not known here, so it gets no finding. */
function referenceTaskFindings({ family, input, parts, path, step }: SubmitSubject): Finding[] {
  const task = ownValue(input, referenceTaskField);
  if (step === 'final' || family?.options === undefined || !isRead(referenceTaskField, family.options))
    return [];
  if (!documentedValues(referenceTaskField).some((known) => known === task) || parts.some(isReference))
    return [];
  const where = path(referenceTaskField);
  // A job without references runs with `auto` anyway, so naming it asks for nothing.
  const isDefault = task === 'auto';
  return [
    finding({
      rule: 'reference-task',
      where,
      enforcedBy: isDefault ? 'advice' : 'generator',
      message: told`${field(where, referenceTaskField)} is "${String(task)}" with 0 references; it ${optionNeeds[referenceTaskField]} in ${wholeRequest(path('content'))}`,
      fix: told`add a ${role('reference_image')}, ${role('reference_video')} or ${role('reference_audio')} part, or leave it out`,
      section: '§2.7',
    }),
  ];
}
