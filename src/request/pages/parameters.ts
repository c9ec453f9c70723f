import { listOf, type SchemaNode, typesOf } from '../../schema/document.ts';
import { jointNodes, startWalk } from '../../schema/nodes/nodes.ts';
import { firstNames } from '../../schema/words.ts';
import type { Recipient } from '../../service/body/recipient.ts';
import { stepResolutions } from '../../service/checks/draft.ts';
import { optionNeeds } from '../../service/checks/video-options.ts';
import { familyOn, type ModelFamily } from '../../service/families/index.ts';
import { limits } from '../../service/limits.ts';
import type { OptionName } from '../../service/options.ts';
import { countFieldNames, requestRoutes } from '../../service/request-route.ts';
import { flagOfOption } from '../../service/request-words.ts';
import { promptEnhanceLevels } from '../../service/wire-values.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { optionsOfFields } from '../flags/flag-refusal.ts';
import { shownFlag } from '../option-flags.ts';
import type { MediaOffer } from './model-offer.ts';
import { otherRows, type SchemaRow, schemaTable } from './schema-rows.ts';
import { unitOf, valueText, valueWords } from './value-words.ts';

/** A parameter as the page of a model shows it. Every text is safe to show, and on one line. */
export interface Parameter {
  /** The flag that sets it, or the name of what stands inside another one. */
  flag: string;
  /** How many parameters enclose it. */
  depth: number;
  /** Its values, its default or that no request goes without it, and what it does. */
  says: string;
}

export interface ParameterTable {
  parameters: readonly Parameter[];
  /** The words that set those of them that every request needs, to be filled in. */
  needed: readonly (readonly string[])[];
  /** Notes of what no row says. */
  notes: readonly string[];
}

export interface ParameterSource {
  recipient: Recipient;
  offer: MediaOffer;
  /** The most outputs of one job; undefined where it is not known. */
  outputsMost: number | undefined;
}

/** Facts by which every row of one model is worded. */
interface Wording extends ParameterSource {
  family: ModelFamily | undefined;
  options: ReadonlyMap<string, OptionName>;
  conditions: ReadonlyMap<string, readonly string[]>;
  symbols: Look['symbols'];
}

/**
 * The parameters of a model beside its prompt and media, each under the flag that sets it; those that no flag stands for under
 * `--set`, with what stands inside them.
 * @see service document §2.4, §2.5, §2.7
 */
export function parametersOf(source: ParameterSource, { symbols }: Pick<Look, 'symbols'>): ParameterTable {
  const { recipient } = source;
  const schema = recipient.entry?.inputSchema;
  const { fields, notes } = schemaTable(schema);
  const wording: Wording = {
    ...source,
    family: familyOn(recipient.route, recipient.model),
    options: optionsOfFields(recipient),
    conditions: fieldConditions(schema ?? {}),
    symbols,
  };
  const rows = otherRows(fields, source.offer).filter((row) => !isCounted(row, wording));
  const parameters = rows.map((one) => parameterOf(one, wording));
  return {
    parameters: [...parameters, ...envelopeParameters(wording)],
    needed: rows.flatMap((row) => neededWords(row, wording)),
    notes: notes.map(safeLine),
  };
}

/**
 * Tells whether a field of the vendor's counts outputs: the service refuses it where it counts them by itself.
 * @see service document §2.4
 */
function isCounted({ name, place }: SchemaRow, { recipient }: Wording): boolean {
  const { countField, isFlat } = requestRoutes[recipient.route];
  return place === 'field' && (isFlat ? name === countField : countFieldNames.includes(name));
}

/** Words that set a required field without a default. For the field of a kind there are no words: not even its kind is certain. */
function neededWords(row: SchemaRow, { options }: Wording): string[][] {
  if (!row.required || row.place !== 'field' || row.depth > 0 || row.node.default !== undefined) return [];
  const option = options.get(row.name);
  const [flag] = option === undefined ? [] : shownFlag(option).split(' ');
  if (flag === undefined) return [['--set', `${row.name}=VALUE`]];
  return [isSwitchNode(row.node) ? [flag] : [flag, 'VALUE']];
}

function parameterOf(row: SchemaRow, wording: Wording): Parameter {
  const { conditions, family, options, symbols } = wording;
  const isField = row.place === 'field';
  const option = isField ? options.get(row.name) : undefined;
  const flag = option === undefined ? undefined : shownFlag(option);
  const isDraft = isField && row.name === 'draft' && family?.options?.draft === true;
  const isSwitch = isDraft || (flag !== undefined && isSwitchNode(row.node));
  const values = isSwitch ? '' : valuesOf(row, option, wording);
  const usual = isDraft ? '' : usualOf(row, { isSwitch, unit: unitFor(row, option) });
  const told = [
    ...(option === undefined || option === row.name ? [] : [`sets ${row.name}`]),
    ...(isField ? [...(conditions.get(row.name) ?? []), ...needsOf(row.name, family)] : []),
  ];
  const set = isField ? `--set ${row.name}=${symbols.ellipsis}` : row.name;
  const shown = isDraft ? flagOfOption('draft', true) : (flag ?? safeLine(set));
  return { flag: shown, depth: row.depth, says: worded(row, [values, usual], told) };
}

