import { sentence } from '../../api/trouble/call-words.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { withLine } from '../../errors/hint.ts';
import { failureLines, type JobFailure, jobsFailure } from '../../errors/jobs-failure.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { eachOf } from '../../files/task-group.ts';
import { forJobs } from '../../ledger/ledger-means.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { shortenIds } from '../../ledger/shorten-ids.ts';
import type { Journey } from '../../outputs/journey.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { endOfSubmit } from '../../submit/submit-attempt.ts';
import { renderError } from '../../terminal/errors/error.ts';
import { missingOf } from '../bring-home.ts';
import { learnBeginnings } from '../download-jobs.ts';
import { createFollow, type FollowedJob, followPorts } from '../follow.ts';
import { isKnown } from '../look-at-jobs.ts';
import { isUnsettled, journeyError, unrunOf } from '../words/journey-error.ts';
import { assertCancelable, followedAfterSignal } from '../words/on-interrupt.ts';
import { type JobsShape, loadLayouts, printJobs, tellerFor } from '../words/print-jobs.ts';
import type { Teller } from '../words/tell-jobs.ts';
import { type AttemptsEnd, createAttempts, lastJobOf } from './attempts.ts';
import {
  answerIds,
  lostJob,
  type Refusal,
  type SendingPlan,
  type Sends,
  type Sent,
  tellSent,
  wordedRefusal,
} from './send-requests.ts';

/** Waits for jobs that are known, brings their files home, and prints what became of them, as `followSent` does. */
export async function followJobs(
  context: OutputMeans,
  records: readonly JobRecord[],
  journey: Journey,
  shape: JobsShape,
): Promise<void> {
  assertCancelable(records, journey);
  if (journey.onInterrupt === 'cancel') context.expectSecondSignal();
  await shortenIds(
    context,
    records.map(({ id }) => id),
  );
  if (journey.download && records.length > 1) await learnBeginnings(context, records, journey);
  if (!journey.download) await loadLayouts(context);
  await context.watch();
  // Connects first: a credential command may take its time to give a key, and until the wait begins a signal ends the process
  // at once.
  const unreached = await unreachedEnd(context, records, journey);
  if (unreached !== undefined) {
    const known = context.globals.json ? records.filter(isKnown) : [];
    if (known.length > 0) await printJobs(context, known, shape);
    throw unreached;
  }
  const sent = records.map((record) => ({ one: undefined, record, attempts: 1 }));
  await followSent(context, { sent }, { journey, isFollowed: true, shape });
}

/**
 * Warns of jobs whose accounts can't be used: they keep none of the others from being waited for. Makes the error that ends the wait
 * where there are no others, or the first failure is to end it.
 */
async function unreachedEnd(
  context: OutputMeans,
  records: readonly JobRecord[],
  { failFast }: Journey,
): Promise<CliError | undefined> {
  const failures: JobFailure[] = [];
  await eachOf(records, async (record) => {
    try {
      await context.apiOf(record);
    } catch (error) {
      const known = failureOf(error);
      if (known === undefined || known.exit === 'machine') throw error;
      failures.push({ id: record.id, error: known });
    }
  });
  if (failures.length > 0 && (failFast || failures.length === records.length))
    return jobsFailure(failures, { total: records.length, done: 'waited for' });
  for (const message of failureLines(failures, 'waited for')) context.listen({ kind: 'warning', message });
  return undefined;
}

/** An attempt that made no job. */
type Refused = Refusal & Partial<Pick<Extract<AttemptsEnd, { kind: 'refused' }>, 'attempt' | 'failed'>>;

/**
 * Follows the jobs of requests that were sent, with further attempts where a request has them, and prints what became of them. Where one
 * was refused nothing more is waited for. The id of a request with several attempts is printed as soon as the last attempt is
 * through. `onFollowed` receives the jobs before they are printed. Throws the error that says how it ended.
 */
export async function followSent(
  context: OutputMeans,
  { refusal, sent }: Sends,
  plan: SendingPlan,
  onFollowed: (records: readonly JobRecord[]) => void = () => {},
): Promise<void> {
  const { clock, onward, terminal } = context;
  const { isFollowed, journey, shape } = plan;
  const startedMs = clock.monotonicMs();
  const teller = isFollowed ? await tellerFor(context, { jobs: sent.length, journey }) : undefined;
  const refused: Refused[] = refusal === undefined ? [] : [refusal];
  const left = await followToEnds(context, sent, { ...plan, teller, refused });
  const jobs = await followedAfterSignal(context, left, journey);
  const records = jobs.map(({ record }) => record);
  onFollowed(records);
  context.quieten();
  if (isFollowed) await ringAfter(context, clock.monotonicMs() - startedMs);
  const lost = refused.flatMap(lostJob);
  if (teller !== undefined) {
    if (!context.interruption().aborted) teller.tellRest(records);
  } else if (refused.length === 0 || records.length + lost.length > 0) {
    const downloaded = journey.download ? journey : undefined;
    await printJobs(context, [...records, ...lost], shape, { downloaded });
  }
  const goingOn = jobs.filter(({ end }) => isUnsettled(end)).map(({ end: { id } }) => id);
  const [missing, unrun] = [missingOf(jobs), unrunOf(jobs)];
  const [gravest, ...others] = refused.toSorted(graverFirst);
  if (gravest !== undefined) {
    const error = await wordedAttempt(context, gravest);
    const rest = [...goingOn, ...missing, ...unrun];
    if (isFollowed && rest.length > 0) error.mendBy((hint) => withLine(hint, onward.step(rest)));
    for (const one of others)
      terminal.err.lines(renderError(await wordedAttempt(context, one), terminal.err));
    throw error;
  }
  const stopped = jobs.filter((job, place) => job !== left[place]).map(({ record }) => record);
  context.throwIfInterrupted(goingOn, { missing, unrun, stopped });
  const error = journeyError(jobs, onward);
  if (error !== undefined) throw error;
  teller?.tellFiles(records);
}

