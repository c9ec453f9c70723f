import type { Account } from '../account/account.ts';
import type { AnyFlag, FlagTable, FlagValues } from '../cli/flag.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { readComposition } from '../follow/send/submission-input.ts';
import { submitFlags } from '../follow/send/submit-several.ts';
import type { Defaults } from '../request/defaults.ts';
import { requestFlags } from '../request/request-flags.ts';
import { routeChoiceOf } from '../request/route-flags.ts';
import { isShapedByList, listNeeds } from '../request/rules/list-need.ts';
import { buildSubmission } from '../request/rules/request-body.ts';
import { usualFor, withUsual } from '../request/rules/usual-values.ts';
import { isSameJson } from '../schema/limits.ts';
import type { ModelEntry } from '../service/model.ts';
import { shellLine } from '../text/shell-quote.ts';
import { type RequestLine, requestLine, wholeBodyLine } from './rules/request-flags.ts';

type SubmitFlags = FlagValues<typeof submitFlags>;

/** The way that a composed request goes. */
export const composedRoute = 'jobs';

/** A composed request as the arguments of `submit`. */
export interface ComposedCommand {
  prompt: string | undefined;
  flags: SubmitFlags;
}

export interface CommandParts {
  body: Record<string, unknown>;
  entry: ModelEntry;
  /** The other flags of the command line: checks, intent, journey. */
  given: Partial<SubmitFlags>;
  defaults: Defaults;
}

/**
 * The `submit` that makes exactly this body: in flags where they can express it together with the defaults of the project and
 * the profile, and otherwise with the whole body given.
 */
export function composedCommand({ body, entry, given, defaults }: CommandParts): ComposedCommand {
  const line = requestLine(body, entry);
  const worded = line === undefined ? undefined : commandOf(line, given);
  if (worded !== undefined) {
    const { words } = composedInput(worded);
    const whom = { model: entry.id, route: composedRoute } as const;
    const isShaped = isShapedByList(listNeeds(withUsual(words, defaults), whom));
    // Where a submit does not read the model list, its flags have to make the same body without it.
    const known = isShaped ? [entry] : [undefined, entry];
    const bodies = known.map((one) => {
      const usual = usualFor(defaults, { ...whom, entry: one });
      return buildSubmission(withUsual(words, usual), one);
    });
    if (bodies.every((one) => isSameJson(one, body))) return worded;
  }
  return commandOf(wholeBodyLine(body), given);
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

function commandOf({ flags, prompt }: RequestLine, given: Partial<SubmitFlags>): ComposedCommand {
  const values: Record<string, unknown> = {
    ...unsetFlags(submitFlags),
    ...given,
    ...unsetFlags(requestFlags),
  };
  for (const [place, { flag, value }] of flags.entries()) {
    const declared = (requestFlags as FlagTable)[flag];
    if (declared === undefined) continue;
    const read = typeof value === 'string' ? declared.read?.(value) : value;
    const before = values[flag];
    values[flag] =
      declared.kind === 'list' ? [...(Array.isArray(before) ? before : []), { value: read, place }] : read;
  }
  return { prompt, flags: values as SubmitFlags };
}

/** The values of a table's flags on a line that has none of them. */
function unsetFlags(table: FlagTable): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, { kind }]) => [name, unset[kind]]));
}

const unset: Record<AnyFlag['kind'], unknown> = {
  switch: false,
  off: true,
  list: [],
  pair: undefined,
  value: undefined,
};
