import { UsageError } from '../../errors/endings.ts';
import { genctl, type Hint, say } from '../../errors/hint.ts';
import { inheritedWords } from '../../service/body/inherited-request.ts';
import type { Recipient } from '../../service/body/recipient.ts';
import { draftIdsOf } from '../../service/body/submit-subject.ts';
import { draftModelId, familyOf } from '../../service/families/index.ts';
import { optionsThat } from '../../service/options.ts';
import { requestRoutes } from '../../service/request-route.ts';
import {
  flagOfOption,
  flagOfRole,
  type RequestWords,
  typedFor,
  unplacedRoles,
} from '../../service/request-words.ts';
import { mediaRefusal, optionRefusal, promptRefusal } from './flag-refusal.ts';

/** A flag that its model or its route can't take. */
export interface RefusedFlag {
  flag: string;
  /** Why, and what can take it. */
  why: string;
  /** The words after `--set` that send it anyway; undefined where no field of the request is known for it. */
  setting: string | undefined;
}

/** The words of the flags about a request. */
export type FlagWords = Pick<
  RequestWords,
  'prompt' | 'media' | 'options' | 'count' | 'callbackUrl' | 'promptEnhance' | 'typed'
>;

/** The words that a final takes from its draft, so that no flag changes them. @see service document §3 */
const wordsOfDraft: readonly string[] = [
  ...optionsThat(({ ofFinal }) => ofFinal === 'inherits' || ofFinal === 'idle'),
  'prompt',
];

/**
 * The error for flags that would change nothing of a final, which is charged all the same; undefined where there is none, or where
 * no draft is named.
 * @see service document §3
 */
export function idleOnFinal(words: RequestWords): UsageError | undefined {
  const [draftId] = draftIdsOf({ ...words.body, ...(words.input && { input: words.input }) });
  if (draftId === undefined) return undefined;
  const { media, options, prompt, promptEnhance, set } = words;
  const roles = unplacedRoles({ media });
  const flags = [
    ...(prompt === undefined ? [] : ['the prompt']),
    ...roles.map((role) => flagOfRole[role]),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === undefined || !wordsOfDraft.includes(name) ? [] : [flagOfOption(name, value)],
    ),
    ...set.flatMap(([name]) => (wordsOfDraft.includes(name) ? [`--set ${name}`] : [])),
    ...(promptEnhance === undefined ? [] : ['--prompt-enhance']),
  ];
  if (flags.length === 0) return undefined;
  const what = named(flags.map((flag) => typedFor(words, flag)));
  return new UsageError({
    code: 'flag_not_of_final',
    message: `${what.replace(/^the /, 'The ')} can't change a final`,
    why: `A final takes its ${inheritedWords} from its draft, ${draftId}. It would be charged, with no change.`,
    hint: say`leave ${what} out; for another draft with it: ${genctl`rerun ID …`}`,
    jobId: draftId,
  });
}

/** The flags of a request that can't be taken by whom it is for. */
export function refusedFlags(words: FlagWords, recipient: Recipient): RefusedFlag[] {
  const options = Object.entries(words.options).flatMap(([name, value]) => {
    const why = optionRefusal(name, value, recipient);
    if (why === undefined) return [];
    const literal = typeof value === 'string' ? value : JSON.stringify(value);
    return [{ flag: typedFor(words, flagOfOption(name, value)), why, setting: `${name}=${literal}` }];
  });
  const noPrompt = words.prompt === undefined ? undefined : promptRefusal(recipient);
  const prompt =
    noPrompt === undefined ? [] : [{ flag: 'the prompt', why: noPrompt, setting: 'prompt=TEXT' }];
  return [...prompt, ...options, ...unwordableFlags(words, recipient)];
}

/** Those that no field of a body stands for. They are refused whatever the checks are told: a guessed field is never sent. */
export function unwordableFlags(words: FlagWords, recipient: Recipient): RefusedFlag[] {
  const media = unplacedRoles(words).map((role) => ({
    flag: flagOfRole[role],
    why: mediaRefusal(role, recipient),
  }));
  return [...media, ...envelopeRefusals(words, recipient)].flatMap(({ flag, why }) =>
    why === undefined ? [] : [{ flag: typedFor(words, flag), why, setting: undefined }],
  );
}

/** Fields of v2's envelope have no place on v1; only its images are counted. @see service document §2.4 */
function envelopeRefusals({ callbackUrl, count, promptEnhance }: FlagWords, { route }: Recipient) {
  const { countField, isFlat } = requestRoutes[route];
  if (!isFlat) return [];
  const uncounted = countField === undefined ? count : undefined;
  return [
    { flag: '--callback-url', value: callbackUrl, why: 'Of the routes, jobs (v2) takes it.' },
    { flag: '--prompt-enhance', value: promptEnhance, why: 'Of the routes, jobs (v2) takes it.' },
    { flag: '--count', value: uncounted, why: 'Of the routes, jobs (v2) and images take it.' },
  ].filter(({ value }) => value !== undefined);
}

/** The refusal of flags, by name. `hasOneWay`: what is asked for can go by its route alone. */
export function flagsRefused(
  refused: readonly RefusedFlag[],
  { model, route }: Recipient,
  { hasOneWay = false } = {},
): UsageError {
  const flags = refused.map(({ flag }) => flag);
  const isOfRoute = refused.every(({ flag }) => envelopeFlags.has(flag));
  const whom = isOfRoute || model === '' ? `on the route ${route}` : `with ${model}`;
  return new UsageError({
    code: isOfRoute ? 'flag_not_on_route' : 'flag_not_taken',
    message: `${named(flags).replace(/^the /, 'The ')} can't be used ${whom}`,
    why: refused.map(({ flag, why }) => (flags.length === 1 ? why : `${flag}: ${why}`)).join('\n'),
    hint: hintOf(refused, { model, route, canMove: !hasOneWay && familyOf(model)?.jobs !== false }),
  });
}

const draftCommand = flagOfOption('draft', true);

const envelopeFlags: ReadonlySet<string> = new Set(['--callback-url', '--prompt-enhance', '--count']);

function hintOf(
  refused: readonly RefusedFlag[],
  { model, route, canMove }: Pick<Recipient, 'model' | 'route'> & { canMove: boolean },
): Hint {
  // A command can't leave out its own purpose.
  if (refused.some(({ flag }) => flag === draftCommand))
    return `only ${draftModelId} makes drafts; genctl submit makes none`;
  const flags = named(refused.map(({ flag }) => flag));
  const settings = refused.flatMap(({ setting }) => (setting === undefined ? [] : [`--set ${setting}`]));
  if (settings.length > 0) return `leave ${flags} out\n${settings.join(' ')} sends it anyway`;
  if (refused.every(({ flag }) => envelopeFlags.has(flag)))
    return `leave ${flags} out${canMove ? '\nor send it to v2: --api v2, without --route' : ''}`;
  // The list of models is v2's.
  const asks = requestRoutes[route].hasModelList ? say`${genctl`models ${model}`}, then ` : undefined;
  return say`${asks}--set FIELD=URL, with the model's own name for it; or leave ${flags} out`;
}

function named(flags: readonly string[]): string {
  return flags.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
