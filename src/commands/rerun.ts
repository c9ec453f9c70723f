import type { Account } from '../account/account.ts';
import { readId } from '../cli/arguments.ts';
import { assertStdinOnce } from '../cli/texts/text-source.ts';
import { type CommandContext, defineCommand } from '../command/define-command.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import { earlierRequest } from '../follow/send/earlier-request.ts';
import { printOtherAccounts } from '../follow/send/other-account.ts';
import { readSubmission } from '../follow/send/submission-input.ts';
import { routeChoiceOf } from '../request/route-flags.ts';
import { lacksParts, suppliedWords } from '../request/rules/lacking-parts.ts';
import type { RequestWords } from '../service/request-words.ts';
import { withTagsOf } from '../submit/intent-flags.ts';
import { severalOf } from '../submit/several-flags.ts';
import { command as submitCommand } from './submit.ts';

const submit = submitCommand.definition;
/** The body comes from the earlier request; all other flags are those of submit. */
const { body: _, ...flags } = submit.flags;

export const command = defineCommand({
  describe:
    'Submit the request of an earlier job again as a new job, changed by flags. The JSON beside a download leaves out secrets and pictures: genctl takes them from the ledger, or you pass them by flags. The job goes to the account that you name, else to its first one.',
  arguments: [
    {
      name: 'job',
      says: 'a job, a download, or the JSON beside one; - reads the id from stdin',
      required: true,
      completes: 'job-or-file',
    },
  ],
  flags,
  examples: [
    'genctl rerun @last --seed 8 -D out',
    'genctl rerun @last --prompt "a red fox in the rain" --wait',
    'genctl rerun @last --takes 3 --wait',
    'genctl rerun out/a-red-fox-5f2c01d3-1.png.json --set size=1536x1024 --dry-run --sandbox',
  ],
  parse({ flags, ...words }) {
    const [word] = words.arguments;
    assertStdinOnce([
      { name: 'rerun', text: words.readable === 0 ? undefined : word },
      { name: '--prompt', text: flags.prompt },
      { name: '--input', text: flags.input },
    ]);
    return {
      job: readId('rerun', words) ?? '',
      input: {
        ...readSubmission('rerun', noPrompt, { ...flags, body: undefined }, routeChoiceOf(flags)),
        ...severalOf('rerun', { ...flags, body: undefined }),
      },
    };
  },
  async run(context, { job, input }) {
    await beginEvents(context, input.journey, input);
    const { api, route: named } = input.choice;
    const earlier = await earlierRequest(context, job, {
      isPlaced: api !== undefined || named !== undefined,
    });
    const { body, lacking, route, sync } = earlier;
    const { words, left } = suppliedWords(body, lacking, { words: input.words, route });
    if (left.length > 0) throw lacksParts(job, left);
    const account = await earlier.account();
    tellMove(context, account, earlier.profile);
    await printOtherAccounts(context, [account], input.dryRun !== 'no');
    const isMoved = api !== undefined || named !== undefined || input.choice.sync;
    const choice = isMoved ? input.choice : { sync, only: sync ? undefined : route };
    await submit.run(
      { ...context, account: async () => account },
      {
        ...input,
        choice,
        plan: withTagsOf(input.plan, earlier),
        words: { ...words, body },
        earlier: isWorded(input.words) ? body : undefined,
      },
    );
  },
});

/** Tells whether flags say anything of a request. */
function isWorded({ media, options, set, ...others }: RequestWords): boolean {
  const values = [...Object.values(options), ...Object.values(others)];
  return media.length + set.length > 0 || values.some((value) => value !== undefined);
}

/** The words without a flag name the job and are no prompt. */
const noPrompt = { arguments: [], readable: 0 };

/** Warns where the new job goes to another account, because that one is charged. */
function tellMove({ listen }: CommandContext, account: Account, profile: string | undefined): void {
  if (profile === undefined || profile === account.profile) return;
  const message = `it was made with ${profile}, and goes to ${account.profile} at ${account.baseUrl} now`;
  listen({ kind: 'warning', message });
}
