import type { TypedWords } from '../../cli/arguments.ts';
import type { FlagValues } from '../../cli/flag.ts';
import { readLocalFile } from '../../cli/texts/text-source.ts';
import { assertNoFileWords } from '../../cli/texts/word-files.ts';
import { UsageError } from '../../errors/endings.ts';
import { type JourneyFlags, journeyFlags } from '../../outputs/journey-flags.ts';
import { type CheckInput, checkFlags, checkInputOf } from '../../request/guard-flags.ts';
import { mediaFlagsGiven, readRequestWords, requestFlags } from '../../request/request-flags.ts';
import type { RouteChoice } from '../../request/rules/choose-route.ts';
import type { RequestWords } from '../../service/request-words.ts';
import { type IntentPlan, intentFlags, intentPlanOf } from '../../submit/intent-flags.ts';
import { assertNoneIdle, reachOf } from './idle-flags.ts';

/** The flags of every command that words a request and sends it. */
export const submissionFlags = {
  ...requestFlags,
  ...intentFlags,
  ...journeyFlags,
  ...checkFlags,
} as const;

const { count: _, callbackUrl: __, promptEnhance: ___, listen: ____, ...refsOwn } = submissionFlags;
/** The flags of `refs`: the route has no field for the others. @see service document §4.8 */
export const refsFlags = refsOwn;

export const promptArgument = {
  name: 'prompt',
  says: 'the prompt; @FILE reads a file, - stdin; @@ is an @; words after -- are taken as they are',
  many: true,
  required: false,
  completes: 'text',
} as const;

/** The words and flags that such a command reads from its line. */
export interface SubmissionInput extends CheckInput {
  words: RequestWords;
  plan: IntentPlan;
  journey: JourneyFlags;
  choice: RouteChoice;
}

/** Reads a line that is to be sent, and the files that its flags name; throws UsageError. */
export function readSubmission(
  command: string,
  words: TypedWords,
  flags: FlagValues<typeof submissionFlags>,
  choice: RouteChoice,
): SubmissionInput {
  assertNoneIdle(command, flags, reachOf(flags, flags.attempts));
  return readComposition(command, words, flags, choice);
}

/**
 * Reads the line of a request that the composer goes through first, and so does not refuse flags of a wait: the person says at
 * the end how far the job is followed.
 */
export function readComposition(
  command: string,
  words: TypedWords,
  flags: FlagValues<typeof submissionFlags>,
  choice: RouteChoice,
): SubmissionInput {
  assertNoFileWords(words, mediaFlagsGiven(flags));
  if (flags.prompt !== undefined && words.arguments.length > 0) {
    throw new UsageError({
      code: 'invalid_flag',
      message: 'The prompt is given twice',
      why: `Once as ${JSON.stringify(words.arguments.join(' '))}, once by --prompt.`,
      hint: 'leave one of them out',
    });
  }
  return {
    ...checkInputOf(flags, command),
    plan: intentPlanOf(flags),
    words: readRequestWords(command, flags, words, readLocalFile),
    journey: flags,
    choice,
  };
}
