import { objectOf, ownValue } from '../../text/json-object.ts';
import {
  listOf,
  neededNames,
  requiredNames,
  type SchemaDocument,
  type SchemaNode,
  schemasOf,
} from '../document.ts';
import { canonicalJson } from '../json/canonical-json.ts';
import { isCountWithin, numberOf } from '../limits.ts';
import {
  jointNodes,
  possibleNodes,
  propertiesNamed,
  type SchemaWalk,
  startWalk,
  takeStep,
} from '../nodes/nodes.ts';
import { problemHere, type SchemaProblem } from '../problem.ts';
import { countText, listedNames } from '../words.ts';

/** The problems of an object's members with its schema. */
export function memberProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const object = objectOf(value);
  if (object === undefined) return [];
  const names = Object.keys(object);
  const [least, most] = [numberOf(node, 'minProperties'), numberOf(node, 'maxProperties')];
  const isCounted = isCountWithin(names.length, least, most);
  return [
    ...missingProblems(object, node, judging),
    ...(isCounted ? [] : [problemHere(value, countText(least, most, 'field'))]),
    ...memberOwnProblems(object, node, judging),
    ...dependentProblems(object, node, judging),
  ];
}

/** At most so many missing or unknown members of one object are named. The rest show up once these are mended. */
const namedMost = 100;

function missingProblems(
  object: Record<string, unknown>,
  node: SchemaNode,
  judging: Judging,
): SchemaProblem[] {
  const dependent = ['dependentRequired', 'dependencies'].flatMap((key) =>
    schemasOf(node, key)
      .filter(([name, needed]) => Object.hasOwn(object, name) && Array.isArray(needed))
      .flatMap(([, needed]) => (needed as unknown[]).filter((name) => typeof name === 'string')),
  );
  return [...new Set([...requiredNames(node), ...dependent])]
    .filter((name) => !Object.hasOwn(object, name) && !isAnswered(name, node, judging))
    .slice(0, namedMost)
    .map((name) => missing(name));
}

/** Tells whether only the service fills a member: `readOnly` in OpenAPI means that it is required in answers alone. */
function isAnswered(name: string, node: SchemaNode, { document: { root } }: Judging): boolean {
  return propertiesNamed([node], name)
    .flatMap((schema) => jointNodes(schema, startWalk(root, 50)))
    .some((one) => ownValue(one, 'readOnly') === true);
}

function memberOwnProblems(
  object: Record<string, unknown>,
  node: SchemaNode,
  judging: Judging,
): SchemaProblem[] {
  const rest = ownValue(node, 'additionalProperties');
  const unknown: string[] = [];
  const problems = Object.entries(object).flatMap(([name, member]) => {
    const named = namingSchemas(name, node, judging);
    if (named === 'unsure') return [];
    if (named.length > 0) return named.flatMap((schema) => judgeInside(member, schema, name, judging));
    if (rest !== false) return judgeInside(member, rest, name, judging);
    unknown.push(name);
    return [];
  });
  const left = notNeeded(unknown, node, judging).slice(0, namedMost);
  const takes = left.length === 0 ? '' : listedNames(schemasOf(node, 'properties').map(([name]) => name));
  const unfit = left.map((name) => {
    return { rule: 'schema-unknown-field', place: [name], takes, value: object[name] } as const;
  });
  return [...problems, ...unfit];
}

/** A schema that requires a member and describes it nowhere contradicts itself where it is closed: the requirement counts. */
function notNeeded(names: readonly string[], node: SchemaNode, { walk }: Judging): readonly string[] {
  if (names.length === 0) return names;
  const needed = new Set(possibleNodes(node, walk).flatMap(neededNames));
  return names.filter((name) => !needed.has(name));
}

/** The schemas that a node has for a member of this name: under the name itself, and under each pattern that the name matches. */
function namingSchemas(name: string, node: SchemaNode, judging: Judging): unknown[] | 'unsure' {
  const properties = objectOf(ownValue(node, 'properties'));
  const own = properties !== undefined && Object.hasOwn(properties, name) ? [properties[name]] : [];
  const patterns = schemasOf(node, 'patternProperties').map(([pattern, schema]) => ({
    schema,
    isMatch: matchesPattern(pattern, name, judging),
  }));
  const matching = patterns.filter(({ isMatch }) => isMatch === true).map(({ schema }) => schema);
  const found = [...own, ...matching];
  return found.length === 0 && patterns.some(({ isMatch }) => isMatch === undefined) ? 'unsure' : found;
}

function missing(name: string): SchemaProblem {
  return { rule: 'schema-required', place: [name], takes: 'a value: it is required', value: undefined };
}

