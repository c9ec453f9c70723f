import { flagConflict } from '../cli/flags/flag-conflict.ts';
import { defineCommand } from '../command/define-command.ts';
import { draftFlags, finalizedById } from '../drafts/draft-flags.ts';
import { CliError } from '../errors/cli-error.ts';
import { ExecFailedError, JobEndedError, type UsageError } from '../errors/endings.ts';
import { hintLines, say } from '../errors/hint.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { promptArgument, readSubmission, type SubmissionInput } from '../follow/send/submission-input.ts';
import { submitSeveral } from '../follow/send/submit-several.ts';
import type { JobRecord } from '../ledger/record.ts';
import type { Onward } from '../request/onward.ts';
import { draftChoiceOf } from '../request/route-flags.ts';
import { assertKeyForOne } from '../submit/several-flags.ts';

interface DraftInput extends SubmissionInput {
  takes: number;
  pick: boolean;
}

export const command = defineCommand({
  describe:
    'Render a cheap 480p draft. For seven days, genctl finalize can make its 1080p final. --takes renders several drafts, each with its own seed. Prints the ids.',
  arguments: [promptArgument],
  flags: draftFlags,
  examples: [
    'genctl draft "a red fox in snow" --takes 4 --pick --sandbox',
    'genctl draft "a red fox in snow" --duration 5 --ratio 16:9 -D drafts --sandbox',
    'genctl draft "a red fox in snow" --takes 4 --once fox-drafts -D drafts --sandbox',
    'genctl draft "a red fox in snow" --api v1 --dry-run --sandbox',
  ],
  parse({ flags, ...words }): DraftInput {
    const choice = draftChoiceOf(flags);
    const takes = flags.takes ?? 1;
    assertKeyForOne(flags);
    if (flags.pick && flags.events) throw askedByNobody();
    const download = flags.download || flags.pick;
    const input = readSubmission('draft', words, { ...flags, download, count: undefined }, choice);
    return { ...input, takes, pick: flags.pick };
  },
  async run(context, input) {
    await beginEvents(context, input.journey, input);
    const { draftRequest } = await import('../drafts/draft-flags.ts');
    const { pick } = input;
    if (pick) {
      const { assertLookedAtHere } = await import('../outputs/destinations/open-place.ts');
      assertLookedAtHere({ dir: input.journey.dir ?? (await context.defaults()).dir }, '--pick');
      (await import('../drafts/draft-pick.ts')).assertTakesPickable(context, input);
    }
    const asked = { ...input, ...draftRequest(input.words) };
    if (!pick || input.dryRun !== 'no') return submitSeveral(context, asked, 'takes');
    // A take that failed is reported at the end: the others are worth a look.
    let home: readonly JobRecord[] = [];
    const onFollowed = (records: readonly JobRecord[]): void => {
      home = records;
    };
    const followed = submitSeveral(context, { ...asked, onFollowed }, 'takes');
    const failure = await endOf(followed).catch((error: unknown) => {
      throw home.length === 0 ? error : picksLater(error, context.onward);
    });
    const { pickAndFinalize } = await import('../drafts/draft-pick.ts');
    await pickAndFinalize(context, home, input);
    if (failure !== undefined) throw failure;
  },
});

/** Resolves with the error where not all jobs succeeded, or a command of `--exec` failed; any other error is thrown. */
async function endOf(submitted: Promise<void>): Promise<JobEndedError | ExecFailedError | undefined> {
  try {
    await submitted;
    return undefined;
  } catch (error) {
    if (error instanceof JobEndedError || error instanceof ExecFailedError) return error;
    throw error;
  }
}

/** Adds the line that leads back to picking, behind the one that goes on with the takes. */
function picksLater(error: unknown, { step }: Pick<Onward, 'step'>): unknown {
  if (!(error instanceof CliError)) return error;
  return error.mendBy(
    (hint) => hint && hintLines([hint, say`then, to pick of them: ${step([], 'finalize')}`]),
  );
}

function askedByNobody(): UsageError {
  const why = '--pick asks a person which takes to finalize; --events is for a program.';
  return flagConflict('--pick and --events', why, finalizedById);
}
