import type { Job } from '../contract/job.ts';
import { objectOf, ownValue } from '../rules/json-object.ts';
import { isOver } from '../rules/lifecycle.ts';
import { httpDateMs, parseRetryAfterMs } from '../rules/retry-after.ts';
import type { ApiAnswer } from './api-call.ts';
import { idObjection } from './resource-id.ts';

/** A job older than this when it is answered was not made by the request. Unit: ms. */
const replayAgeMs = 60_000;

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
      accepted = isWhole || (read.outputs ?? []).length > 0 ? read : await withOutputsAnywhere(read, json);
      return accepted === undefined ? 'is no job: it lacks an id or a status' : objection(accepted);
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
async function loadMeanwhile(): Promise<typeof import('../contract/job.ts')> {
  await new Promise((resolve) => setImmediate(resolve));
  return import('../contract/job.ts');
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
    : `is about the model ${model}, not ${expected}`;
}

export function otherJob({ id }: Job, expected: string): string | undefined {
  return id === expected ? undefined : `is about the job ${id}, not ${expected}`;
}

/**
 * Whether a submit was answered with a job that the service already had. The service document does not say how to tell;
 * any of these does: a header that says so, a job that is past `queued`, a job created over a minute before the answer
 * (by the service's own Date where it sends one, since this machine's clock may be wrong). The status code alone does
 * not: a service may well answer 200 to every submit.
 * @see service document §4.1
 */
export function isReplayed({ headers, sentAtMs }: ApiAnswer, job: Job): boolean {
  const said = headers['idempotent-replayed'] ?? headers['idempotency-replayed'];
  if (said !== undefined) return said.trim().toLowerCase() === 'true';
  if (job.status !== 'queued') return true;
  const answeredMs = httpDateMs(headers.date ?? '', sentAtMs) ?? sentAtMs;
  const createdMs = Date.parse(job.created_at ?? '');
  return answeredMs - createdMs > replayAgeMs;
}
