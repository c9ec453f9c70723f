import { submitIntent } from '../flows/submit.ts';
import type { JobRecord } from '../store/ledger-record.ts';
import type { CommandContext } from './context.ts';
import type { Followed } from './follow.ts';
import { type Journey, journeyOf } from './journey.ts';
import type { JourneyFlags } from './journey-flags.ts';
import type { PreparedSubmission } from './prepare-submission.ts';
import { printJobs, tellNextSteps } from './print-jobs.ts';
import { submitPorts } from './submit-ports.ts';

/** Failures of the service that were not charged: the same request may well succeed. @see service document §7.1 */
const worthAnotherAttempt = ['provider_failed', 'timeout', 'internal'];

/** Sends a prepared request and follows its job as far as the flags ask. The id is on stdout as soon as it is known. */
export async function submitAndFollow(
  context: CommandContext,
  submission: PreparedSubmission,
  flags: JourneyFlags,
): Promise<void> {
  const { globals, terminal } = context;
  const journey = journeyOf(flags, await context.defaults());
  if (submission.plan.attempts > 1) return submitUntilDone(context, submission, { ...journey, wait: true });
  if (journey.wait) await context.watch();
  const record = await submitAttempt(context, submission, 1);
  if (!globals.json && !(globals.quiet && journey.download)) terminal.out.write(`${record.id}\n`);
  context.throwIfInterrupted([record.id]);
  if (journey.wait) {
    const { followJobs } = await import('./follow.ts');
    return followJobs(context, [record], journey, 'one');
  }
  if (globals.json) await printJobs(context, [record], 'one');
  else await tellNextSteps(context, [record]);
}

/** Attempt after attempt, each a job of its own under a key of its own, until one does not fail through the service. */
async function submitUntilDone(
  context: CommandContext,
  submission: PreparedSubmission,
  journey: Journey,
): Promise<void> {
  const { globals, terminal } = context;
  const { follow, reportFollowed } = await import('./follow.ts');
  const { attempts } = submission.plan;
  await context.watch();
  for (let attempt = 1; ; attempt += 1) {
    const record = await submitAttempt(context, submission, attempt);
    context.throwIfInterrupted([record.id]);
    const followed = await follow(context, [record], journey);
    const code = retryableCode(followed);
    if (attempt === attempts || code === undefined) {
      if (!globals.json && !(globals.quiet && journey.download)) terminal.out.write(`${record.id}\n`);
      return reportFollowed(context, followed, journey, 'one');
    }
    const message = `${record.id} failed (${code}), uncharged: attempt ${attempt + 1} of ${attempts}`;
    context.listen({ kind: 'warning', message });
  }
}

async function submitAttempt(
  context: CommandContext,
  { account, intentFor, plan }: PreparedSubmission,
  attempt: number,
): Promise<JobRecord> {
  const { idempotencyWindowMs } = await context.defaults(account);
  const choices = { windowMs: idempotencyWindowMs, resend: plan.resend };
  const { record } = await submitIntent(intentFor(attempt), choices, await submitPorts(context, account));
  return record;
}

function retryableCode({ ends }: Followed): string | undefined {
  const [end] = ends;
  const code = end?.kind === 'over' && end.job.status === 'failed' ? end.job.error?.code : undefined;
  return code !== undefined && worthAnotherAttempt.includes(code) ? code : undefined;
}
