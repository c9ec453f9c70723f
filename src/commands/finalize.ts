import { readNamedIds } from '../cli/arguments.ts';
import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { readLocalFile } from '../cli/texts/text-source.ts';
import { defineCommand } from '../command/define-command.ts';
import { finalFlags, ownFlags } from '../drafts/draft-flags.ts';
import { genctl } from '../errors/hint.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { assertNoneIdle, idleFlag, reachOf } from '../follow/send/idle-flags.ts';
import { type JourneyFlags, onwardTables } from '../outputs/journey-flags.ts';
import { type CheckInput, checkFlags, checkInputOf } from '../request/guard-flags.ts';
import { noRequestFlags, readRequestWords } from '../request/request-flags.ts';
import type { LookupFlags } from '../request/route-flags.ts';
import { inheritedWords } from '../service/body/inherited-request.ts';
import type { RequestWords } from '../service/request-words.ts';
import { type IntentPlan, intentFlags, intentPlanOf, withTagsOf } from '../submit/intent-flags.ts';

interface FinalizeInput extends CheckInput {
  /** The drafts that are named; undefined where a person is to pick some. */
  ids: readonly string[] | undefined;
  words: RequestWords;
  plan: IntentPlan;
  journey: JourneyFlags;
  lookup: LookupFlags;
  /** The words of the line's other flags. */
  more: readonly string[];
}

export const command = defineCommand({
  describe: `Make the 1080p final of a succeeded draft, with its ${inheritedWords}. Each final is charged as a job of its own. genctl checks all drafts before it sends the first final. Without an id, it asks which of your drafts to finalize.`,
  arguments: [
    {
      name: 'id',
      says: 'a succeeded draft; - reads ids from stdin',
      many: true,
      required: false,
      completes: 'draft',
    },
  ],
  flags: finalFlags,
  examples: [
    'genctl finalize @last -D out',
    'genctl finalize @last --once fox-final --wait',
    'genctl finalize @last --dry-run',
  ],
  parse({ flags, ...words }): FinalizeInput {
    assertNoneIdle('finalize', flags, reachOf(flags, flags.attempts));
    const ids = readNamedIds('finalize', words);
    if (ids === undefined) assertNoLookup(flags);
    else assertKeyForOne(flags.idempotencyKey, ids.length);
    return {
      ...checkInputOf(flags, 'finalize'),
      ids,
      words: readRequestWords('finalize', { ...noRequestFlags, ...flags }, noPrompt, readLocalFile),
      plan: intentPlanOf(flags),
      journey: flags,
      lookup: flags,
      more: flagWords({ ...ownFlags, ...intentFlags, ...checkFlags }, flags),
    };
  },
  async run(context, input) {
    await beginEvents(context, input.journey, input);
    context.onward.typed(input.journey, onwardTables);
    const { draftsToFinalize, finalRequest, warnOfFinals } = await import('../drafts/finals.ts');
    const drafts = await draftsToFinalize(context, input);
    assertKeyForOne(input.plan.idempotencyKey, drafts.length);
    const { printOtherAccounts } = await import('../follow/send/other-account.ts');
    for (const draft of drafts)
      await printOtherAccounts(context, [await context.accountOf(draft)], input.dryRun !== 'no');
    const isOne = (input.ids ?? drafts).length === 1;
    const isConfirmed = input.ids === undefined && input.dryRun === 'no';
    const { factsReader } = await import('../request/account-facts.ts');
    const factsOf = factsReader(context);
    const { submissionOf } = await import('../follow/send/prepare-submission.ts');
    const { isClaimed } = await import('../follow/send/agreed-jobs.ts');
    const submissions = [];
    for (const draft of drafts) {
      const request = await finalRequest(context, draft, factsOf, input);
      const plan = withTagsOf(input.plan, { tags: draft.intent?.tags });
      const under = submissionOf(context, request, planUnder(plan, draft.id));
      const alone = submissionOf(context, request, plan);
      const [likely, other] = isOne ? [alone, under] : [under, alone];
      // However many drafts the line names next time, its final is the same job: one alone has the name of `--once` itself.
      const submission = (await isClaimed(context, other)) ? other : likely;
      const ids = drafts.flatMap(({ id }) => (id === draft.id ? [] : id));
      const others =
        ids.length === 0 ? undefined : context.onward.step(ids, 'finalize', { more: input.more });
      // A final that is there under this name costs nothing again.
      if (!(await isClaimed(context, submission)))
        await warnOfFinals(context, draft, { ...input, others, isConfirmed });
      submissions.push(submission);
    }
    const { submitAll } = await import('../follow/send/submit-and-follow.ts');
    await submitAll(context, submissions, { ...input, isAgreed: isConfirmed }, isOne ? 'one' : 'takes');
  },
});

/** The plan for one of several finals, each of which has a name of its own under that of `--once`. */
function planUnder(plan: IntentPlan, draftId: string): IntentPlan {
  return plan.once === undefined ? plan : { ...plan, once: `${plan.once}/${draftId}` };
}

/** Refuses one key for several finals: the second would be refused after the first was paid for. */
function assertKeyForOne(idempotencyKey: string | undefined, drafts: number): void {
  if (idempotencyKey === undefined || drafts === 1) return;
  const why = `${drafts} finals are ${drafts} jobs, and each has a key of its own.`;
  throw flagConflict('--idempotency-key and several drafts', why, '--once NAME, from which each has its key');
}

/** Refuses lookup flags without an id: this machine knows where the drafts that it offers were made. */
function assertNoLookup({ api, route }: LookupFlags): void {
  if (api === undefined && route === undefined) return;
  const flag = api === undefined ? '--route' : '--api';
  const why = 'It is for an unknown id, and you gave no id.';
  throw idleFlag(flag, why, genctl`finalize ID --api v1 --route tasks`);
}

const noPrompt = { arguments: [], readable: 0 };
