import { submitJob } from '../client/jobs.ts';
import { submitIntent } from '../flows/submit.ts';
import type { CommandContext } from './context.ts';
import { journeyOf } from './journey.ts';
import type { JourneyFlags } from './journey-flags.ts';
import type { PreparedSubmission } from './prepare-submission.ts';
import { printJobs, tellNextSteps } from './print-jobs.ts';

/** Sends a prepared request and follows its job as far as the flags ask. The id is on stdout as soon as it is known. */
export async function submitAndFollow(
  context: CommandContext,
  { account, intent }: PreparedSubmission,
  flags: JourneyFlags,
): Promise<void> {
  const { globals, terminal } = context;
  const journey = journeyOf(flags, await context.defaults());
  if (journey.wait) await context.watch();
  const api = await context.api(account);
  const ledger = await context.ledger();
  const { record } = await submitIntent(intent, {
    ledger,
    send: (bytes, idempotencyKey) => submitJob(api, { bytes, idempotencyKey, expectModel: intent.model }),
    now: () => new Date(context.clock.nowMs()).toISOString(),
    listen: context.listen,
  });
  if (!globals.json && !(globals.quiet && journey.download)) terminal.out.write(`${record.id}\n`);
  if (journey.wait) {
    const { followJobs } = await import('./follow.ts');
    await followJobs(context, [record], journey, 'one');
  } else if (globals.json) await printJobs(context, [record], 'one');
  else await tellNextSteps(context, [record]);
}
