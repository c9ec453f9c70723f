import { createHash } from 'node:crypto';
import type { Job } from '../contract/job.ts';
import { objectOf, ownValue } from '../rules/json-object.ts';
import type { ApiAnswer } from './api-call.ts';
import { acceptedId, jobOfTask } from './task-answer.ts';

/** What the id of a job begins with that the service gave none: it is ours alone, and nothing can be asked by it. */
export const localIdPrefix = 'img_';

/**
 * The job that a synchronous answer is: over at once, its pictures in it. Its id is the answer's; where that has none, one
 * made from the answer and the time it was asked for. Undefined for an answer without pictures, an id or an end.
 * @see service document §4.6
 */
export function readPictures({ json, text, sentAtMs }: ApiAnswer): Job | undefined {
  const body = objectOf(json);
  if (body === undefined) return undefined;
  const given = acceptedId(body, 'images');
  const id = given ?? localId(text, sentAtMs);
  const says = typeof ownValue(body, 'status') === 'string';
  const job = jobOfTask(says ? body : { ...body, status: 'succeeded' }, 'images', id);
  // Without pictures it may still be a task that goes on, or one that failed: then it must say so.
  if (job.outputs === undefined && !(says && (given !== undefined || job.status === 'failed')))
    return undefined;
  return job;
}

/** The same answer at another time is another job. */
function localId(text: string, sentAtMs: number): string {
  const digest = createHash('sha256').update(`${sentAtMs}\n${text}`).digest('hex');
  return `${localIdPrefix}${digest.slice(0, 24)}`;
}
