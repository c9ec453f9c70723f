import type { Job } from '../../service/job.ts';
import { isOver } from '../../service/lifecycle.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import { idObjection } from '../../service/sendable.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { ApiAnswer } from '../transport/api-call.ts';

/** A job that was created longer than this before the request was not made by the request. Unit: ms. */
const replayAgeMs = 60_000;
/** The error of a clock that is read from a Date header, which has whole seconds. Unit: ms. */
const clockErrorMs = 1_500;

/** Reads the job of an answer. The call uses `accept`; `job` may be called once the call has resolved. */
export interface JobReader {
  accept(answer: ApiAnswer): Promise<string | undefined>;
  job(): Job;
  /** The whole answer, where outputs that it lists, or should list, could not be read; else undefined. */
  unread(): unknown;
}

/** `objection` says what is wrong with a job that is not the one asked for; undefined where nothing is. */
export function createJobReader(objection: (job: Job) => string | undefined): JobReader {
  let accepted: Job | undefined;
  let unread: unknown;
  const contract = contractOfJobs();
  return {
    async accept({ json }) {
      const { readJob } = await contract;
      const read = readJob(json);
      const isWhole = read === undefined || hasAllOutputs(read, json);
      unread = isWhole ? undefined : json;
      const job = isWhole || (read.outputs ?? []).length > 0 ? read : await withOutputsAnywhere(read, json);
      if (job === undefined) return 'is not a job: it lacks an id or a status';
      accepted = withShortWords(job);
      return objection(job);
    },
    job() {
      if (accepted === undefined) throw new Error('A job was read before its call had resolved');
      return accepted;
    },
    unread: () => unread,
  };
}

/** Tells whether every output that a succeeded job lists was read. */
function hasAllOutputs({ status, outputs = [] }: Job, json: unknown): boolean {
  if (status !== 'succeeded') return true;
  const listed = ownValue(objectOf(json), 'outputs');
  return outputs.length > 0 && (!Array.isArray(listed) || listed.length === outputs.length);
}

/** Looks for the outputs in other places of the answer, where services of this kind have them: the job was paid for. */
async function withOutputsAnywhere(job: Job, json: unknown): Promise<Job> {
  const { outputsAnywhere } = await import('./task-outputs.ts');
  const outputs = outputsAnywhere(json, job.media === 'video' ? 'video' : 'image');
  return outputs.length === 0 ? job : { ...job, outputs };
}

type JobContract = typeof import('../../service/job.ts');
let loading: Promise<JobContract> | undefined;

/** The schema, which is loaded while the service answers for the first time. */
function contractOfJobs(): Promise<JobContract> {
  if (loading === undefined) {
    loading = loadMeanwhile();
    // `accept` reports a failure to load. Where no answer comes `accept` is never called, and the rejection would be unhandled.
    loading.catch(() => {});
  }
  return loading;
}

/** Waits until the request is sent, because loading takes longer than sending it. */
async function loadMeanwhile(): Promise<JobContract> {
  await new Promise((resolve) => setImmediate(resolve));
  return import('../../service/job.ts');
}

/**
 * The job with the longer of its `retry_after` and the Retry-After header. They should be equal, and either may be missing.
 * @see service document §2.1
 */
export function paced(job: Job, { headers }: Pick<ApiAnswer, 'headers'>, nowMs: number): Job {
  const headerMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  if (headerMs === undefined || isOver(job) || headerMs <= (job.retry_after ?? 0) * 1000) return job;
  return { ...job, retry_after: headerMs / 1000 };
}

/** Says what is wrong with a job whose id can't be part of a URL or be shown; undefined where nothing is. */
export function unusableId({ id }: Job): string | undefined {
  return idObjection(id) === undefined ? undefined : 'names the job by an unusable id';
}

/** Says what is wrong with an answer about another model, which can't belong to this request; undefined where nothing is. */
export function otherModel({ model }: Job, expected: string): string | undefined {
  return model === undefined || model === expected
    ? undefined
    : `is about the model ${shortWord(model)}, not ${expected}`;
}

export function otherJob({ id }: Job, expected: string): string | undefined {
  return id === expected ? undefined : `is about the job ${shortWord(id)}, not ${expected}`;
}

/**
 * Tells whether a submit was answered with a job that the service already had. The service document does not say how to tell; a header may.
 * Otherwise the job was there already if it was created well before the request was sent: by over a minute, or by more than the error of a
 * clock where the job is past `queued`. Times are compared by the service's own clock where it tells the time. A new job may be past
 * `queued` by its first answer, so that counts alone only where the job has no time. The status code proves nothing.
 *
 * @see service document §4.1
 */
export function isReplayed({ headers, sentAtMs }: ApiAnswer, job: Job): boolean {
  const said = headers['idempotent-replayed'] ?? headers['idempotency-replayed'];
  if (said !== undefined) return said.trim().toLowerCase() === 'true';
  const isFurtherOn = job.status !== 'queued';
  const createdMs = Date.parse(job.created_at ?? '');
  if (Number.isNaN(createdMs)) return isFurtherOn;
  return sentAtMs - createdMs > (isFurtherOn ? clockErrorMs : replayAgeMs);
}

/** Words such as states and codes are cut to this length. Unit: characters. */
const wordMost = 200;
/** Sentences of the service are cut to this length. Unit: characters. */
const sentenceMost = 2000;

/** Cuts a long text; an ellipsis shows the cut. */
export function shortWord(text: string, most = wordMost): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

const jobWords = ['model', 'media', 'created_at', 'completed_at', 'retention_until', 'deadline_at'];
const outputWords = ['type', 'content_type', 'expires_at'];

/**
 * Cuts the words of a job to a sensible length: nobody can use a state or a code of a megabyte, and every look would print and
 * store it. Ids and links stay as they are.
 */
export function withShortWords(job: Job): Job {
  const { error, outputs } = job;
  return {
    ...job,
    ...shortened(job, jobWords),
    status: shortWord(job.status),
    ...(error === undefined ? {} : { error: shortError(error) }),
    ...(outputs === undefined
      ? {}
      : { outputs: outputs.map((one) => ({ ...one, ...shortened(one, outputWords) })) }),
  };
}

function shortError(error: NonNullable<Job['error']>): NonNullable<Job['error']> {
  const { message } = error;
  const codes = shortened<Record<string, unknown>>(error, ['code', 'provider_code']);
  return {
    ...error,
    ...codes,
    ...(message === undefined ? {} : { message: shortWord(message, sentenceMost) }),
  };
}

/** Shortens those of the named fields that are texts, and returns them. */
function shortened<Fields extends Record<string, unknown>>(
  fields: Fields,
  names: readonly string[],
): Partial<Fields> {
  const texts = names.flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? [[name, shortWord(value)] as const] : [];
  });
  return Object.fromEntries(texts) as Partial<Fields>;
}
