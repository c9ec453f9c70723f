import { createHash } from 'node:crypto';
import type { Job } from '../../contract/job.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { pictureOutput } from './inline-picture.ts';
import { outputsAnywhere } from './outputs-anywhere.ts';
import { acceptedId, jobOfTask } from './task-answer.ts';
import { taskOutputs } from './task-outputs.ts';

/** What the id of a job begins with that the service gave none: it is ours alone, and nothing can be asked by it. */
export const localIdPrefix = 'img_';

/**
 * The job that a synchronous answer is: over at once, its pictures in it, or the answer a picture itself. Its id is the
 * answer's; where that has none, one made from the answer and the time it was asked for. What names a task and nothing else is
 * one to be looked at; what names one and holds what nobody understands was answered at once all the same. Undefined for an
 * answer without pictures, an id or an end.
 * @see service document §4.6
 */
export function readPictures(answer: ApiAnswer): Job | undefined {
  const { bytes, json, pictureType, text } = answer;
  if (pictureType !== undefined) return overAtOnce(answer, [pictureOutput(bytes, pictureType)]);
  const body = objectOf(json);
  if (body === undefined) {
    const outputs = outputsAnywhere(json ?? text.trim(), 'image');
    return outputs.length === 0 ? undefined : overAtOnce(answer, outputs);
  }
  const given = acceptedId(body, 'images');
  const says = typeof ownValue(body, 'status') === 'string';
  const read = says ? body : { ...body, status: impliedStatus(body, given) };
  const job = jobOfTask(read, 'images', given ?? localId(answer));
  return job.outputs === undefined && given === undefined && !(says && job.status === 'failed')
    ? undefined
    : job;
}

/** How the task of a body stands that does not say. */
function impliedStatus(body: Record<string, unknown>, given: string | undefined): string {
  if (given !== undefined && objectOf(ownValue(body, 'error')) !== undefined) return 'failed';
  return given !== undefined && isBareTask(body) ? 'queued' : 'succeeded';
}

/** Whether a body says no more than which task it is: every value is a word or a number, none of them a file. */
function isBareTask(body: Record<string, unknown>): boolean {
  return (
    Object.values(body).every((value) => typeof value !== 'object' || value === null) &&
    taskOutputs(body, 'image').length === 0
  );
}

function overAtOnce(answer: ApiAnswer, outputs: Job['outputs']): Job {
  return { id: localId(answer), status: 'succeeded', media: 'image', outputs };
}

/** The same answer at another time is another job. */
function localId({ bytes, sentAtMs }: ApiAnswer): string {
  const digest = createHash('sha256').update(`${sentAtMs}\n`).update(bytes).digest('hex');
  return `${localIdPrefix}${digest.slice(0, 24)}`;
}
