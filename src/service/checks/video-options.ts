import type { ValueRange } from '../../errors/cli-error.ts';
import { hasField, type SchemaField, schemaField } from '../../schema/input-field.ts';
import { numberRange } from '../../schema/limits.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import { ownValue } from '../../text/json-object.ts';
import { anyOfWords, shownValue } from '../../text/shown-value.ts';
import type { SubmitSubject } from '../body/submit-subject.ts';
import type { VideoOptionTable } from '../families/index.ts';
import { requestRoutes } from '../request-route.ts';
import { bitrateModes, containerFormats, referenceTasks, spelledTier } from '../video-values.ts';
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
  rule: string;
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

/** The flat options in the order of the document's table. `draft.ts` reports `draft` on a model without drafts. */
const checks: Readonly<Record<string, OptionCheck>> = {
  resolution: checkResolution,
  duration: checkDuration,
  ratio: (value, table) => listed('ratio', value, table.ratios, table),
  output_format: checkContainerFormat,
  generate_audio: checkBoolean,
  bitrate_mode: (value, table) => listed('bitrate-mode', value, bitrateModes, table),
  return_last_frame: checkBoolean,
  watermark: checkBoolean,
  seed: (value, table) => (Number.isInteger(value) ? undefined : objection('seed', table, 'a whole number')),
  omni_reference_task_type: (value, table) =>
    table.referenceTask ? listed('reference-task-value', value, referenceTasks, table) : undefined,
  draft: checkBoolean,
};

/**
 * Option values outside the family's table. A family without a table gets no findings. `preflight.ts` decides which of these
 * findings a live schema overrules.
 * @see service document §2.7
 */
