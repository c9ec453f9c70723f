import { NotFoundError } from '../../errors/endings.ts';
import type { Job } from '../../service/job.ts';
import { isOver } from '../../service/lifecycle.ts';
import type { Api } from '../transport/api.ts';
import { localIdPrefix, readPictures } from './sync-answer.ts';
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
  const isHere = known.job.outputs?.some(({ url }) => !/^https?:/i.test(url)) === true;
  if (isHere || known.id.startsWith(localIdPrefix)) return asKnown;
  try {
    return await task.poll(api, known, limits);
  } catch (error) {
    // A job that the answer only named is not over, so a 404 for it has to be reported.
    if (error instanceof NotFoundError && isOver(known.job)) return asKnown;
    throw error;
  }
}
