/** What kind of thing a schema says of a value that does not fit it. */
export type ProblemRule = 'schema-required' | 'schema-type' | 'schema-value' | 'schema-unknown-field';

/** One thing in a value that its schema does not describe. */
export interface SchemaProblem {
  rule: ProblemRule;
  /** The way to it from the value that was judged. */
  place: readonly (string | number)[];
  /** Completes `it takes …`. */
  takes: string;
  /** What stands there; undefined where something is missing. */
  value: unknown;
  /** Of what is missing: names beside it of which one would do as well. */
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
