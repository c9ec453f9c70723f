import type { Job } from '../../service/job.ts';
import { isOver } from '../../service/lifecycle.ts';
import { idObjection } from '../../service/origin/id-objection.ts';
import { parseRetryAfterMs } from '../../service/retries/retry-after.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { shortWord, withShortWords } from '../trouble/short-words.ts';

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
  const { outputsAnywhere } = await import('./outputs-anywhere.ts');
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
