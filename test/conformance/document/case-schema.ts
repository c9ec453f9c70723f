import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const accountSchema = z.enum(['other', 'ungranted', 'none', 'unknown_key']);
const scenarioSchema = z.enum([
  'provider_rejected',
  'provider_failed',
  'timeout',
  'quota_exceeded',
  'output_too_large',
  'unsupported_media',
  'internal',
  'stuck',
  'too_many_results',
  'rate_limited',
  'out_of_balance',
]);
const stateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled', 'expired']);

/** A submit with no `Idempotency-Key` among its headers gets a fresh one; a header that is null is left out. */
const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string().regex(/^[/$]/),
  headers: z.record(z.string(), z.string().nullable()).optional(),
  body: z.unknown().optional(),
  /** Sent as it stands, in place of a body. */
  raw_body: z.string().optional(),
});

const earlierJobSchema = z.strictObject({
  as: z.string(),
  body: z.unknown(),
  key: z.string(),
  account: z.enum(['other']).optional(),
  scenario: scenarioSchema.optional(),
  until: stateSchema.optional(),
  /** Time that passes once that state is reached. Unit: s. */
  age_seconds: z.number().positive().optional(),
});

const earlierRequestSchema = z.strictObject({
  account: z.enum(['other']).optional(),
  request: requestSchema,
});

const givenSchema = z.strictObject({
  account: accountSchema.optional(),
  scenario: scenarioSchema.optional(),
  /** Time that passes after all of `before`. Unit: s. */
  clock_advance_seconds: z.number().positive().optional(),
  /** The clock stands a second past this timestamp of an earlier job. */
  clock_past: z.strictObject({ job: z.string(), field: z.string() }).optional(),
  /** The check is also given the model's entry of `GET /v2/models`. */
  model_entry: z.literal(true).optional(),
});

/** What the list says of a model, under whatever names. `required`, `names` and `lacks` speak of its `input_schema`. */
const listedModelSchema = z.strictObject({
  medium: z.enum(['image', 'video']).optional(),
  max_output_count: z.int().positive().optional(),
  runtime_at_most_seconds: z.int().positive().optional(),
  required: z.array(z.string()).optional(),
  names: z.array(z.string()).optional(),
  lacks: z.array(z.string()).optional(),
  /** The whole `enum` of an option, in any order. */
  allowed: z.record(z.string(), z.array(z.string())).optional(),
  additional_properties: z.boolean().optional(),
});

/**
 * `present`, `absent` and `body_matches` speak of the answer itself; where `end` is given, of the job's poll in that
 * state. `body_matches` names a part of it: a plain value is equal, an array is of that length, and an object of one
 * `$` key is one of `$matches` (a regular expression), `$type`, `$length`, `$absent`, `$job`, `$field` (of the same
 * body) or `$after` (a timestamp, seconds later than a field of the same body).
 */
const expectSchema = z.strictObject({
  status: z.int(),
  code: z.string().optional(),
  /** Words in the message. */
  names: z.array(z.string()).optional(),
  end: z.enum(['succeeded', 'failed', 'expired']).optional(),
  end_code: z.string().optional(),
  /** Whether a `cost_usd` above zero is on the job. */
  charged: z.boolean().optional(),
  /** The charge against that of an earlier job. */
  cost: z
    .strictObject({ equals: z.string() })
    .or(z.strictObject({ above: z.string() }))
    .optional(),
  present: z.array(z.string()).optional(),
  absent: z.array(z.string()).optional(),
  body_matches: z.record(z.string(), z.unknown()).optional(),
  header_matches: z.record(z.string(), z.unknown()).optional(),
  same_job_as: z.string().optional(),
  other_job_than: z.string().optional(),
  /** The whole answer is that job's poll from before this request. */
  unchanged_from: z.string().optional(),
  /** Status and body are those for an id that nobody has, put in this job's place, but for the id itself. */
  same_answer_as_unknown_id: z.string().optional(),
  models: z.record(z.string(), listedModelSchema).optional(),
  models_absent: z.array(z.string()).optional(),
});

const shapeSchema = z.strictObject({
  name: z.string().min(1),
  /** Section of the service document, and which sentence of it in a few words. */
  clause: z.array(z.string().regex(/^§\d+(\.\d+)* ./)).min(1),
  /** The document leaves it open; a decision stands behind the case. */
  chosen: z.literal(true).optional(),
  given: givenSchema.optional(),
  before: z.array(z.union([earlierJobSchema, earlierRequestSchema])).optional(),
  request: requestSchema,
  expect: expectSchema,
  /**
   * `refuses`: an error. `warns`: a warning and no error. `passes`: neither. `does-not-refuse`: no error, a warning
   * is open. `cannot-know`: no error, whatever the service answers. Null: nothing that is checked before sending.
   */
  preflight: z.enum(['refuses', 'warns', 'passes', 'does-not-refuse', 'cannot-know']).nullable(),
  why: z.string().optional(),
  enforced_by: z.enum(['service', 'generator', 'advice']).nullable(),
});

/** One request, what the service must do with it, and what the check before sending must say. */
export type ConformanceCase = z.infer<typeof shapeSchema>;

/** What is wrong in a case, though each field is well formed; empty when nothing is. */
export function contradictions(one: ConformanceCase): string[] {
  const { expect, preflight, enforced_by: by } = one;
  const isSubmit =
    one.request.method === 'POST' && one.request.path === '/v2/jobs' && one.request.raw_body === undefined;
  const refused = expect.status >= 400;
  const rules: [wrong: boolean, saying: string][] = [
    [isSubmit === (preflight === null), 'a check stands before each submit, and before nothing else'],
    [preflight === 'cannot-know' && one.why === undefined, 'what can not be known needs a why'],
    [preflight === 'refuses' && by !== 'service' && by !== 'generator', 'a refusal is somebody’s'],
    [preflight === 'passes' && by !== null, 'nobody enforces what passes'],
    [refused !== (by === 'service'), 'the service enforces with a status, and nobody else does'],
    [refused && expect.code === undefined, 'a refusal has a code'],
    [refused && expect.end !== undefined, 'what is refused has no end'],
    [
      (by === 'generator') !== (expect.end_code === 'provider_rejected' && one.given?.scenario === undefined),
      'the generator enforces by rejecting',
    ],
    [(expect.end === 'failed') !== (expect.end_code !== undefined), 'a failed end has a code'],
    [expect.end === 'failed' && expect.charged !== false, 'a failed job is uncharged'],
    [expect.cost !== undefined && expect.end !== 'succeeded', 'only a success is charged'],
  ];
  return rules.filter(([wrong]) => wrong).map(([, saying]) => saying);
}

const fileSchema = z.strictObject({ part: z.string(), cases: z.array(shapeSchema).min(1) });

/** The files of cases, by name. */
export function conformanceFiles(): { file: string; part: string; cases: ConformanceCase[] }[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => ({ file, ...fileSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))) }));
}
