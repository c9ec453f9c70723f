import type { SchemaDocument } from '../../schema/document.ts';
import { fieldNames, hasField, mayNeedField, takesAnyName } from '../../schema/input-field.ts';
import { jsonPath } from '../../schema/json/json-place.ts';
import { schemaProblems } from '../../schema/judge.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import { createNameSearch } from '../../text/nearest-name.ts';
import { shownValue } from '../../text/shown-value.ts';
import type { BodyPath } from '../body/submit-subject.ts';
import { countFieldNames } from '../request-route.ts';
import { type Finding, field, finding, told } from './finding.ts';
import type { FindingWords } from './preflight-error.ts';

/**
 * Fields that never count as unknown, whatever the schema lists: live schemas leave them out on purpose, or other rules cover them.
 * @see service document §2.4, §2.5
 */
const namesWithRules = new Set([...countFieldNames, 'return_last_frame']);

/**
 * Findings that rest on the model's live schema alone. The schema is descriptive and the generator decides, so all of them are
 * warnings. Never throws, whatever the schema is.
 * @see service document §2.5
 */
export function inputSchemaFindings(
  input: Record<string, unknown>,
  document: SchemaDocument,
  pathOf: BodyPath = inputPath,
): Finding[] {
  const problems = schemaProblems(input, document.root, document).filter(
    ({ place, rule }) =>
      rule !== 'schema-unknown-field' || place.length !== 1 || !namesWithRules.has(String(place[0])),
  );
  const unknown = unknownFields(input, document).filter(
    ({ place }) => !problems.some((one) => one.place.length === 1 && one.place[0] === place[0]),
  );
  const found = [...problems, ...unknown].slice(0, findingsMost);
  if (found.length === 0) return [];
  const names = fieldNames(document.root);
  const known: KnownFields = { count: names.length, nearest: createNameSearch(names) };
  return found.map((one) => findingOf(one, pathOf, known));
}

/** The fields that the schema names. */
interface KnownFields {
  count: number;
  /** The one of them that was probably meant. */
  nearest: (name: string) => string | undefined;
}

/** Nobody reads more findings at once. The rest show up once these are mended. */
const findingsMost = 100;

/** A schema describes v2's `input`, so paths begin there by default. */
function inputPath(...segments: (string | number)[]): string {
  return jsonPath(['input', ...segments]);
}

function findingOf(problem: SchemaProblem, pathOf: BodyPath, known: KnownFields): Finding {
  const where = pathOf(...problem.place);
  return finding({
    rule: problem.rule,
    where,
    enforcedBy: 'advice',
    ...wordsOf(problem, where, pathOf, known),
    section: '§2.5',
    allowed: problem.allowed ?? allowedOfTypes(problem),
    range: problem.range,
    types: problem.types,
  });
}

function wordsOf(
  { orElse = [], rule, place, takes, value }: SchemaProblem,
  where: string,
  pathOf: BodyPath,
  { count, nearest }: KnownFields,
): { message: FindingWords; fix: FindingWords; instead?: string | undefined } {
  if (rule === 'schema-required') {
    const others = orElse.flatMap((name) => told`, or ${field(pathOf(...place.slice(0, -1), name))}`);
    return {
      message: told`${field(where)} is missing; the model's live schema requires it${others}`,
      fix: told`set ${field(where)}${others}`,
    };
  }
  if (rule !== 'schema-unknown-field')
    return {
      message: told`${field(where)} is ${shownValue(value)}; the model's live schema takes ${takes}`,
      fix: told`set ${field(where)} to ${takes.replace(/,? (not \d+|and it (has|fits) \d+( of them)?)$/, '')}`,
    };
  const isField = place.length === 1;
  const near = isField ? nearest(String(place[0])) : undefined;
  const known = isField ? `the ${count} fields of the model's live schema` : `what it has there: ${takes}`;
  return {
    message: told`${field(where)} is not among ${known}`,
    instead: near,
    fix:
      near === undefined
        ? told`remove ${field(where)}, or leave it to the generator`
        : told`write ${field(pathOf(...place.slice(0, -1), near))}`,
  };
}

/** The values of a type that has few. */
function allowedOfTypes({ types = [] }: SchemaProblem): readonly unknown[] | undefined {
  return types.length === 1 && types[0] === 'boolean' ? [true, false] : undefined;
}

/** Fields that no part of the schema names. The schema allows them, but a typing error looks the same. */
function unknownFields(input: Record<string, unknown>, document: SchemaDocument): SchemaProblem[] {
  const names = fieldNames(document.root);
  if (names.length === 0 || takesAnyName(document.root)) return [];
  const isSpokenOf = (name: string) =>
    namesWithRules.has(name) || hasField(document.root, name) || mayNeedField(document.root, name);
  return Object.keys(input)
    .filter((name) => !isSpokenOf(name))
    .slice(0, findingsMost)
    .map((name) => ({ rule: 'schema-unknown-field', place: [name], takes: '', value: input[name] }));
}
