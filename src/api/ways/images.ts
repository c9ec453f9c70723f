import { createHash } from 'node:crypto';
import { CliError } from '../../errors/cli-error.ts';
import type { Job } from '../../service/job.ts';
import { isOver } from '../../service/lifecycle.ts';
import { hasLink } from '../../service/output-link.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import type { Api } from '../transport/api.ts';
import type { ApiAnswer } from '../transport/api-call.ts';
import { pictureOutput } from './inline-picture.ts';
import { acceptedId, jobOfTask } from './task-answer.ts';
import { outputsAnywhere, taskOutputs } from './task-outputs.ts';
import { submitTask, taskWay } from './tasks.ts';
import type { KnownJob, PollLimits, SeenJob, Submission, Way } from './way.ts';

const task = taskWay({ route: 'images', retryRoute: 'submitTask' });

/**
 * Pictures of v1. They are made by jobs like the others of v1, or with `sync` by the submit itself, whose job is over at once.
 * @see service document §4.6
 */
export const images: Way = {
  ...task,
  submit: (api, submission) => (submission.sync === true ? submitAtOnce : task.submit)(api, submission),
  poll: (api, known, limits) =>
    known.sync === true && known.job !== undefined
      ? pollPicture(api, { ...known, job: known.job }, limits)
      : task.poll(api, known, limits),
};

function submitAtOnce(api: Api, submission: Submission) {
  return submitTask(api, submission, {
    route: 'generateImage',
    retryRoute: 'submitTask',
    takesPicture: true,
    read: readPictures,
    objection: 'holds no picture',
  });
}

/**
 * Looks at the job of a synchronous picture. Where the picture is here already, or the job can't be asked for, the job stays as
 * it is known.
 */
async function pollPicture(
  api: Api,
  known: KnownJob & { job: Job },
  limits: PollLimits | undefined,
): Promise<SeenJob> {
  const asKnown = { job: known.job, raw: known.raw, retryAfterMs: undefined };
  const isHere =
    known.job.outputs?.some((output) => hasLink(output) && !/^https?:/i.test(output.url)) === true;
  if (isHere || known.id.startsWith(localIdPrefix)) return asKnown;
  try {
    return await task.poll(api, known, limits);
  } catch (error) {
    // A job that the answer only named is not over, so a 404 for it has to be reported.
    if (error instanceof CliError && error.status === 404 && isOver(known.job)) return asKnown;
    throw error;
  }
}

/** The beginning of the id that we give to a job where the service gave none. The service can't be asked for such a job. */
const localIdPrefix = 'img_';

/**
 * The job of a synchronous answer. It is over at once, and its pictures are in the answer, or the answer is itself a picture.
 * Its id is the answer's; where that has none, an id is made from the answer and the time of the request. An answer that only
 * names a task is a job to look at. One that names a task and holds something unknown counts as answered at once. Undefined for
 * an answer without pictures, an id or an end.
 * @see service document §4.6
 */
function readPictures(answer: ApiAnswer): Job | undefined {
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

/** The status of a task whose body has none. */
function impliedStatus(body: Record<string, unknown>, given: string | undefined): string {
  if (given !== undefined && objectOf(ownValue(body, 'error')) !== undefined) return 'failed';
  return given !== undefined && isBareTask(body) ? 'queued' : 'succeeded';
}

/** Tells whether a body only names a task: each of its values is a word or a number, and no value is a file. */
function isBareTask(body: Record<string, unknown>): boolean {
  return (
    Object.values(body).every((value) => typeof value !== 'object' || value === null) &&
    taskOutputs(body, 'image').length === 0
  );
}

function overAtOnce(answer: ApiAnswer, outputs: Job['outputs']): Job {
  return { id: localId(answer), status: 'succeeded', media: 'image', outputs };
}

/** An id of our own. It depends on the time, because the same answer at another time is another job. */
function localId({ bytes, sentAtMs }: ApiAnswer): string {
  const digest = createHash('sha256').update(`${sentAtMs}\n`).update(bytes).digest('hex');
  return `${localIdPrefix}${digest.slice(0, 24)}`;
}
