import { defineCommand } from '../cli/define-command.ts';
import { beginEvents } from '../follow/events/begin-events.ts';
import type { SeveralInput } from '../follow/send/several-requests.ts';
import { promptArgument, readSubmission, submissionFlags } from '../follow/send/submission-input.ts';
import type { Intent } from '../ledger/record.ts';
import { routeChoiceOf, routeFlags } from '../request/route-flags.ts';
import { isSameJson } from '../schema/json/canonical-json.ts';
import { readJson } from '../schema/json/read-json.ts';
import { severalFlags, severalOf } from '../submit/several-flags.ts';

/** Whether an intent asks for just that. */
function hasBody({ body }: Pick<Intent, 'body'>, other: Record<string, unknown>): boolean {
  return isSameJson(readJson(body), other);
}

export const submitCommand = defineCommand({
  describe:
    'Submit an image or video job. genctl checks the request before it sends it, and records it before you can be charged. Prints the id of the job.',
  arguments: [promptArgument],
  flags: {
    ...submissionFlags,
    ...severalFlags,
    ...routeFlags,
  },
  examples: [
    'genctl submit "a red fox in snow" -m vendor-b/video-2.5 --duration 5 --ratio 16:9 -D out --sandbox',
    'genctl submit "a lighthouse at dusk" -m vendor-a/image-1 --set size=1536x1024 --count 2 --wait --sandbox',
    'genctl submit -p "walks on" -m vendor-b/video-2.5 --first-frame https://example.com/hero.png --dry-run --sandbox',
    'genctl submit "shot 7, take 2" -m vendor-b/video-2.5 --once shot-07 --attempts 3 -D out --sandbox',
    'genctl submit "a red fox in snow" --takes 2 --vary model=vendor-b/video-2.5,vendor-b/video-2.0 --wait --sandbox',
    'genctl submit "a tram in the rain" -m spicy/video-2-5 --return-last-frame -D out --sandbox',
  ],
  parse: ({ flags, ...words }): SeveralInput => ({
    ...readSubmission('submit', words, flags, routeChoiceOf(flags)),
    ...severalOf('submit', flags),
  }),
  async run(context, input) {
    await beginEvents(context, input.journey, input);
    const { prepareSeveral } = await import('../follow/send/several-requests.ts');
    const { factsReader } = await import('../request/account-facts.ts');
    const facts = await factsReader(context)(await context.account());
    const submissions = await prepareSeveral(context, facts, input);
    const { earlier } = input;
    if (earlier !== undefined && submissions.every(({ intentFor }) => hasBody(intentFor(1), earlier))) {
      const message = 'the flags change nothing: this request repeats the earlier one';
      context.listen({ kind: 'warning', message });
    }
    const { submitAll } = await import('../follow/send/submit-and-follow.ts');
    const isOne = (input.takes ?? 1) === 1 && input.variants === undefined;
    await submitAll(context, submissions, input, isOne ? 'one' : 'takes');
  },
});
