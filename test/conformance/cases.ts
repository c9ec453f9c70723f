import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const accounts = ['other', 'ungranted', 'none'] as const;

/** A job that a case needs to be there first. */
const earlierJobSchema = z.strictObject({
  as: z.string(),
  body: z.unknown(),
  key: z.optional(z.string()),
  account: z.optional(z.enum(accounts)),
  scenario: z.optional(z.string()),
  /** The state it has reached before the request; absent: it was just submitted. */
  until: z.optional(z.string()),
  /** Clock time that passes after it ended. Unit: s. */
  age_seconds: z.optional(z.number()),
});

const expectationSchema = z.strictObject({
  status: z.number(),
  code: z.optional(z.string()),
  /** Words that the refusal's message must name. */
  names: z.optional(z.array(z.string())),
  /** The state in which the new job is over. */
  end: z.optional(z.string()),
  end_code: z.optional(z.string()),
  /** The state in the answer itself. */
  is: z.optional(z.string()),
  /** Fields of the job, once it is over where `end` is given, else of the answer. */
  present: z.optional(z.array(z.string())),
  absent: z.optional(z.array(z.string())),
  /** What fields of it, by their path, hold; `outputs.length` is how many there are. */
  equals: z.optional(z.record(z.string(), z.unknown())),
  headers: z.optional(z.array(z.string())),
  same_job_as: z.optional(z.string()),
  /** An earlier job that this one must not be. */
  not_job: z.optional(z.string()),
  /** Model ids that the answer lists. */
  lists: z.optional(z.array(z.string())),
});

/** One request, what the service must do with it, and what the check before sending must say. */
const caseSchema = z.strictObject({
  name: z.string(),
  /** What of the service document it holds to, by the ids of clauses.json. */
  clause: z.array(z.string().check(z.regex(/^§\d/))).check(z.minLength(1)),
  given: z.optional(
    z.strictObject({ account: z.optional(z.enum(accounts)), scenario: z.optional(z.string()) }),
  ),
  before: z.optional(z.array(earlierJobSchema)),
  request: z.strictObject({
    method: z.enum(['GET', 'POST']),
    path: z.string(),
    headers: z.optional(z.record(z.string(), z.nullable(z.string()))),
    body: z.optional(z.unknown()),
  }),
  expect: expectationSchema,
  preflight: z.nullable(z.enum(['refuses', 'warns', 'passes', 'cannot-know'])),
  why: z.optional(z.string()),
  enforced_by: z.nullable(z.enum(['service', 'generator', 'advice'])),
  /** The document does not say; see docs/sandbox-choices.md. */
  chosen: z.optional(z.boolean()),
});

const fileSchema = z.strictObject({ part: z.string(), cases: z.array(caseSchema) });

export type ConformanceCase = z.infer<typeof caseSchema>;

/** Every case, of all files, its large values still written small. */
export function conformanceCases(): ConformanceCase[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((name) => /^v\d-.*\.json$/.test(name))
    .flatMap((name) => fileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))).cases);
}

/**
 * A body as it is sent: `{"$repeat": ["x", 3]}` is `xxx`, `{"$list": [part, 3]}` stands for three elements of the
 * array it is in, `{"$job": "draft"}` is the id of that earlier job.
 */
export function expand(value: unknown, jobIds: ReadonlyMap<string, string> = new Map()): unknown {
  if (Array.isArray(value)) return value.flatMap((element: unknown) => expandElement(element, jobIds));
  if (typeof value !== 'object' || value === null) return value;
  if ('$repeat' in value) {
    const [text, times] = value.$repeat as [string, number];
    return text.repeat(times);
  }
  if ('$job' in value) return jobIds.get(String(value.$job)) ?? 'job_unknown';
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expand(inner, jobIds)]));
}

function expandElement(element: unknown, jobIds: ReadonlyMap<string, string>): unknown[] {
  if (typeof element !== 'object' || element === null || !('$list' in element))
    return [expand(element, jobIds)];
  const [part, times] = element.$list as [unknown, number];
  return Array.from({ length: times }, () => expand(part, jobIds));
}
