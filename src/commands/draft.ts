import { draftModelId, familyOf } from '../contract/families/index.ts';
import { ExecFailedError, JobEndedError, UsageError } from '../errors/endings.ts';
import type { JobRecord } from '../store/ledger/record.ts';
import { defineCommand } from './line/define-command.ts';
import { inGroup, switchFlag } from './line/flag.ts';
import { routeChoiceOf, routeFlags } from './request/route-flags.ts';
import { assertKeyForOne, takesFlag } from './request/several-flags.ts';
import {
  promptArgument,
  readSubmission,
  type SubmissionInput,
  submissionFlags,
} from './request/submission-input.ts';

const { count: _, ...flags } = submissionFlags;
const { api, route } = routeFlags;

interface DraftInput extends SubmissionInput {
  takes: number;
  pick: boolean;
}

export const draftCommand = defineCommand({
  describe:
    'Render a draft: 480p, cheap, and good for seven days to make the 1080p final of. --takes renders several, each with a seed of its own. Prints the ids; genctl finalize makes the final of the one you like.',
  arguments: [promptArgument],
  flags: {
    ...inGroup('Draft:', {
      takes: { ...takesFlag, says: 'how many drafts, each with a seed of its own' },
      pick: switchFlag(
        '--pick',
        'look at the takes, tick some, and make the finals of those; implies --download',
      ),
    }),
    ...flags,
    api,
    route,
  },
  examples: [
    'genctl draft "a red fox in snow" --takes 4 --pick --sandbox',
    'genctl draft "a red fox in snow" --duration 5 --ratio 16:9 -D drafts --sandbox',
    'genctl draft "a red fox in snow" --takes 4 --once fox-drafts -D drafts --sandbox',
    'genctl draft "a red fox in snow" --api v1 --dry-run --sandbox',
  ],
  parse({ flags, ...words }): DraftInput {
    const choice = routeChoiceOf({ ...flags, sync: false });
    const takes = flags.takes ?? 1;
    assertKeyForOne(flags);
    const download = flags.download || flags.pick;
    const input = readSubmission('draft', words, { ...flags, download, count: undefined }, choice);
    return { ...input, takes, pick: flags.pick };
  },
  async run(context, input) {
    const { prepareSeveral } = await import('./request/several-requests.ts');
    const { pick, words } = input;
    if (pick) (await import('./draft/draft-pick.ts')).assertPickable(context, input);
    const options = { ...words.options, draft: true };
    // The default model and resolution are for ordinary jobs: drafts have one model, and set their own resolution.
    const model = words.model ?? (words.body === undefined ? draftModelId : undefined);
    assertHasDrafts(model ?? words.body?.model);
    const { factsReader } = await import('./request/account-facts.ts');
    const facts = await factsReader(context)(await context.account());
    const takes = await prepareSeveral(context, facts, {
      ...input,
      words: { ...words, model, options },
      own: ['resolution'],
    });
    if (takes === undefined) return;
    const { submitAll } = await import('./journey/submit-and-follow.ts');
    if (!pick || input.dryRun !== 'no') {
      await submitAll(context, takes, input, 'takes');
      return;
    }
    // A take that failed is reported at the end: the others are worth a look.
    let home: readonly JobRecord[] = [];
    const onFollowed = (records: readonly JobRecord[]): void => {
      home = records;
    };
    const failure = await endOf(submitAll(context, takes, { ...input, onFollowed }, 'takes'));
    const { pickAndFinalize } = await import('./draft/draft-pick.ts');
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

/** Refuses a model without drafts: it would render an ordinary job, at an ordinary price. @see service document §3 */
function assertHasDrafts(model: unknown): void {
  const family = typeof model === 'string' ? familyOf(model) : undefined;
  if (family === undefined || family.options?.draft === true) return;
  throw new UsageError({
    code: 'draft_unsupported',
    message: `${model} has no drafts`,
    why: `Of ${family.name} nothing but ordinary jobs can be made; drafts are of the 2.5 tier.`,
    hint: `genctl draft … -m ${draftModelId}, or genctl submit … -m ${model}`,
  });
}
