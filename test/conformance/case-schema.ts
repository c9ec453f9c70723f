import * as z from 'zod';

const accountSchema = z.enum([
  'other',
  'second_key',
  'ungranted',
  'granted_catalogue_id',
  'granted_native_id',
  'none',
  'unknown_key',
]);
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
  'soundtrack',
  'sensitive_content',
  'unreachable_reference',
  'preparation_busy',
  'preparation_timeout',
]);
const stateSchema = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled', 'expired']);

/** Where each way to ask for a rendering is sent, and looked at; as the document writes them. */
export const documentRoutes = {
  jobs: { submit: '/v2/jobs', poll: '/v2/jobs' },
  tasks: {
    submit: '/v1/vendor-b/contents/generations/tasks',
    poll: '/v1/vendor-b/contents/generations/tasks',
  },
  images: { submit: '/v1/vendor-b/images/async', poll: '/v1/vendor-b/images/async' },
  spicy: { submit: '/v1/spicy/generations', poll: '/v1/spicy/generations' },
  refs: { submit: '/v1/spicy/generations/refs', poll: '/v1/spicy/generations' },
} as const;

export type DocumentRoute = keyof typeof documentRoutes;

const routeSchema = z.enum(['jobs', 'tasks', 'images', 'spicy', 'refs']);

/** A submit with no `Idempotency-Key` among its headers gets a fresh one; a header that is null is left out. */
const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string().regex(/^[/$]/),
  headers: z.record(z.string(), z.string().nullable()).optional(),
  body: z.unknown().optional(),
  /** Sent as it stands, in place of a body. */
  raw_body: z.string().optional(),
});

/** A submit of v2 with no key of its own gets a fresh one; v1 knows none. */
const earlierJobSchema = z.strictObject({
  as: z.string(),
  route: routeSchema.optional(),
  body: z.unknown(),
  key: z.string().optional(),
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
  /** The deployment has no CDN. */
  no_cdn: z.literal(true).optional(),
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

/** A link at a path of the body, asked for with no key unless an account is named. */
const linkSchema = z.strictObject({
  at: z.string(),
  account: z.enum(['own', 'other', 'second_key']).optional(),
  /** Time that passes first. Unit: s. */
  after_seconds: z.number().positive().optional(),
  status: z.int().or(z.enum(['2xx', '4xx'])),
  content_type: z.string().optional(),
});

/**
 * `present`, `absent` and `body_matches` speak of the answer itself; where `end` is given, of the job's poll in that
 * state. `body_matches` names a part of it: a plain value is equal, an array is of that length, and an object of one
 * `$` key is one of `$matches` (a regular expression), `$type`, `$length`, `$absent`, `$job`, `$field` (of the same
 * body), `$differs` (from the value at a path of it), `$as` (the value at a path of an
 * earlier job's last poll) or `$after` (a timestamp, seconds later than a field of the same body).
 */
const expectSchema = z.strictObject({
  /** Where the document gives no more than whether it is a refusal, its first digit. */
  status: z.int().or(z.enum(['2xx', '4xx'])),
  code: z.string().optional(),
  /** A regular expression for the code. */
  code_matches: z.string().optional(),
  /** Whether the error, of the answer or of the job at its end, has the generator's own code. */
  provider_code: z.boolean().optional(),
  /** Words in the message. */
  names: z.array(z.string().or(z.number().transform(String))).optional(),
  end: z.enum(['running', 'succeeded', 'failed', 'expired']).optional(),
  end_code: z.string().optional(),
  /** Whether a `cost_usd` above zero is on the job. */
  charged: z.boolean().optional(),
  /** The charge against that of an earlier job. */
  cost: z
    .strictObject({ equals: z.string() })
    .or(z.strictObject({ above: z.string() }))
    .optional(),
  /** How many fields the poll at the end has. */
  fields: z.strictObject({ least: z.int(), most: z.int() }).optional(),
  /** Links in the poll at the end, fetched one after the other. */
  links: z.array(linkSchema).optional(),
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

export const caseSchema = z.strictObject({
  name: z.string().min(1),
  /** What of the service document it holds to, by the ids of clauses.json. */
  clause: z.array(z.string().regex(/^§\d\S+$/)).min(1),
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
  /** `unsaid`: it is refused, and the document does not say by whom. */
  enforced_by: z.enum(['service', 'generator', 'advice', 'unsaid']).nullable(),
});

/** One request, what the service must do with it, and what the check before sending must say. */
export type ConformanceCase = z.infer<typeof caseSchema>;
