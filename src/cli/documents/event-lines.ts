import { z } from 'zod';
import { errorDocument } from './error.ts';
import { jobDocument, outputFinding } from './job.ts';
import type { Printed } from './said.ts';

/** The fields of every line. */
function lineOf<Name extends string, Fields extends z.ZodRawShape>(event: Name, fields: Fields) {
  return z.object({
    event: z.literal(event),
    at: z.string().describe('When it was told, ISO 8601 in UTC.'),
    ...fields,
  });
}

const jobId = z.string().describe('The job that it is about.');
const index = z.int().nonnegative().describe('Place of the output among those of its job, from 0.');
const path = z.string().describe('Absolute.');
const ending = {
  exit_code: z.int().describe('The exit code of the command.'),
  error: z.nullable(errorDocument.shape.error).describe('The failure, as --json has it on stderr.'),
};

/** The lines of `--events` that every command has that follows jobs. */
export const journeyLines = {
  started: lineOf('started', {
    schema: z.literal('genctl.events/v1'),
    version: z.string().describe('Of genctl.'),
  }),
  submitted: lineOf('submitted', {
    job_id: jobId,
    model: z.string(),
    replayed: z.boolean().describe('Whether the job existed already under its name or key.'),
    created_at: z.string().nullable().describe('By the clock of the service, ISO 8601.'),
  }),
  state: lineOf('state', {
    job_id: jobId,
    status: z.string(),
    previous: z.string().nullable().describe('Null where none was known.'),
    age_ms: z.int().describe('Since the job was made; of one that is over, until it was.'),
  }),
  retrying: lineOf('retrying', {
    what: z.string().describe('The request that is repeated.'),
    reason: z.string(),
    attempt: z.int().describe('How often it was tried.'),
    delay_ms: z.int().describe('How long until it is tried again.'),
  }),
  upload: lineOf('upload', {
    where: z.string().describe('The local file of a reference, and where it goes.'),
    bytes: z.int(),
  }),
  download: lineOf('download', { job_id: jobId, index, path }).describe('A file begins to come.'),
  download_failed: lineOf('download_failed', {
    job_id: jobId,
    index,
    path,
    reason: z.string().nullable().describe('Null where a signal stopped it.'),
  }),
  file: lineOf('file', {
    job_id: jobId,
    index,
    path,
    bytes: z.int(),
    sha256: z.string(),
    fetched: z.boolean().describe('False for a file that was here already.'),
  }).describe('A file is here, whole, and recorded.'),
  verified: lineOf('verified', {
    job_id: jobId,
    index,
    path,
    findings: z.array(outputFinding).describe('Empty where the file is as it was asked for.'),
  }).describe('A file was looked at by --verify.'),
  exec: lineOf('exec', {
    job_id: jobId,
    state: z
      .enum(['started', 'done', 'done_before', 'failed', 'interrupted'])
      .describe('done_before: it ended with 0 in an earlier run, and is not run again.'),
    exit_code: z.int().nullable(),
    signal: z.string().nullable().describe('What ended it from outside.'),
    reason: z.string().nullable().describe('Why it could not be started.'),
    took_ms: z.int().nullable(),
  }).describe('The command of --exec.'),
  warning: lineOf('warning', { message: z.string() }),
  summary: lineOf('summary', {
    ...ending,
    jobs: z.array(jobDocument).describe('The jobs as last known.'),
  }).describe('The last line.'),
} as const satisfies Record<string, z.ZodType>;

/** The lines that a batch has besides: its summary stands in the place of that of other commands. */
export const batchLines = {
  line: lineOf('line', {
    line: z.int().describe('Its number in the manifest.'),
    id: z.string().nullable().describe('Of the shot; null where the line has none that can be read.'),
    state: z
      .enum(['sent', 'done', 'lost', 'left', 'unsent', 'held'])
      .describe(
        'lost: without success; left: it goes on; held: not sent, since a line that it waits for was lost, or is to be picked (code not_picked, parent_not_picked).',
      ),
    job_id: z.string().nullable(),
    status: z.string().nullable(),
    attempt: z.int().nullable(),
    cost_usd: z.number().nullable(),
    code: z.string().nullable().describe('Why it was lost or held, as a word.'),
    message: z.string().nullable(),
  }).describe('A line of the manifest was sent, or has its end.'),
  pace: lineOf('pace', {
    limit: z.int().describe('Jobs that may be in flight.'),
    limit_is: z.enum(['sought', 'found', 'given']).describe('given: by --in-flight.'),
    running: z.int(),
    fetching: z.int().describe('Jobs that are over, and whose files are still to come.'),
    next_submit_in_ms: z.int().nullable().describe('Of a pause that the service asked for.'),
    stopped: z.string().nullable().describe('Why nothing more is sent.'),
    spent_usd: z.number().nullable().describe('Over all runs, where there is a budget.'),
    max_cost_usd: z.number().nullable().describe('By --max-cost; of a shard its part.'),
  }).describe('How fast a batch may go has changed.'),
  summary: lineOf('summary', {
    ...ending,
    done: z.int(),
    failed: z.int(),
    uncertain: z.int(),
    left: z.int(),
    unsent: z.int(),
    held: z.int().describe('Not sent, since a line that they wait for was lost, or they were not picked.'),
    unpicked: z.int().describe('Of the held: they wait to be picked, or for a line that does.'),
    cost_usd: z.number(),
  }).describe('The last line of a batch.'),
} as const satisfies Record<string, z.ZodType>;

/** The lines that a worker has besides: those of what becomes of the lines of a queue that it holds. */
export const workerLines = {
  worker: lineOf('worker', {
    worker: z.string().describe('Its name in the queue.'),
    account: z.string().describe('A fingerprint of its key: it takes the lines of that account.'),
    service: z.string().describe('Where it sends.'),
    queue: z.string().describe('Its address, without a password.'),
    slots: z.int().describe('Lines that it holds at once.'),
    metrics_url: z.string().nullable().describe('Where --metrics listens.'),
  }).describe('A worker begins to take lines.'),
  line: lineOf('line', {
    shot: z.string().describe('BATCH/ID.'),
    state: z
      .enum(['taken', 'done', 'lost', 'given_back', 'put_off', 'lock_lost'])
      .describe(
        'lost: without success; given_back: another worker goes on with it; put_off: it is tried again after a while; lock_lost: another worker may have it.',
      ),
    job_id: z.string().nullable(),
    code: z.string().nullable().describe('Why it did not succeed, as a word.'),
    message: z.string().nullable(),
  }).describe('A line of the queue was taken, or this worker is done with it.'),
  summary: lineOf('summary', {
    ...ending,
    done: z.int(),
    lost: z.int(),
    given_back: z.int(),
  }).describe('The last line of a worker.'),
} as const satisfies Record<string, z.ZodType>;

/** The fields of each line of a table but those that all lines have. */
export type LineFields<Lines extends Record<string, z.ZodType>> = {
  [Name in keyof Lines]: Omit<Printed<z.infer<Lines[Name]>>, 'event' | 'at'>;
};

/** The fields of the lines that a command writes itself, so without the first, which is the stream's own. */
export type JourneyLines = Omit<LineFields<typeof journeyLines>, 'started'>;
