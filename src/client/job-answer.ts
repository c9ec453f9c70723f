import { type Job, jobSchema } from '../contract/job.ts';
import { httpDateMs } from '../rules/retry-after.ts';
import type { ApiAnswer } from './api-call.ts';

/** A job older than this when it is answered was not made by the request. Unit: ms. */
const replayAgeMs = 60_000;

/** What is wrong with an answer that should be a job; undefined where it is one. */
export function notAJob({ json }: ApiAnswer): string | undefined {
  return jobSchema.safeParse(json).success ? undefined : 'is no job: it lacks an id or a status';
}

/** An answer about another model does not belong to this request. */
export function otherModel(answer: ApiAnswer, expected: string): string | undefined {
  const { model } = readJob(answer);
  return model === undefined || model === expected
    ? undefined
    : `is about the model ${model}, not ${expected}`;
}

export function otherJob(answer: ApiAnswer, expected: string): string | undefined {
  const { id } = readJob(answer);
  return id === expected ? undefined : `is about the job ${id}, not ${expected}`;
}

/** Reads an answer that `notAJob` passed. */
export function readJob({ json }: ApiAnswer): Job {
  return jobSchema.parse(json);
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
