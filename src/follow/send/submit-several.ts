import type { TypedWords } from '../../cli/arguments.ts';
import type { FlagValues } from '../../cli/flag.ts';
import type { Intent } from '../../ledger/record.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { routeChoiceOf, routeFlags } from '../../request/route-flags.ts';
import { isSameJson } from '../../schema/json/canonical-json.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { severalFlags, severalOf } from '../../submit/several-flags.ts';
import { beginEvents } from '../events/begin-events.ts';
import type { JobsShape } from '../words/print-jobs.ts';
import type { SeveralInput } from './several-requests.ts';
import { readSubmission, submissionFlags } from './submission-input.ts';
import type { SubmitOptions } from './submit-and-follow.ts';

/** The flags of `submit`. */
export const submitFlags = { ...submissionFlags, ...severalFlags, ...routeFlags } as const;
type SubmitFlags = FlagValues<typeof submitFlags>;

/** Reads the line of `submit`. Throws UsageError. */
export function readSubmit(words: TypedWords, flags: SubmitFlags): SeveralInput {
  return { ...readSubmission('submit', words, flags, routeChoiceOf(flags)), ...severalOf('submit', flags) };
}

/** Checks the requests of one line, sends them, and follows them as far as it says. */
export async function submitSeveral(
  context: OutputMeans,
  input: SeveralInput & Pick<SubmitOptions, 'onFollowed'>,
  shape: JobsShape = (input.takes ?? 1) === 1 && input.variants === undefined ? 'one' : 'takes',
): Promise<void> {
  await beginEvents(context, input.journey, input);
  const { prepareSeveral } = await import('./several-requests.ts');
  const { factsReader } = await import('../../request/account-facts.ts');
  const facts = await factsReader(context)(await context.account());
  const submissions = await prepareSeveral(context, facts, input);
  const { earlier } = input;
  if (earlier !== undefined && submissions.every(({ intentFor }) => hasBody(intentFor(1), earlier))) {
    const message = 'the flags change nothing: this request repeats the earlier one';
    context.listen({ kind: 'warning', message });
  }
  const { submitAll } = await import('./submit-and-follow.ts');
  await submitAll(context, submissions, input, shape);
}

/** Tells whether an intent asks for exactly that body. */
function hasBody({ body }: Pick<Intent, 'body'>, other: Record<string, unknown>): boolean {
  return isSameJson(readJson(body), other);
}
