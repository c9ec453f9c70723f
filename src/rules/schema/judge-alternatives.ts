import { objectOf } from '../json-object.ts';
import { type SchemaDocument, schemasOf } from './document.ts';
import { isSameJson, listedValues } from './limits.ts';
import { plainNode } from './plain-node.ts';
import { problemHere, type SchemaProblem } from './problem.ts';

/** One kind that a value could be of, and what of the value does not fit it. */
export interface Misfit {
  kind: unknown;
  /** At least one. */
  problems: SchemaProblem[];
}

/**
 * What to say of a value that fits none of several kinds: what is wrong with it as the kind that it was likeliest meant
 * to be; where it is of none of them, what each of them takes.
 */
export function likeliestProblems(
  value: unknown,
  misfits: readonly Misfit[],
  document: SchemaDocument,
): SchemaProblem[] {
  const [first, ...meant] = misfits
    .filter(({ problems }) => problems.every(({ place }) => place.length > 0))
    .map((misfit) => ({ ...misfit, distance: distanceOf(value, misfit, document) }));
  if (first !== undefined)
    return meant.reduce((least, one) => (one.distance < least.distance ? one : least), first).problems;
  const here = misfits.flatMap(({ problems }) =>
    problems.filter(({ place }) => place.length === 0).slice(0, 1),
  );
  const takes = [...new Set(here.map((problem) => problem.takes))].join(', or ');
  const isType = here.every(({ rule }) => rule === 'schema-type');
  return [problemHere(value, takes, isType ? 'schema-type' : 'schema-value')];
}

/** How far a value is from a kind: less for what it shares with it, more for what it lacks or has otherwise. */
function distanceOf(value: unknown, { kind, problems }: Misfit, document: SchemaDocument): number {
  const object = objectOf(value) ?? {};
  const node = plainNode(kind, document);
  const shared = schemasOf(node, 'properties').filter(([name]) => Object.hasOwn(object, name));
  // The one value of a member, such as that of a `type`, says which kind was meant.
  const tokens = shared.flatMap(([name, schema]) => {
    const listed = listedValues(plainNode(schema, document));
    return listed?.length === 1 ? [isSameJson(listed[0], object[name]) ? -40 : 40] : [];
  });
  const misfits = problems.map(({ rule, place }) => {
    if (rule === 'schema-required') return Object.hasOwn(object, String(place[0])) ? 2 : 6;
    // The deeper the fault, the more of the kind was met on the way.
    return place.length > 1 ? 3 : 8;
  });
  return [...tokens, ...misfits].reduce<number>((sum, weight) => sum + weight, -2 * shared.length);
}
