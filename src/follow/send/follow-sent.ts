import { sentence } from '../../api/trouble/call-words.ts';
import type { CliError } from '../../errors/cli-error.ts';
import type { ExitName } from '../../errors/exit-codes.ts';
import { withLine } from '../../errors/hint.ts';
import type { JobRecord } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { endOfSubmit } from '../../submit/submit-attempt.ts';
import { NotRecordedError } from '../../submit/submit-refusals.ts';
import { renderError } from '../../terminal/errors/error.ts';
import { createFollow, followPorts } from '../follow.ts';
import { type Followed, followedOf, isThrough, reportFollowed } from '../words/follow.ts';
import { isUnsettled } from '../words/journey-error.ts';
import { printJobs, tellerFor } from '../words/print-jobs.ts';
import type { Teller } from '../words/tell-jobs.ts';
import { type AttemptsEnd, followAttempts, lastJobOf } from './attempts.ts';
import type { Sending } from './prepare-submission.ts';
import { answerIds, type SendingPlan, type Sent, tellSent, wordedRefusal } from './send-requests.ts';

/** A request whose later attempt made no job. */
type Refused = Extract<AttemptsEnd, { kind: 'refused' }> & { one: Sending };

/**
 * Follows the jobs of requests that were sent, with further attempts where a request has them, and prints what became of them.
 * The id of a request with several attempts is printed as soon as the last attempt is through. `onFollowed` receives the jobs
 * before they are printed. Throws the error that says how it ended.
 */
export async function followSent(
  context: OutputMeans,
  sent: readonly Sent[],
  plan: SendingPlan,
  onFollowed: (records: readonly JobRecord[]) => void = () => {},
): Promise<void> {
  const { journey, shape } = plan;
  const startedMs = context.clock.monotonicMs();
  const teller = await tellerFor(context, { jobs: sent.length, journey });
  const ends = await endsOf(context, sent, { ...plan, teller });
  // The jobs are in the order of the requests. The service may have answered two requests with the same job.
  const jobs = new Set(ends.flatMap(({ end }) => lastJobOf(end) ?? []));
  const followed = await followedOf(context, [...jobs], { journey, startedMs });
  onFollowed(followed.records);
  const refused = ends.flatMap(({ one, end }) => (end.kind === 'refused' ? [{ one, ...end }] : []));
  const [gravest, ...others] = refused.toSorted((one, other) => gravityOf(other) - gravityOf(one));
  if (gravest === undefined) return reportFollowed(context, followed, journey, { shape, teller });
  await reportRefused(context, followed, { gravest, others }, { ...plan, teller });
}

/** How the requests are sent, and what tells their jobs. */
interface ToldPlan extends SendingPlan {
  teller: Teller | undefined;
}

/** Further attempts are sent one by one, as the first ones are. */
const submitsAtOnce = 1;

async function endsOf(
  context: OutputMeans,
  sent: readonly Sent[],
  plan: ToldPlan,
): Promise<{ one: Sending; end: AttemptsEnd }[]> {
  const { journey, teller } = plan;
  const ends: { one: Sending; end: AttemptsEnd }[] = [];
  const goingOn = new Map(sent.map(({ one, record }) => [one, record.id]));
  context.leftIfKilled(() => ({ jobIds: [...goingOn.values()] }));
  await followAttempts(sent, {
    atOnce: submitsAtOnce,
    failFast: journey.failFast,
    openFollow: (hears) =>
      createFollow(journey, { ...followPorts(context, journey, hears.onThrough), ...hears }),
    submit: (one, attempt) => endOfSubmit(one, attempt),
    onRepeat({ attempts }, { record: { id, job } }, attempt) {
      const message = `${id} failed (${job.error?.code}), uncharged: attempt ${attempt} of ${attempts}`;
      context.listen({ kind: 'warning', message });
    },
    onSubmitted(one, record) {
      goingOn.set(one, record.id);
      return tellSent(context, one, record, plan);
    },
    onEnd(one, end) {
      ends.push({ one, end });
      const job = lastJobOf(end);
      if (job === undefined || isThrough(job)) goingOn.delete(one);
      if (job !== undefined && teller !== undefined) {
        if (!isUnsettled(job.end)) teller.tell(job.record, one.submission.label);
      } else if (job !== undefined && one.attempts > 1 && !journey.download) answerIds(context, [job.record]);
      // Its id is printed even where only files are the answer, because nothing on this machine has recorded the job.
      if (end.kind === 'refused' && end.error instanceof NotRecordedError)
        answerIds(context, [end.error.record]);
    },
  });
  return ends.toSorted((one, other) => one.one.place - other.one.place);
}

/**
 * The exits of refusals that are reported before any other, because a job may have been paid for. Among refusals of one exit
 * the first request counts.
 */
const gravity: readonly ExitName[] = ['outcomeUnknown', 'machine'];

function gravityOf({ error }: Refused): number {
  return gravity.indexOf(error.exit);
}

/**
 * Prints what became of the other requests, and throws the gravest of the refusals, with the command that continues with the
 * jobs that go on.
 */
async function reportRefused(
  context: OutputMeans,
  { records, ends, missing, unrun }: Followed,
  { gravest, others }: { gravest: Refused; others: readonly Refused[] },
  { journey, shape, teller }: ToldPlan,
): Promise<void> {
  context.quieten();
  const lost = [gravest, ...others].flatMap(({ error }) =>
    error instanceof NotRecordedError ? [error.record] : [],
  );
  const known = [...records, ...lost];
  if (teller !== undefined) teller.tellRest(records);
  else if (known.length > 0)
    await printJobs(context, known, shape, { downloaded: journey.download ? journey : undefined });
  const rest = [...ends.filter(isUnsettled).map(({ id }) => id), ...missing, ...unrun];
  if (rest.length > 0) gravest.error.mendBy((hint) => withLine(hint, context.onward.step(rest)));
  const { err } = context.terminal;
  for (const refused of others) err.lines(renderError(await wordedAttempt(context, refused), err));
  throw await wordedAttempt(context, gravest);
}

/** The error of a later attempt, which says which one it was, and the job that failed before it. */
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