/** The words of a row: `first`, then the service's own description, then what has to be known beside it. */
function worded(row: SchemaRow, first: readonly string[], told: readonly string[]): string {
  const own = ownWords(row);
  const more = told.filter((words) => !own.includes(words));
  const says = [...first, more.length === 0 ? own : own.replace(/\.$/, ''), ...more];
  return safeLine(says.filter((words) => words !== '').join('; '));
}

/** The service's description, without what the columns of the values and the default say already. */
function ownWords({ node }: SchemaRow): string {
  const description = ownText(node, 'description') ?? '';
  const repeated = [
    `${valueText(node.default)} unless given`,
    ...(ownValue(node, 'anyOf') === undefined ? [] : [choiceWords]),
  ];
  const clauses = description.split('; ').filter((clause) => !repeated.includes(clause.replace(/\.$/, '')));
  return clauses.join('; ');
}

const choiceWords = '-1 lets the model choose';

function valuesOf(row: SchemaRow, option: OptionName | undefined, { recipient, symbols }: Wording): string {
  if (row.kind !== undefined) return row.kind;
  return valueWords(row.node, {
    document: { root: recipient.entry?.inputSchema ?? {} },
    unit: unitFor(row, option),
    minusOneChooses: option === 'duration',
    symbols,
  });
}

function isSwitchNode(node: SchemaNode): boolean {
  return String(typesOf(node)) === 'boolean' && ownValue(node, 'nullable') !== true;
}

function unitFor({ node }: SchemaRow, option: OptionName | undefined): string {
  return option === 'duration' ? 's' : unitOf(node);
}

function usualOf(row: SchemaRow, { isSwitch, unit }: { isSwitch: boolean; unit: string }): string {
  const { default: usual } = row.node;
  if (usual === undefined) return row.required ? 'needed' : '';
  if (isSwitch && typeof usual === 'boolean') return `default ${usual ? 'on' : 'off'}`;
  const isCount = typeof usual === 'number' && usual >= 0 && unit !== '';
  return `default ${isCount ? `${usual} ${unit}` : valueText(usual)}`;
}

/** Needs of an option that the document names, in models that take the option. @see service document §2.7, §3 */
function needsOf(name: string, family: ModelFamily | undefined): string[] {
  const table = family?.options;
  if (name === 'draft' && table?.draft === true) return [`its final is ${stepResolutions.final}`];
  const isTask = Object.hasOwn(optionNeeds, name) && table?.omni_reference_task_type === true;
  return isTask ? [optionNeeds[name as keyof typeof optionNeeds]] : [];
}

/** Those that stand beside the input in the body of v2. @see service document §2.4 */
function envelopeParameters({ family, outputsMost, recipient, symbols }: Wording): Parameter[] {
  const { countField, isFlat } = requestRoutes[recipient.route];
  const count = outputsMost !== undefined && outputsMost > 1 && countField !== undefined;
  const rewrites = family?.promptEnhance === true && !isFlat;
  const levels = `${promptEnhanceLevels.join(', ')}; default ${promptEnhanceLevels[0]}; ${enhanceWords}`;
  return [
    ...(count
      ? [
          {
            flag: '--count',
            depth: 0,
            says: `1${symbols.to}${outputsMost}; default 1; how many outputs the job has`,
          },
        ]
      : []),
    ...(rewrites ? [{ flag: '--prompt-enhance', depth: 0, says: levels }] : []),
  ];
}

const enhanceWords = `has the prompt rewritten, up to ${limits.promptEnhanceCharacters.toLocaleString('en-US')} characters of it`;

/** Limit of the fields that are named, where there are more. */
const namesMost = 6;

/**
 * Conditions of fields, in words and by the names of the fields: `needs first_frame`, `not with size`. They say what a field needs
 * beside it or excludes. genctl reads only what `dependentRequired` and a `not` of required fields say.
 */
export function fieldConditions(schema: SchemaNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const say = (name: string, words: string): void => {
    found.set(name, [...(found.get(name) ?? []), words]);
  };
  for (const node of jointNodes(schema, startWalk(schema))) {
    for (const [name, needs] of neededBeside(node)) say(name, `needs ${firstNames(needs, namesMost)}`);
    const apart = namesIn(objectOf(ownValue(node, 'not')) ?? {}, 'required');
    if (apart.length < 2) continue;
    for (const name of apart) {
      const others = apart.filter((other) => other !== name);
      say(name, `not with ${firstNames(others, namesMost)}`);
    }
  }
  return found;
}

/** Newer drafts call them `dependentRequired`; draft 7 has them as lists among its `dependencies`. */
function neededBeside(node: SchemaNode): [name: string, needs: string[]][] {
  return ['dependentRequired', 'dependencies'].flatMap((key) => {
    const by = objectOf(ownValue(node, key)) ?? {};
    return Object.keys(by).flatMap((name): [string, string[]][] => {
      const needs = namesIn(by, name);
      return needs.length === 0 ? [] : [[name, needs]];
    });
  });
}

function namesIn(node: SchemaNode, key: string): string[] {
  return listOf(node, key).filter((name) => typeof name === 'string');
}