/** Further attempts are sent one by one, as the first ones are. */
const submitsAtOnce = 1;

/**
 * Follows jobs to their ends, and resolves with the last job of each request, in their order and each once: the service may have answered
 * two requests with the same job. Attempts that made no job are added to `refused`.
 */
async function followToEnds(
  context: OutputMeans,
  sent: readonly Sent[],
  { refused, teller, ...plan }: SendingPlan & { teller: Teller | undefined; refused: Refused[] },
): Promise<readonly FollowedJob[]> {
  const { isFollowed, journey } = plan;
  context.leftIfKilled(() => ({ jobIds: sent.filter(isLeft).map(({ record }) => record.id) }));
  // Its id is printed even where only files are the answer, because nothing on this machine has recorded the job.
  answerIds(context, refused.flatMap(lostJob));
  const flow = createAttempts<Sent>({
    atOnce: submitsAtOnce,
    failFast: journey.failFast,
    openFollow: (hears) => {
      const ports = followPorts(forJobs(context, sent.length), journey, hears.onThrough);
      return createFollow(journey, { ...ports, ...hears });
    },
    submit: async ({ one }, attempt) => one && endOfSubmit(one, attempt),
    onRepeat({ attempts }, { record: { id, job } }, attempt) {
      const message = `${id} failed (${job.error?.code}), uncharged: attempt ${attempt} of ${attempts}`;
      context.listen({ kind: 'warning', message });
    },
    async onSubmitted(request, record) {
      request.record = record;
      if (request.one !== undefined) await tellSent(context, request.one, record, plan);
    },
    onEnd(request, end) {
      const { attempts, one } = request;
      request.end = end;
      const job = lastJobOf(end);
      if (job !== undefined && teller !== undefined) {
        if (!isUnsettled(job.end)) teller.tell(job.record, one?.submission.label);
      } else if (job !== undefined && attempts > 1 && !journey.download) answerIds(context, [job.record]);
      if (end.kind !== 'refused' || one === undefined) return;
      refused.push({ ...end, one });
      answerIds(context, lostJob(end));
    },
  });
  if (!isFollowed || refused.length > 0) flow.stop();
  await eachOf(sent, (request) => flow.add(request, request.record, 1));
  flow.close();
  await flow.run();
  return [...new Set(sent.flatMap(({ end }) => (end && lastJobOf(end)) ?? []))];
}

/** Tells whether a job of a request goes on, as far as it is known. */
function isLeft({ end }: Sent): boolean {
  const job = end && lastJobOf(end);
  return end === undefined || (job !== undefined && !isThrough(job));
}

/** Tells whether nothing of a job is left to be done, neither its end nor its files nor the command of `--exec`. */
function isThrough({ end, exec, isMissing }: FollowedJob): boolean {
  return !isMissing && !isUnsettled(end) && (exec === undefined || exec.kind === 'done');
}

/** The exits of refusals that are reported before any other, because a job may have been paid for. */
const gravity: readonly ExitName[] = ['outcomeUnknown', 'machine'];

/** Among refusals of one exit the first request counts. */
function graverFirst(one: Refused, other: Refused): number {
  return (
    gravity.indexOf(other.error.exit) - gravity.indexOf(one.error.exit) || one.one.place - other.one.place
  );
}

/** The error of an attempt; of a later one it says which it was, and the job that failed before it. */
async function wordedAttempt(
  context: OutputMeans,
  { attempt, error, failed, one }: Refused,
): Promise<CliError> {
  const worded = await wordedRefusal(context, one, error);
  if (failed === undefined) return worded;
  const before = `It was attempt ${attempt} of ${one.attempts}, after ${failed.record.id} failed.`;
  worded.why = worded.why === undefined ? before : `${sentence(worded.why)} ${before}`;
  return worded;
}

/** The shortest wait that somebody may have walked away from. Unit: ms. */
const longWaitMs = 30_000;

/** Rings the bell of an interactive terminal, if the setting says so. */
async function ringAfter({ defaults, terminal }: OutputMeans, tookMs: number): Promise<void> {
  if (!terminal.interactive) return;
  const { bell } = await defaults();
  if (bell === 'always' || (bell === 'long' && tookMs >= longWaitMs)) terminal.err.writeAsIs('\u0007');
}
