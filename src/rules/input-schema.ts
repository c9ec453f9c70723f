import type { InputDescription } from '../contract/model.ts';
import { type Finding, finding } from './finding.ts';
import { ownValue } from './json-object.ts';
import { jsonPath } from './json-path.ts';
import { nearestName } from './nearest-name.ts';
import { isInRange, isSameJson, listedValues, numberRange } from './schema-limits.ts';
import { possibleNodes, propertyNames, propertyNodes, startWalk } from './schema-node.ts';
import { type SchemaProblem, schemaProblems } from './schema-problems.ts';
import { shownValue } from './shown-value.ts';
import type { BodyPath } from './submit-subject.ts';

/**
 * Left out of live schemas on purpose, or settled by a rule of its own: not unknown, whatever the schema lists.
 * @see service document §2.4, §2.5
 */
const namesWithRules = new Set(['n', 'enable_sequential', 'return_last_frame']);

/**
 * What only the model's live schema says of an input. It is descriptive and the generator decides, so all of it is
 * a warning. Never throws, whatever the schema is.
 * @see service document §2.5
 */
export function inputSchemaFindings(
  input: Record<string, unknown>,
  schema: InputDescription,
  pathOf: BodyPath = inputPath,
): Finding[] {
  const problems = schemaProblems(input, schema, startWalk(schema));
  return [...problems.map((one) => findingOf(one, pathOf)), ...unknownFields(input, schema, pathOf)];
}

/** Whether a schema names a field of the input at all. */
export function schemaNames(schema: InputDescription, name: string): boolean {
  return propertyNames(schema, startWalk(schema)).includes(name);
}

/**
 * Whether a schema explicitly allows a value of a field: lists it, or has a range with both ends round it. A
 * negative lower end stands for `the model chooses` and is no end of a range of lengths.
 */
export function schemaAllows(schema: InputDescription, name: string, value: unknown): boolean {
  const walk = startWalk(schema);
  return propertyNodes(schema, name, walk)
    .flatMap((node) => possibleNodes(node, walk))
    .some((node) => {
      if (listedValues(node)?.some((one) => isSameJson(one, value))) return true;
      const range = numberRange(node);
      if (typeof value !== 'number' || range.most === undefined || (range.least ?? -1) < 0) return false;
      const wholeOnly = ownValue(node, 'type') === 'integer';
      return isInRange(value, range) && (!wholeOnly || Number.isInteger(value));
    });
}

/** What a schema describes is v2's `input` unless the body is another. */
function inputPath(...segments: (string | number)[]): string {
  return jsonPath(['input', ...segments]);
}

function findingOf({ rule, path, takes, value }: SchemaProblem, pathOf: BodyPath): Finding {
  const where = pathOf(...path);
  const isMissing = rule === 'schema-required';
  return finding({
    rule,
    where,
    enforcedBy: 'advice',
    message: isMissing
      ? `${where} is missing; the model's live schema requires it`
      : `${where} is ${shownValue(value)}; the model's live schema takes ${takes}`,
    fix: isMissing ? `set ${where}` : `set ${where} to ${takes.replace(/, not \d+$/, '')}`,
    section: '§2.5',
  });
}

function unknownFields(
  input: Record<string, unknown>,
  schema: InputDescription,
  pathOf: BodyPath,
): Finding[] {
  const names = propertyNames(schema, startWalk(schema));
  if (names.length === 0) return [];
  return Object.keys(input)
    .filter((name) => !names.includes(name) && !namesWithRules.has(name))
    .map((name) => {
      const near = nearestName(name, names);
      const where = pathOf(name);
      return finding({
        rule: 'schema-unknown-field',
        where,
        enforcedBy: 'advice',
        message: `${where} is not among the ${names.length} fields of the model's live schema`,
        fix: near === undefined ? `remove ${where}, or leave it to the generator` : `write ${pathOf(near)}`,
        section: '§2.5',
      });
    });
}