function dependentProblems(
  object: Record<string, unknown>,
  node: SchemaNode,
  judging: Judging,
): SchemaProblem[] {
  return ['dependentSchemas', 'dependencies'].flatMap((key) =>
    schemasOf(node, key)
      .filter(([name, schema]) => Object.hasOwn(object, name) && !Array.isArray(schema))
      .flatMap(([, schema]) => judging.judge(object, schema, judging)),
  );
}

/** The problems of a list with its schema: its length, doubles, and each element. */
export function itemProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (!Array.isArray(value)) return [];
  const [least, most] = [numberOf(node, 'minItems'), numberOf(node, 'maxItems')];
  const isCounted = isCountWithin(value.length, least, most);
  const isTwice =
    ownValue(node, 'uniqueItems') === true && new Set(value.map(canonicalJson)).size < value.length;
  const items = ownValue(node, 'items');
  const first = Array.isArray(items) ? (items as unknown[]) : listOf(node, 'prefixItems');
  const rest = Array.isArray(items) ? ownValue(node, 'additionalItems') : items;
  return [
    ...(isCounted ? [] : [problemHere(value, `${countText(least, most, 'item')}, not ${value.length}`)]),
    ...(isTwice ? [problemHere(value, eachOnce)] : []),
    ...value.flatMap((one, index) =>
      judgeInside(one, index < first.length ? first[index] : rest, index, judging),
    ),
  ];
}

/** The words for a list whose elements must differ. */
export const eachOnce = 'each value once';

type JudgeValue = (value: unknown, schema: unknown, judging: Judging) => SchemaProblem[];

/** The state of judging one value. */
export interface Judging {
  document: SchemaDocument;
  walk: SchemaWalk;
  /** The number of values and alternatives that enclose the current one. */
  depth: number;
  /** Counts what could not be judged. If it rose while a value was judged without problems, the value may still not fit. */
  unsure: number;
  judge: JudgeValue;
  /** The problems found so far of the current value. */
  ofValue?: Findings | undefined;
}

/** Findings of one value by the nodes that lead to other nodes; `open` while a node is still being judged. */
interface Findings {
  value: unknown;
  byNode: Map<SchemaNode, { problems: SchemaProblem[]; unsure: number } | 'open'>;
}

/** Values and alternatives that nest deeper than this are not judged. */
const depthMost = 64;
/** About 20 ms of work. Where more would be needed, the generator is left to judge. */
const stepsMost = 30_000;
/** Matching a pattern, which runs in a context of its own, takes as long as so many steps. */
const patternSteps = 20;

export function startJudging(document: SchemaDocument, judge: JudgeValue): Judging {
  return { document, walk: startWalk(document.root, stepsMost), depth: 0, unsure: 0, judge };
}

/** Judges one level deeper. Too deep, or after too many steps, nothing more is found. */
export function stepInto(judging: Judging, judge: () => SchemaProblem[]): SchemaProblem[] {
  if (judging.depth >= depthMost || !takeStep(judging.walk)) {
    judging.unsure += 1;
    return [];
  }
  judging.depth += 1;
  const found = judge();
  judging.depth -= 1;
  return found;
}

const leading = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/**
 * Judges a value by a node only once. Nested alternatives can lead to the same node in exponentially many ways, and a node that
 * leads back to itself adds nothing.
 */
export function judgeOnce(
  value: unknown,
  node: SchemaNode,
  judging: Judging,
  judge: () => SchemaProblem[],
): SchemaProblem[] {
  if (!leading.some((key) => Object.hasOwn(node, key))) return judge();
  const outer = judging.ofValue;
  const own = outer !== undefined && Object.is(outer.value, value) ? outer : { value, byNode: new Map() };
  const known = own.byNode.get(node);
  if (known === 'open') {
    judging.unsure += 1;
    return [];
  }
  if (known !== undefined) {
    judging.unsure += known.unsure;
    return known.problems;
  }
  own.byNode.set(node, 'open');
  judging.ofValue = own;
  const before = judging.unsure;
  const problems = judge();
  own.byNode.set(node, { problems, unsure: judging.unsure - before });
  judging.ofValue = outer;
  return problems;
}

/** Judges an inner value, and puts its step before the place of each problem. */
function judgeInside(
  value: unknown,
  schema: unknown,
  step: string | number,
  judging: Judging,
): SchemaProblem[] {
  return judging
    .judge(value, schema, judging)
    .map((problem) => ({ ...problem, place: [step, ...problem.place] }));
}

/** Tells whether a text matches a pattern; undefined where that can't be found out. */
export function matchesPattern(pattern: string, text: string, judging: Judging): boolean | undefined {
  judging.walk.stepsLeft -= patternSteps;
  const isMatch = judging.walk.stepsLeft < 0 ? undefined : judging.document.tools?.matches(pattern, text);
  if (isMatch === undefined) judging.unsure += 1;
  return isMatch;
}
