import type { ClaimAccount } from '../account/rules/claim-account.ts';
import { forgetLine } from '../api/trouble/call-words.ts';
import { switchFlag, textFlag } from '../cli/flag.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { AuthError, UsageError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';
import { jobsDocumentJson } from '../ledger/job-document.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { printRecovered, recoverError, tellKeptAnswers } from '../submit/recover/report-recovered.ts';
import {
  forgetUnreadable,
  settleUnreadable,
  unreadableError,
  unreadableWords,
} from '../submit/recover/unreadable-submits.ts';
import { forgetIntent, recoverIntents, settleRecorded } from '../submit/recover.ts';
import { submitPortsReader } from '../submit/submit-ports.ts';
import { safeLine } from '../text/safe-text.ts';

export const command = defineCommand({
  describe:
    'Settle every submit whose answer never arrived. genctl sends each again with its key: the service then returns the job it has, and makes no second one. Prints the ids.',
  flags: {
    resend: switchFlag(
      '--resend',
      'send also submits whose key the service may have forgotten; risks a second job',
    ),
    sameAccount: textFlag(
      '--same-account <key>',
      'send also this submit of another API key: you confirm that the account did not change',
    ),
    forget: textFlag(
      '--forget <key>',
      'close a submit without sending it; check with the service first that it has no job',
    ),
    journal: textFlag('--journal <path>', 'with --forget: close it in this journal of a batch', 'file'),
  },
  examples: ['genctl recover', 'genctl recover --json', 'genctl recover --resend'],
  parse({ flags }) {
    const { forget, journal, resend, sameAccount } = flags;
    if (journal !== undefined && forget === undefined) throw journalAlone(journal);
    if (forget === undefined || (!resend && sameAccount === undefined)) return flags;
    const sending = resend ? '--resend' : '--same-account';
    const why = '--forget closes a submit without sending it; the other flag sends it again.';
    throw flagConflict(`--forget and ${sending}`, why, genctl`recover --forget ${forget}`);
  },
  async run(context, { forget, journal, resend, sameAccount }) {
    const ledger = await context.ledger();
    if (forget !== undefined) return forgetOne(context, ledger, { key: forget, journal });
    const { idempotencyWindowMs: windowMs } = await context.defaults();
    const recorded = await settleRecorded(await ledger.unsettled(), ledger);
    const choices = { windowMs, resend, sameAccount };
    const portsOf = submitPortsReader(context);
    const recovered = await recoverIntents(await ledger.unsettled(), choices, async (intent) => {
      const account = await context.accountOf(intent);
      const { printOtherAccounts } = await import('../follow/send/other-account.ts');
      await printOtherAccounts(context, [account]);
      return portsOf(account);
    });
    const { open: unreadable, settled } = await settleUnreadable(ledger);
    const known = new Set([...recorded, ...recovered].map(({ intent }) => intent.idempotency_key));
    const others = settled.filter(({ intent }) => !known.has(intent.idempotency_key));
    const outcomes = [...recorded, ...others, ...recovered];
    await printRecovered(context, outcomes, unreadable);
    await tellKeptAnswers(context, outcomes);
    if (outcomes.length > 0) {
      // A run that was ended in the middle of a submit may have left half-written files as well.
      const { sweepHome } = await import('../account/home-health.ts');
      sweepHome(await context.home(), context.clock.nowMs());
    }
    const error = recoverError(outcomes) ?? unreadableError(unreadable);
    if (error !== undefined) throw error;
  },
});

function journalAlone(journal: string): UsageError {
  return new UsageError({
    code: 'missing_flag',
    message: '--journal needs --forget',
    why: '--journal needs the key of the submit to close; those of the ledger need no journal.',
    hint: say`${forgetLine('KEY', journal)}; the batch names the key`,
  });
}

/** Closes one submit by hand. First it settles what the ledger knows, so that a job that is recorded is not forgotten. */
async function forgetOne(
  context: CommandContext,
  ledger: Ledger,
  { journal, key }: { key: string; journal: string | undefined },
): Promise<void> {
  const { clock, globals, terminal } = context;
  const recorded = await settleRecorded(await ledger.unsettled(), ledger);
  const unreadable = await settleUnreadable(ledger, key);
  const known = [...recorded.filter(({ intent }) => intent.idempotency_key === key), ...unreadable.settled];
  if (known.length > 0) return printRecovered(context, known);
  if (journal !== undefined) {
    const { forgetNoted } = await import('../batch/forget-noted.ts');
    const { batch, sentAt, shot } = await forgetNoted(context, ledger, { journal, key });
    const of = `${safeLine(shot)} of the batch ${safeLine(batch)}, sent ${sentAt}`;
    terminal.err.lines([
      `The submit of the line ${of}, is closed in ${safeLine(journal)}; its next run sends it.`,
    ]);
    // A machine that has sent it itself keeps it open in its ledger as well.
    const open = await ledger.unsettled();
    if (unreadable.open.length === 0 && !open.some(({ idempotency_key }) => idempotency_key === key)) {
      if (globals.json) terminal.out.write(jobsDocumentJson([], terminal.out));
      return;
    }
  }
  const closing = { claimant: await accountAtHand(context), ofAnyAccount: globals.yes };
  if (unreadable.open.length > 0) {
    await forgetUnreadable(ledger, unreadable.open, closing);
    // A copy of a home may have brought back an earlier one beside it.
    const left = await ledger.unsettled();
    const isLeft = left.some(({ idempotency_key }) => idempotency_key === key);
    for (const { intent } of unreadable.open) {
      const files = intent.paths.length === 1 ? '1 file' : `${intent.paths.length} files`;
      const closed = `Closed ${unreadableWords(intent)}, which can’t be read: ${files} moved to ledger/closed`;
      terminal.err.lines([`${closed}${isLeft ? '.' : '; its name is free again.'}`]);
    }
    if (!isLeft) {
      if (globals.json) terminal.out.write(jobsDocumentJson([], terminal.out));
      return;
    }
  }
  const { base_url, first_sent_at, model, profile } = await forgetIntent(ledger, key, {
    nowMs: clock.nowMs(),
    ...closing,
  });
  if (globals.json) terminal.out.write(jobsDocumentJson([], terminal.out));
  const sent = first_sent_at === null ? 'never sent' : `sent ${first_sent_at}`;
  const whose = `of ${profile} at ${base_url}`;
  terminal.err.lines([`The submit for ${model} ${whose}, ${sent}, is closed; its name is free again.`]);
}

/**
 * The account in use, if it has a key. Closing a submit needs none; without one, nothing shows that the intent belongs to
 * another account.
 */
async function accountAtHand(context: CommandContext): Promise<ClaimAccount | undefined> {
  try {
    return await context.claimantOf(await context.account());
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}
