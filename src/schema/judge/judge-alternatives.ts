import { objectOf } from '../../text/json-object.ts';
import { type SchemaDocument, schemasOf, typesOf } from '../document.ts';
import { isSameJson } from '../json/canonical-json.ts';
import { listedValues } from '../limits.ts';
import { plainNode } from '../plain-node.ts';
import { problemHere, type SchemaProblem } from '../problem.ts';
import { listedText } from '../words.ts';

/** One alternative of a schema, and the problems that a value has with it. */
export interface Misfit {
  kind: unknown;
  /** At least one. */
  problems: SchemaProblem[];
}

/**
 * The problems to report for a value that fits none of several alternatives. Where the value names an alternative that does
 * not exist, the report lists those that do. Else it has the problems with the alternative that was likeliest meant. Where
 * the value is like none of them, it says what each of them takes.
 */
export function likeliestProblems(
  value: unknown,
  misfits: readonly Misfit[],
  document: SchemaDocument,
): SchemaProblem[] {
  const meant = misfits.filter(({ problems }) => problems.every(({ place }) => place.length > 0));
  const named = namedOtherwise(objectOf(value) ?? {}, meant, document);
  if (named !== undefined) return [named];
  const likely = meant.map((misfit) => ({ ...misfit, distance: distanceOf(value, misfit, document) }));
  const [first, ...others] = likely;
  if (first === undefined) return [ofNone(value, misfits, document)];
  const nearest = others.reduce((least, one) => (one.distance < least.distance ? one : least), first);
  const alike = likely.filter(({ distance }) => distance === nearest.distance);
  return withOthers(nearest.problems, alike);
}

/** The problem of a member, such as `type`, whose value should tell the alternatives apart and names none of them. */
function namedOtherwise(
  object: Record<string, unknown>,
  [first, ...others]: readonly Misfit[],
  document: SchemaDocument,
): SchemaProblem | undefined {
  if (first === undefined || others.length === 0) return undefined;
  const valuesOf = (kind: unknown, name: string) =>
    listedValues(plainNode(objectOf(plainNode(kind, document).properties)?.[name], document));
  for (const [name] of schemasOf(plainNode(first.kind, document), 'properties')) {
    const listed = valuesOf(first.kind, name);
    if (listed === undefined || !Object.hasOwn(object, name)) continue;
    const lists = [listed, ...others.map(({ kind }) => valuesOf(kind, name))];
    if (!lists.every((values) => values !== undefined)) continue;
    const values = [...new Set(lists.flat())];
    const tells = values.length > Math.max(...lists.map((one) => one.length));
    if (tells && !values.some((one) => isSameJson(one, object[name])))
      return { rule: 'schema-value', place: [name], takes: listedText(values), value: object[name] };
  }
  return undefined;
}

/** Adds the members that would do instead of a single missing one, from equally likely alternatives. */
function withOthers(problems: SchemaProblem[], alike: readonly Misfit[]): SchemaProblem[] {
  const [missing, ...more] = problems;
  if (missing?.rule !== 'schema-required' || more.length > 0) return problems;
  const others = alike.flatMap(({ problems: [one, ...rest] }) =>
    rest.length === 0 && one?.rule === 'schema-required' && one.place.length === missing.place.length
      ? [String(one.place.at(-1))]
      : [],
  );
  const orElse = [...new Set(others)].filter((name) => name !== missing.place.at(-1));
  return orElse.length === 0 ? problems : [{ ...missing, orElse }];
}

function ofNone(value: unknown, misfits: readonly Misfit[], document: SchemaDocument): SchemaProblem {
  const here = misfits.flatMap(({ problems }) =>
    problems.filter(({ place }) => place.length === 0).slice(0, 1),
  );
  const lists = misfits.map(({ kind }) => valuesOfKind(kind, document));
  const takes = lists.every((values) => values !== undefined)
    ? listedText(lists.flat())
    : [...new Set(here.map((problem) => problem.takes))].join(', or ');
  const isType = here.every(({ rule }) => rule === 'schema-type');
  return problemHere(value, takes, isType ? 'schema-type' : 'schema-value');
}

/** Every value of an alternative that lists its values; the type `null` has one. */
function valuesOfKind(kind: unknown, document: SchemaDocument): readonly unknown[] | undefined {
  const node = plainNode(kind, document);
  const types = typesOf(node);
  return types.length === 1 && types[0] === 'null' ? [null] : listedValues(node);
}

/** How far a value is from an alternative: less for each member they share, more for each one that is missing or does not fit. */
function distanceOf(value: unknown, { kind, problems }: Misfit, document: SchemaDocument): number {
  const object = objectOf(value) ?? {};
  const node = plainNode(kind, document);
  const shared = schemasOf(node, 'properties').filter(([name]) => Object.hasOwn(object, name));
  // A member that may have one value only, such as a `type`, says which alternative was meant.
  const tokens = shared.flatMap(([name, schema]) => {
    const listed = listedValues(plainNode(schema, document));
    return listed?.length === 1 ? [isSameJson(listed[0], object[name]) ? -40 : 40] : [];
  });
  const misfits = problems.map(({ rule, place }) => {
    if (rule === 'schema-required') return Object.hasOwn(object, String(place[0])) ? 2 : 6;
    // The deeper the problem lies, the more of the alternative fitted on the way to it.
    return place.length > 1 ? 3 : 8;
  });
  return [...tokens, ...misfits].reduce<number>((sum, weight) => sum + weight, -2 * shared.length);
}