export function videoOptionFindings({ entry, family, input, path, step }: SubmitSubject): Finding[] {
  const table: VideoOptionTable | undefined = family?.options;
  if (family === undefined || table === undefined) return [];
  return Object.entries(checks).flatMap(([name, check]) => {
    if (!Object.hasOwn(input, name)) return [];
    const value = ownValue(input, name);
    const wrong = check(value, table, step);
    if (wrong === undefined) return [];
    const live = liveTakes(name, value, entry, table);
    const takes =
      live === undefined
        ? `${family.name} takes ${wrong.takes}`
        : `the model's live schema takes ${live.takes}`;
    const option = field(path(name), name);
    return [
      finding({
        rule: wrong.rule,
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
  const check = checks[name];
  if (listed.some((one) => check?.(one, table, undefined) !== undefined)) return true;
  const most = nodes.flatMap((node) => numberRange(node).most ?? []);
  return name === 'duration' && most.some((end) => end > table.durationSeconds.most);
}

/** Checks the resolution of an ordinary job. A draft or a final takes a single value, which `draft.ts` checks. */
function checkResolution(
  value: unknown,
  { resolutions, unlisted }: VideoOptionTable,
  step: SubmitSubject['step'],
): Objection | undefined {
  if (step !== undefined) return undefined;
  const tier = spelledTier(value);
  if (resolutions.some((known) => known === tier)) return undefined;
  const words = anyOfWords(resolutions);
  // Even where the document does not list a line's tiers, it names the highest: nothing is rendered past that one.
  const pastHighest = linesOf(tier) > Math.max(...resolutions.map(linesOf));
  const enforcedBy = pastHighest && unlisted.resolution === 'advice' ? 'generator' : unlisted.resolution;
  return { rule: 'resolution', enforcedBy, takes: words, set: words, allowed: resolutions };
}

/** The number of lines that `720p` or `4k` stands for; 0 for anything else. */
function linesOf(tier: unknown): number {
  const [, number, unit] = /^(\d{1,5})([pk])$/i.exec(typeof tier === 'string' ? tier : '') ?? [];
  return number === undefined ? 0 : Number(number) * (unit?.toLowerCase() === 'k' ? 540 : 1);
}

function checkDuration(value: unknown, table: VideoOptionTable): Objection | undefined {
  const { least, most, modelChooses } = table.durationSeconds;
  const takes = `${least} to ${most}${modelChooses ? ', or -1' : ''}`;
  const set = `${least}–${most}`;
  const range = { least, most, unit: 's' };
  if (typeof value !== 'number') return { ...objection('duration', table, `${takes}, a number`, set), range };
  if (modelChooses && value === -1) return undefined;
  // The length of the output is documented for every model line, even where its table is not.
  if (value < least || value > most) return { rule: 'duration', enforcedBy: 'generator', takes, set, range };
  return Number.isInteger(value)
    ? undefined
    : { ...objection('duration', table, `${takes}, in whole seconds`, set), range };
}

/** The generator refuses a container that only other models write. One that no model writes is merely unlisted. */
function checkContainerFormat(value: unknown, table: VideoOptionTable): Objection | undefined {
  const wrong = listed('container-format', value, table.containerFormats, table);
  const othersOnly = containerFormats.some((known) => known === value);
  return wrong !== undefined && othersOnly ? { ...wrong, enforcedBy: 'generator' } : wrong;
}

function checkBoolean(value: unknown, table: VideoOptionTable): Objection | undefined {
  if (typeof value === 'boolean') return undefined;
  return { ...objection('option-type', table, 'true or false'), allowed: [true, false] };
}

function listed(
  rule: string,
  value: unknown,
  values: readonly string[],
  table: VideoOptionTable,
): Objection | undefined {
  if (values.some((known) => known === value)) return undefined;
  return { ...objection(rule, table, anyOfWords(values)), allowed: values };
}

function objection(rule: string, table: VideoOptionTable, takes: string, set = takes): Objection {
  return { rule, enforcedBy: table.unlisted.others, takes, set };
}

function shownOption(name: string, value: unknown): string {
  return name === 'duration' && typeof value === 'number' ? `${value} s` : shownValue(value);
}

const referenceTaskField = 'omni_reference_task_type';

/** Things that the options need beside them, where a model takes them at all. @see service document §2.7 */
export const optionNeeds = { [referenceTaskField]: 'needs reference media' } as const;

/** Options with a valid value that have no effect in this request. @see service document §2.5, §2.7 */
export function optionUseFindings(subject: SubmitSubject): Finding[] {
  return [...lastFrameFindings(subject), ...referenceTaskFindings(subject)];
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

/** A final has its draft's references, which are not known here, so it gets no finding. */
function referenceTaskFindings({
  entry,
  family,
  input,
  modelId,
  parts,
  path,
  step,
}: SubmitSubject): Finding[] {
  const task = ownValue(input, referenceTaskField);
  if (task === undefined || step === 'final') return [];
  const where = path(referenceTaskField);
  const option = field(where, referenceTaskField);
  if (family?.options?.referenceTask !== true) {
    const schema = entry?.inputSchema;
    if (schema !== undefined && hasField(schema, referenceTaskField)) return [];
    // The vendor's own id may stand for the one model that reads the option.
    if (family?.ownIds === true && family.medium === 'video') return [];
    return [
      finding({
        rule: 'reference-task-ignored',
        where,
        enforcedBy: 'advice',
        message: told`${option} is accepted and ignored by ${family?.name ?? modelId ?? 'the model'}`,
        fix: 'leave it out',
        section: '§2.7',
      }),
    ];
  }
  if (!referenceTasks.some((known) => known === task) || parts.some(isReference)) return [];
  // A job without references runs with `auto` anyway, so naming it asks for nothing.
  const isDefault = task === 'auto';
  return [
    finding({
      rule: 'reference-task',
      where,
      enforcedBy: isDefault ? 'advice' : 'generator',
      message: told`${option} is "${String(task)}" with 0 references; it ${optionNeeds[referenceTaskField]} in ${wholeRequest(path('content'))}`,
      fix: told`add a ${role('reference_image')}, ${role('reference_video')} or ${role('reference_audio')} part, or leave it out`,
      section: '§2.7',
    }),
  ];
}
