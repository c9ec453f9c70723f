import type { Account } from '../account/account.ts';
import type { AnyFlag, FlagTable, FlagValues } from '../cli/flag.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { readComposition } from '../follow/send/submission-input.ts';
import { submitFlags } from '../follow/send/submit-several.ts';
import type { Defaults } from '../request/defaults.ts';
import { routeChoiceOf } from '../request/route-flags.ts';
import { isShapedByList, listNeeds } from '../request/rules/list-need.ts';
import { buildSubmission } from '../request/rules/request-body.ts';
import { usualFor, withUsual } from '../request/rules/usual-values.ts';
import { isSameJson } from '../schema/limits.ts';
import type { ModelEntry } from '../service/model.ts';
import { shellLine } from '../text/shell-quote.ts';
import {
  flagValues,
  type RequestLine,
  requestLine,
  requestWords,
  wholeBodyLine,
} from './rules/request-flags.ts';

type SubmitFlags = FlagValues<typeof submitFlags>;

/** The way that a composed request goes. */
export const composedRoute = 'jobs';

/** A composed request as the arguments of `submit`. */
export interface ComposedCommand {
  prompt: string | undefined;
  flags: SubmitFlags;
}

export interface CommandParts {
  /** The body with the names of the cast. */
  body: Record<string, unknown>;
  /** The body that is sent, where that is another one. */
  sent?: Record<string, unknown> | undefined;
  entry: ModelEntry;
  /** The other flags of the command line: checks, intent, journey. */
  given: Partial<SubmitFlags>;
  defaults: Defaults;
}

/**
 * The `submit` that makes exactly this body: in flags where they can express it together with the defaults of the project and
 * the profile, and otherwise with the whole body given.
 */
export function composedCommand({ body, sent, entry, given, defaults }: CommandParts): ComposedCommand {
  const line = requestLine(body, entry);
  const isMade = line !== undefined && isMadeWith(line, { body, entry, defaults });
  const said = isMade ? line : wholeBodyLine(sent ?? body);
  return { prompt: said.prompt, flags: { ...unsetFlags, ...given, ...flagValues(said) } as SubmitFlags };
}

/** Tells whether a line makes the body with the usual values: where a submit does not read the model list, without it, too. */
function isMadeWith(
  line: RequestLine,
  { body, entry, defaults }: Omit<CommandParts, 'given' | 'sent'>,
): boolean {
  const words = requestWords(line);
  const whom = { model: entry.id, route: composedRoute } as const;
  const isShaped = isShapedByList(listNeeds(withUsual(words, defaults), whom));
  return (isShaped ? [entry] : [undefined, entry]).every((one) => {
    const usual = usualFor(defaults, { ...whom, entry: one });
    return isSameJson(buildSubmission(withUsual(words, usual), one), body);
  });
}

/** The request that `submit` reads from it. */
export function composedInput({ prompt, flags }: ComposedCommand) {
  // The prompt was entered as it is, so no file and no stdin is read for it.
  const words = { arguments: prompt === undefined ? [] : [prompt], readable: 0 };
  return readComposition('submit', words, flags, routeChoiceOf(flags));
}

/** The line that a shell runs to submit it. It names the account where that is not the usual one. */
export function commandLine(
  { prompt, flags }: ComposedCommand,
  { account, isUsual }: { account: Account; isUsual: boolean },
): string {
  const words = flagWords(submitFlags, { ...flags, dryRun: false, curl: false });
  const named = isUsual ? [] : account.embedded ? ['--sandbox'] : ['--profile', account.profile];
  const line = (given: readonly string[]): string =>
    shellLine(['genctl', 'submit', ...given], { keepLines: true });
  if (prompt === undefined) return line([...words, ...named]);
  // A prompt that begins with a dash would be read as a flag, and one that begins with an @ as a file.
  return /^[-@]/.test(prompt) ? line([...words, ...named, '--', prompt]) : line([prompt, ...words, ...named]);
}

const unset: Record<AnyFlag['kind'], unknown> = {
  switch: false,
  off: true,
  list: [],
  pair: undefined,
  value: undefined,
};

/** The values of the flags of `submit` on a line that has none of them. */
const unsetFlags = Object.fromEntries(
  Object.entries(submitFlags as FlagTable).map(([name, { kind }]) => [name, unset[kind]]),
);
