import type { Account } from '../../account/account.ts';
import { UsageError } from '../../errors/endings.ts';
import type { Hint } from '../../errors/hint.ts';
import type { CostWords } from '../../money/expected-cost.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { hasSameBody } from '../../submit/same-body.ts';
import { knownKey, type MakeIntent } from '../../submit/submit-attempt.ts';
import { createPrompts } from '../../terminal/prompts.ts';
import { textLines } from '../../text/aligned.ts';
import { counted } from '../../text/shown-value.ts';
import { otherAccountPhrase } from './other-account.ts';
import type { PreparedSubmission } from './prepare-submission.ts';

/** More new jobs than that are sent only after a yes: nobody sees at a glance what they cost. */
export const unaskedMost = 8;

/** The new jobs that a run is about to send. */
interface JobsToSend {
  /** How many new jobs. */
  jobs: number;
  /** How many requests, or lines, the run has to do with. */
  of: number;
  /** The cost to expect of the new jobs. */
  cost: CostWords;
  /** The accounts that are charged, where they may not be that of the line. */
  accounts?: readonly Account[] | undefined;
}

/**
 * Tells what several new jobs come to, before the first is sent, and asks a person about many. `--yes` answers. Nothing is asked where
 * nobody can be, but of a program that types for somebody. Throws UsageError where they are not wanted or nobody answers, InterruptedError
 * where a signal comes instead of an answer.
 */
export async function agreeToJobs(
  context: OutputMeans,
  { accounts = [], cost, jobs, of }: JobsToSend,
): Promise<void> {
  const { globals, terminal } = context;
  if (of < 2 || jobs === 0) return;
  const what = counted(jobs, 'job');
  const text = `${jobs === of ? what : `${counted(jobs, 'new job')} of ${of}`}, ${cost.whole}`;
  terminal.err.lines(textLines({ text }, terminal.err));
  if (jobs <= unaskedMost || globals.yes || !terminal.asksOrRefuses) return;
  const asked = `${what}${accounts.length === 0 ? '' : await otherAccountPhrase(context, accounts)}`;
  if (await askToSend(context, { what: asked, cost, instead: '--yes' })) return;
  throw new UsageError({
    code: 'not_wanted',
    message: `You declined ${what}; nothing was sent`,
    why: `genctl asks before it sends more than ${unaskedMost} new jobs, and the answer was no.`,
    hint: 'run it again to be asked again; --yes agrees',
  });
}

/** Asks whether jobs are to be sent and paid for; what is told `before` stands first. */
export function askToSend(
  { interruption, terminal }: OutputMeans,
  { before = '', cost, instead, what }: { before?: string; cost: CostWords; instead: Hint; what: string },
): Promise<boolean> {
  return createPrompts(terminal, interruption()).confirm({
    message: `${before}Send ${what}, ${cost.sum}?`,
    instead,
    undone: 'nothing was sent',
    preset: false,
  });
}

/** Does `agreeToJobs` for requests, of which those are new that were not sent under their names. */
export async function agreeToSubmissions(
  context: OutputMeans,
  submissions: readonly PreparedSubmission[],
): Promise<void> {
  const { globals, terminal } = context;
  const isUnread = globals.json || globals.quiet;
  if (submissions.length < 2 || (isUnread && !terminal.asksOrRefuses)) return;
  const { createCostEstimate } = await import('../../money/expected-cost.ts');
  const estimate = createCostEstimate(context);
  let jobs = 0;
  for (const one of submissions) {
    if (await isClaimed(context, one)) continue;
    jobs += 1;
    await estimate.add(one.intentFor(1));
  }
  const { words } = await estimate.tell();
  const accounts = submissions.map(({ facts }) => facts.account);
  await agreeToJobs(context, { accounts, jobs, of: submissions.length, cost: words });
}

/** Tells whether a request costs nothing more: a claim under its name or key has its body already, as it is or as a revision. */
export async function isClaimed(
  context: Pick<OutputMeans, 'claimantOf' | 'ledger'>,
  { facts, intentFor, plan }: PreparedSubmission,
): Promise<boolean> {
  if (plan.once === undefined && plan.idempotencyKey === undefined) return false;
  const claimant = await context.claimantOf(facts.account);
  const ledger = await context.ledger();
  const claimed: MakeIntent = (...of) => ({ ...intentFor(...of), ...claimant });
  if (plan.revise) return (await knownKey(claimed, { ledger }))?.isClaimed === true;
  const claim = await ledger.findClaim(claimed(1));
  return claim !== undefined && hasSameBody(claim.intent, intentFor(1));
}
