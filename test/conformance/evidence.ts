import * as z from 'zod';
import type { NamedTest } from './test-titles.ts';

/**
 * A statement of the service document, and what holds the project to it: the cases that name its id, unless it says
 * otherwise.
 */
export const clauseSchema = z.strictObject({
  id: z.string().regex(/^§\d\S+$/),
  says: z.string().min(1),
  evidence: z
    .union([
      /** Tests that hold to it, each as `test/FILE.test.ts > group > title`. */
      z.strictObject({ tests: z.array(z.string().startsWith('test/')).min(1) }),
      /** Why nothing can hold to it. */
      z.strictObject({ reason: z.string().min(1) }),
    ])
    .optional(),
});

export type Clause = z.infer<typeof clauseSchema>;

/** What is there to be named. */
export interface Evidence {
  cases: readonly { name: string; clause: readonly string[] }[];
  /** The tests of a file that is run, undefined where there is no such file. */
  testsOf: (file: string) => readonly NamedTest[] | undefined;
}

/** What is wrong between the clauses and what holds to them, each in a sentence; empty when nothing is. */
export function troubles(clauses: readonly Clause[], { cases, testsOf }: Evidence): string[] {
  const known = new Set(clauses.map(({ id }) => id));
  const named = new Set(cases.flatMap(({ clause }) => clause));
  const unknown = cases.flatMap(({ name, clause }) =>
    clause.filter((id) => !known.has(id)).map((id) => `the case "${name}" names ${id}, which is no clause`),
  );
  return [...unknown, ...clauses.flatMap((clause) => troublesOf(clause, named.has(clause.id), testsOf))];
}

function troublesOf(
  { id, says, evidence }: Clause,
  hasCase: boolean,
  testsOf: Evidence['testsOf'],
): string[] {
  if (evidence === undefined) return hasCase ? [] : [`${id} has no case: ${says}`];
  if ('reason' in evidence) return hasCase ? [`${id} gives a reason and has a case`] : [];
  return evidence.tests.flatMap((name) => {
    const [file = '', ...titles] = name.split(' > ');
    const test = testsOf(file)?.find(({ title }) => title === titles.join(' > '));
    if (test === undefined) return [`${id} names a test that is not there: ${name}`];
    return test.runs ? [] : [`${id} names a test that does not run: ${name}`];
  });
}

/** The ids in a text that stand for no clause, nor for a section that has some; each once. */
export function unknownIds(text: string, clauses: readonly Clause[]): string[] {
  const known = new Set(clauses.flatMap(({ id }) => [id, sectionOf(id), id.slice(0, '§1'.length)]));
  const ids = new Set(text.match(/§\d(?:[\w.-]*\w)?/g));
  return [...ids].filter((id) => !known.has(id));
}

/** `§2.7` of `§2.7.18b`. */
export function sectionOf(id: string): string {
  return /^§\d(\.\d+)?/.exec(id)?.[0] ?? id;
}
