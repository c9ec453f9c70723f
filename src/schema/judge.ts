import { objectOf, ownValue } from '../text/json-object.ts';
import { anyOfWords } from '../text/shown-value.ts';
import { listOf, type SchemaDocument, type SchemaNode, typesOf } from './document.ts';
import { canonicalJson } from './json/canonical-json.ts';
import { likeliestProblems, type Misfit } from './judge/judge-alternatives.ts';
import {
  itemProblems,
  type Judging,
  judgeOnce,
  matchesPattern,
  memberProblems,
  startJudging,
  stepInto,
} from './judge/judge-inside.ts';
import {
  characterCount,
  isAmong,
  isCountWithin,
  isInRange,
  listedValues,
  numberOf,
  numberRange,
} from './limits.ts';
import { isReferenceAlone, jointNodes, referred } from './nodes/nodes.ts';
import { problemHere, type SchemaProblem } from './problem.ts';
import { countText, formatText, hasType, listedText, rangeText, typeWords } from './words.ts';

/**
 * The problems of a value with a schema of drafts 4 to 2020-12, or with OpenAPI's `nullable`. Where something can't be judged the
 * value gets the benefit of the doubt. That goes for a schema in another document, a pattern that takes too long, and a schema that
 * never ends. Never throws, whatever the schema is, and ends in bounded work.
 */
export function schemaProblems(value: unknown, schema: unknown, document: SchemaDocument): SchemaProblem[] {
  const found = problemsOf(value, schema, startJudging(document, problemsOf));
  const seen = new Set<string>();
  return found.filter(({ place, takes }) => {
    const key = canonicalJson([place, takes]);
    return seen.has(key) ? false : seen.add(key);
  });
}

/** The first of them; undefined where the value fits. */
export function firstProblem(
  value: unknown,
  schema: unknown,
  document: SchemaDocument,
): SchemaProblem | undefined {
  return schemaProblems(value, schema, document)[0];
}

/** Tells whether a value fits a schema, as far as it can be judged. */
export function fitsSchema(value: unknown, schema: unknown, document: SchemaDocument): boolean {
  return problemsOf(value, schema, startJudging(document, problemsOf)).length === 0;
}

function problemsOf(value: unknown, schema: unknown, judging: Judging): SchemaProblem[] {
  if (schema === false) return [problemHere(value, 'nothing: leave it out', 'schema-unknown-field')];
  const node = objectOf(schema);
  if (node === undefined) return [];
  return judgeOnce(value, node, judging, () => stepInto(judging, () => nodeProblems(value, node, judging)));
}

function nodeProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (value === null && mayBeNull(node, judging)) return [];
  const reference = referredProblems(value, node, judging);
  if (isReferenceAlone(node, judging.document.root)) return reference;
  const own = ownProblems(value, node, judging);
  if (unread.some((key) => Object.hasOwn(node, key))) judging.unsure += 1;
  // A value of the wrong type has no other problem worth reporting.
  if (own.some(({ rule }) => rule === 'schema-type')) return own;
  return [
    ...own,
    ...reference,
    ...combinedProblems(value, node, judging),
    ...memberProblems(value, node, judging),
    ...itemProblems(value, node, judging),
  ];
}

/** Keywords that no schema of a model was seen with. What they say can't be told. */
const unread = ['contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties'];

/** OpenAPI puts `nullable` on the node itself, or beside a reference to it. */
function mayBeNull(node: SchemaNode, { document: { root }, walk }: Judging): boolean {
  return jointNodes(node, { root, stepsLeft: Math.min(walk.stepsLeft, 50) }).some(
    (one) => ownValue(one, 'nullable') === true,
  );
}

function referredProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const found = referred(node, judging.document.root);
  if (found === 'nowhere') judging.unsure += 1;
  return typeof found === 'object' ? problemsOf(value, found.schema, judging) : [];
}

function ownProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const types = typesOf(node);
  const listed = listedValues(node);
  if (types.length > 0 && !types.some((type) => hasType(value, type))) {
    // A list of values says more than their type.
    const takes =
      listed === undefined ? anyOfWords(types.map((type) => typeWords[type] ?? type)) : listedText(listed);
    return [{ ...problemHere(value, takes, 'schema-type'), allowed: listed, types }];
  }
  if (listed !== undefined && !isAmong(value, listed))
    return [{ ...problemHere(value, listedText(listed)), allowed: listed }];
  if (typeof value === 'number') return numberProblem(value, node, judging);
  return typeof value === 'string' ? textProblem(value, node, judging) : [];
}

function combinedProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  return [
    ...listOf(node, 'allOf').flatMap((one) => problemsOf(value, one, judging)),
    ...excludedProblems(value, node, judging),
    ...conditionalProblems(value, node, judging),
    ...alternativeProblems(value, listOf(node, 'anyOf'), judging, 'any'),
    ...alternativeProblems(value, listOf(node, 'oneOf'), judging, 'one'),
  ];
}

function excludedProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (!Object.hasOwn(node, 'not')) return [];
  const before = judging.unsure;
  const isExcluded = problemsOf(value, node.not, judging).length === 0 && judging.unsure === before;
  return isExcluded ? [problemHere(value, excludedText(node.not))] : [];
}

function excludedText(excluded: unknown): string {
  const values = listedValues(objectOf(excluded) ?? {});
  return values === undefined ? 'something else' : `anything but ${listedText(values)}`;
}

function conditionalProblems(value: unknown, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (!Object.hasOwn(node, 'if')) return [];
  const before = judging.unsure;
  const branch = problemsOf(value, node.if, judging).length === 0 ? 'then' : 'else';
  return judging.unsure === before ? problemsOf(value, ownValue(node, branch), judging) : [];
}

/** At least one alternative must fit, and with `oneOf` only one. Where none does, the likeliest one's problems are reported. */
function alternativeProblems(
  value: unknown,
  alternatives: readonly unknown[],
  judging: Judging,
  kind: 'any' | 'one',
): SchemaProblem[] {
  if (alternatives.length === 0) return [];
  const before = judging.unsure;
  const found: Misfit[] = [];
  for (const one of alternatives) {
    const problems = problemsOf(value, one, judging);
    if (problems.length === 0 && kind === 'any') return [];
    found.push({ kind: one, problems });
  }
  const fitting = found.filter(({ problems }) => problems.length === 0).length;
  if (fitting === 0) return likeliestProblems(value, found, judging.document);
  if (fitting === 1 || judging.unsure > before) return [];
  return [problemHere(value, `one of ${alternatives.length} kinds, and it fits ${fitting} of them`)];
}

/** The first problem of a number with its schema: its range, its steps or its format. */
function numberProblem(value: number, node: SchemaNode, judging: Judging): SchemaProblem[] {
  if (!isInRange(value, numberRange(node))) {
    const { least, most } = numberRange(node);
    return [{ ...problemHere(value, rangeText(node)), range: { least, most } }];
  }
  const step = ownValue(node, 'multipleOf') ?? ownValue(node, 'divisibleBy');
  if (typeof step === 'number' && step > 0 && !isMultiple(value, step))
    return [problemHere(value, `multiples of ${step}`)];
  return formatProblem(value, node, judging);
}

function isMultiple(value: number, step: number): boolean {
  if (value % step === 0) return true;
  if (Number.isInteger(value) && Number.isInteger(step)) return false;
  const count = value / step;
  return Math.abs(count - Math.round(count)) < 1e-9 * Math.max(1, Math.abs(count));
}

/** The problems of a string with its schema: its length, its pattern, its format. */
function textProblem(text: string, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const [least, most] = [numberOf(node, 'minLength'), numberOf(node, 'maxLength')];
  const length = least === undefined && most === undefined ? 0 : characterCount(text);
  const counted = isCountWithin(length, least, most)
    ? []
    : [problemHere(text, `${countText(least, most, 'character')}, not ${length}`)];
  return [...counted, ...patternProblem(text, node, judging), ...formatProblem(text, node, judging)];
}

function patternProblem(text: string, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const pattern = ownValue(node, 'pattern');
  if (typeof pattern !== 'string') return [];
  const isMatch = matchesPattern(pattern, text, judging);
  return isMatch === false ? [problemHere(text, `a text matching ${pattern}`)] : [];
}

function formatProblem(value: string | number, node: SchemaNode, judging: Judging): SchemaProblem[] {
  const format = ownValue(node, 'format');
  if (typeof format !== 'string') return [];
  const isOfFormat = judging.document.tools?.hasFormat(format, value);
  if (isOfFormat === undefined) judging.unsure += 1;
  return isOfFormat === false ? [problemHere(value, formatText(format))] : [];
}
