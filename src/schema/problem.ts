import type { ValueRange } from '../errors/cli-error.ts';

/** The kind of problem that a value has with its schema. */
export type ProblemRule = 'schema-required' | 'schema-type' | 'schema-value' | 'schema-unknown-field';

/** One problem of a value with its schema. */
export interface SchemaProblem {
  rule: ProblemRule;
  /** The path to it from the value that was judged. */
  place: readonly (string | number)[];
  /** Completes `it takes …`. */
  takes: string;
  /** The value at that place; undefined where it is missing. */
  value: unknown;
  /** The values that are taken there, where the schema lists them, or the ends of its range. */
  allowed?: readonly unknown[] | undefined;
  range?: ValueRange | undefined;
  /** The types that are taken there, where the value has none of them. */
  types?: readonly string[] | undefined;
  /** For a missing member: other members, any of which would do instead. */
  orElse?: readonly string[];
}

/** A problem of the judged value itself. */
export function problemHere(
  value: unknown,
  takes: string,
  rule: ProblemRule = 'schema-value',
): SchemaProblem {
  return { rule, place: [], takes, value };
}
