import { failureOf } from '../../errors/system-trouble.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { tellIdleMoney } from '../../money/spending-limits.ts';
import { journeyOf } from '../../outputs/journey.ts';
import { type JourneyFlags, onwardTables } from '../../outputs/journey-flags.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import type { CheckInput } from '../../request/guard-flags.ts';
import { assertCalledBack, withCallbacks } from '../callbacks.ts';
import { type JobsShape, printJobs, tellNextSteps } from '../words/print-jobs.ts';
import type { PreparedSubmission } from './prepare-submission.ts';
import { answerIds, lostJob, type SendingPlan, type Sends, sendEach, sendingsOf } from './send-requests.ts';

/** Choices that say if prepared requests are sent, and how far their jobs are followed. */
export interface SubmitOptions extends Pick<CheckInput, 'dryRun'> {
  journey: JourneyFlags;
  /** Receives the jobs that were followed, with their files, before they are printed. */
  onFollowed?: ((records: readonly JobRecord[]) => void) | undefined;
  /** True if a person was told what they come to, and said yes, where one can be asked. */
  isAgreed?: boolean;
}

/**
 * Sends prepared requests, or prints them in a dry run, and follows their jobs as far as the flags ask. Each id is printed as
 * soon as it is known: on stdout, or on stderr where files are the answer.
 */
export async function submitAll(
  context: OutputMeans,
  submissions: readonly PreparedSubmission[],
  { dryRun, isAgreed = false, journey: flags, onFollowed }: SubmitOptions,
  shape: JobsShape,
): Promise<void> {
  const [first] = submissions;
  if (first !== undefined) {
    tellIdleMoney(context, first.facts.defaults, first.plan.money);
    assertCalledBack(flags, first.intentFor(1));
  }
  if (dryRun !== 'no') {
    const { renderDryRun } = await import('./dry-run.ts');
    return renderDryRun(context, submissions, dryRun);
  }
  context.onward.typed(flags, onwardTables);
  const journey = journeyOf(flags, await context.defaults());
  if (journey.onInterrupt === 'cancel') {
    const { assertCancelable } = await import('../words/on-interrupt.ts');
    const intents = submissions.map(({ intentFor }) => intentFor(1));
    assertCancelable(intents, journey);
    context.expectSecondSignal();
  }
  const isFollowed = journey.wait || submissions.some(({ plan }) => plan.attempts > 1);
  // Before the first is sent: nothing is paid for that this machine then can't follow.
  if (isFollowed) await Promise.all([context.watch(), import('./follow-jobs.ts')]);
  const sendings = await sendingsOf(context, submissions);
  if (submissions.length > 1 && (!isAgreed || context.globals.yes)) {
    const { agreeToSubmissions } = await import('./agreed-jobs.ts');
    await agreeToSubmissions(context, submissions);
  }
  // The port is opened before the first is sent: one that is in use costs nothing, and no callback comes too early.
  await withCallbacks(context, journey, async (journey) => {
    const plan: SendingPlan = { journey, isFollowed, shape };
    const sends = await sendEach(context, sendings, plan);
    if (isFollowed || sends.refusal !== undefined || context.interruption().aborted) {
      const { followSent } = await followingOf(context, sends);
      return followSent(context, sends, plan, onFollowed);
    }
    const records = sends.sent.map(({ record }) => record);
    if (context.globals.json || context.events() !== undefined) await printJobs(context, records, shape);
    else tellNextSteps(context, records);
  });
}

/** Loads the part that follows jobs and tells a refusal. Throws the refusal itself where it can't: that says what was paid for. */
async function followingOf(context: OutputMeans, { refusal }: Sends) {
  try {
    return await import('./follow-jobs.ts');
  } catch (error) {
    if (refusal === undefined || failureOf(error) === undefined) throw error;
    answerIds(context, lostJob(refusal));
    throw refusal.error;
  }
}
