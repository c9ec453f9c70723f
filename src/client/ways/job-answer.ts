import type { Job } from '../../contract/job.ts';
import { clockSkewMs } from '../../rules/clock-skew.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import { isOver } from '../../rules/lifecycle.ts';
import { parseRetryAfterMs } from '../../rules/retry-after.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { shortWord, withShortWords } from '../transport/trouble/short-words.ts';
import { idObjection } from './resource-id.ts';

/** A job that was created longer before the request was not made by it. Unit: ms. */
const replayAgeMs = 60_000;
/** How far a clock may be off that is read from a Date header, which has whole seconds. Unit: ms. */
const clockErrorMs = 1_500;

/** Reads the job that a call brings: `accept` is for the call, `job` is there once it resolved. */
export interface JobReader {
  accept(answer: ApiAnswer): Promise<string | undefined>;
  job(): Job;
  /** The answer as it came, where it lists outputs, or should, that can't be read as such; else undefined. */
  unread(): unknown;
}

/** `objection` says what is wrong with a job that is not the one asked for. */
export function createJobReader(objection: (job: Job) => string | undefined): JobReader {
  let accepted: Job | undefined;
  let unread: unknown;
  const contract = loadMeanwhile();
  // Where the answer never comes nobody else hears of a failure; where it does, `accept` throws it.
  contract.catch(() => {});
  return {
    async accept({ json }) {
      const { readJob } = await contract;
      const read = readJob(json);
      const isWhole = read === undefined || hasAllOutputs(read, json);
      unread = isWhole ? undefined : json;
      const job = isWhole || (read.outputs ?? []).length > 0 ? read : await withOutputsAnywhere(read, json);
      if (job === undefined) return 'is no job: it lacks an id or a status';
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

/** Whether what a success lists as outputs was read to the last. */
function hasAllOutputs({ status, outputs = [] }: Job, json: unknown): boolean {
  if (status !== 'succeeded') return true;
  const listed = ownValue(objectOf(json), 'outputs');
  return outputs.length > 0 && (!Array.isArray(listed) || listed.length === outputs.length);
}

/** What was paid for and is not where the document has it is looked for wherever services of this kind have it. */
async function withOutputsAnywhere(job: Job, json: unknown): Promise<Job> {
  const { outputsAnywhere } = await import('./outputs-anywhere.ts');
  const outputs = outputsAnywhere(json, job.media === 'video' ? 'video' : 'image');
  return outputs.length === 0 ? job : { ...job, outputs };
}

/** The schema takes longer to load than a request to leave: it loads while the service answers. */
async function loadMeanwhile(): Promise<typeof import('../../contract/job.ts')> {
  await new Promise((resolve) => setImmediate(resolve));
  return import('../../contract/job.ts');
}

/**
 * A job with the pace that its answer asks for: `retry_after` mirrors the Retry-After header, and where the two disagree, or
 * one is missing, the longer is kept with the job. @see service document §2.1
 */
export function paced(job: Job, { headers }: Pick<ApiAnswer, 'headers'>, nowMs: number): Job {
  const headerMs = parseRetryAfterMs(headers['retry-after'], nowMs);
  if (headerMs === undefined || isOver(job) || headerMs <= (job.retry_after ?? 0) * 1000) return job;
  return { ...job, retry_after: headerMs / 1000 };
}

/** A job under an id that can be neither asked for nor shown is not one that can be kept. */
export function unusableId({ id }: Job): string | undefined {
  return idObjection(id) === undefined ? undefined : 'names the job by an id that can not be used';
}

/** An answer about another model does not belong to this request. */
export function otherModel({ model }: Job, expected: string): string | undefined {
  return model === undefined || model === expected
    ? undefined
    : `is about the model ${shortWord(model)}, not ${expected}`;
}

export function otherJob({ id }: Job, expected: string): string | undefined {
  return id === expected ? undefined : `is about the job ${shortWord(id)}, not ${expected}`;
}

/**
 * Whether a submit was answered with a job that the service already had. The service document does not say how to tell;
 * a header may. Else it is a job that was created before this request was sent, by the service's own clock where it tells
 * the time: by over a minute, or less where the job is past `queued` too, which by itself proves nothing: a job may be
 * running, or over, by the time of its first answer. The status code proves nothing either.
 *
 * @param receivedAtMs wall clock. Unit: ms since 1970.
 * @see service document §4.1
 */
export function isReplayed({ headers, sentAtMs }: ApiAnswer, job: Job, receivedAtMs: number): boolean {
  const said = headers['idempotent-replayed'] ?? headers['idempotency-replayed'];
  if (said !== undefined) return said.trim().toLowerCase() === 'true';
  const isFurtherOn = job.status !== 'queued';
  const createdMs = Date.parse(job.created_at ?? '');
  if (Number.isNaN(createdMs)) return isFurtherOn;
  const { age, date } = headers;
  const sentByItsClockMs = sentAtMs + (clockSkewMs({ date, age, sentAtMs, receivedAtMs }) ?? 0);
  return sentByItsClockMs - createdMs > (isFurtherOn ? clockErrorMs : replayAgeMs);
}
