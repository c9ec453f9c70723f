import { problemHere, type SchemaProblem } from './problem.ts';

/**
 * What to say of a value that fits none of several kinds: what is wrong with it as the kind that it was likeliest meant
 * to be; where it is of none of them, what each of them takes.
 *
 * @param found the problems of each kind, at least one each.
 */
export function fewestProblems(value: unknown, found: readonly SchemaProblem[][]): SchemaProblem[] {
  const meant = found.filter((problems) => problems.every(({ place }) => place.length > 0));
  if (meant.length > 0)
    return meant.reduce((least, problems) => (weightOf(problems) < weightOf(least) ? problems : least));
  const here = found.flatMap((problems) => problems.filter(({ place }) => place.length === 0).slice(0, 1));
  const takes = [...new Set(here.map((problem) => problem.takes))].join(', or ');
  const isType = here.every(({ rule }) => rule === 'schema-type');
  return [problemHere(value, takes, isType ? 'schema-type' : 'schema-value')];
}

/** A wrong value, such as that of a `type`, says that another kind was meant; a missing field may just be missing. */
function weightOf(problems: readonly SchemaProblem[]): number {
  const weights = problems.map(({ rule, place }) => {
    if (rule === 'schema-required') return 2;
    // The deeper the fault, the more of the kind was met on the way.
    return place.length > 1 ? 3 : 8;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}
