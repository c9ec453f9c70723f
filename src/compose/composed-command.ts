import type { Account } from '../account/account.ts';
import type { FlagValues } from '../cli/flag.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { isFileWord } from '../cli/texts/word-files.ts';
import { draftFlags, draftRequest, finalFlags } from '../drafts/draft-flags.ts';
import { reachOf } from '../follow/send/idle-flags.ts';
import { submitFlags } from '../follow/send/submit-several.ts';
import type { JobRecord } from '../ledger/record.ts';
import { fileFlags, waitFlags } from '../outputs/journey-flags.ts';
import type { Defaults } from '../request/defaults.ts';
import { noFlags } from '../request/request-flags.ts';
import { isShapedByList, listNeeds } from '../request/rules/list-look.ts';
import { buildSubmission, finalBody } from '../request/rules/request-body.ts';
import { usualBut, usualFor, withUsual } from '../request/rules/usual-values.ts';
import { isSameJson } from '../schema/json/canonical-json.ts';
import { draftIdsOf } from '../service/body/submit-subject.ts';
import { familyOf } from '../service/families/index.ts';
import type { ModelEntry } from '../service/model.ts';
import { requestRoutes } from '../service/request-route.ts';
import type { RequestWords } from '../service/request-words.ts';
import { objectOf } from '../text/json-object.ts';
import { shellLine } from '../text/shell-quote.ts';
import {
  bodyWithFilesLine,
  flagValues,
  type RequestLine,
  requestLine,
  requestWords,
  submitWords,
  wholeBodyLine,
} from './rules/request-flags.ts';

/** The commands that send what can be composed, each by its flags. */
const flagsOf = { submit: submitFlags, draft: draftFlags, finalize: finalFlags } as const;

/** The way that a composed request goes. */
export const composedRoute = 'jobs';

/** A composed request as the words of the command that sends it. */
export interface ComposedCommand {
  command: keyof typeof flagsOf;
  /** The prompt, or the draft of a final. */
  word: string | undefined;
  flags: FlagValues<typeof submitFlags>;
}

export interface CommandParts {
  /** The body with the names of the cast. */
  body: Record<string, unknown>;
  /** The body that is sent, where that is another one. */
  sent?: Record<string, unknown> | undefined;
  entry: ModelEntry;
  /** The draft that it names, where the ledger has it: `finalize` goes by its route and its model. */
  draft?: Pick<JobRecord, 'intent' | 'route'> | undefined;
  /** The other flags of the command line: checks, intent, journey. */
  given: Partial<ComposedCommand['flags']>;
  defaults: Defaults;
}

/** A command line that may make a body. */
interface Candidate {
  command: ComposedCommand['command'];
  line: RequestLine;
  /** The draft, where it is a final, whose line has no prompt. */
  draftId?: string;
}

/**
 * The command that makes exactly this body: in flags where they can express it together with the defaults of the project and the
 * profile. Otherwise it is a `submit` with the whole body given.
 */
export function composedCommand(parts: CommandParts): ComposedCommand {
  const { body, entry, given, sent } = parts;
  const line = requestLine(body, entry);
  const candidates = line === undefined ? [] : candidatesOf(line, parts);
  const isSayable = ({ command, line }: Candidate): boolean =>
    line.flags.every(({ flag }) => Object.hasOwn(flagsOf[command], flag));
  const made = candidates.find((one) => isSayable(one) && isMadeWith(one, parts));
  const { command, draftId, line: said } = made ?? wholeCandidate(sent ?? body, entry);
  const flags = { ...noFlags(submitFlags), ...given, ...flagValues(said) } as ComposedCommand['flags'];
  return { command, word: draftId ?? said.prompt, flags };
}

/** A submit with the whole body: where that has local files, with their flags behind it. */
function wholeCandidate(body: Record<string, unknown>, entry: ModelEntry): Candidate {
  return { command: 'submit', line: bodyWithFilesLine(body, entry) ?? wholeBodyLine(body) };
}

/** The commands that say a body the shortest way come first. @see service document §3 */
function candidatesOf(line: RequestLine, { body, draft: record, entry }: CommandParts): Candidate[] {
  const submit = { command: 'submit', line } as const;
  if (familyOf(entry.id)?.options?.draft !== true) return [submit];
  const { content, draft } = objectOf(body.input) ?? {};
  const [draftId, second] = draftIdsOf(body);
  const without = (...settings: string[]): RequestLine => ({
    ...line,
    flags: line.flags.filter(({ flag, value }) => flag !== 'set' || !settings.some((one) => one === value)),
  });
  if (draft === true && draftId === undefined)
    return [{ command: 'draft', line: without('draft=true') }, submit];
  const isOther = record !== undefined && !isDraftOf(record, entry);
  if (draftId === undefined || second !== undefined || isOther) return [submit];
  const flags = without(`content=${JSON.stringify(content)}`).flags.filter(({ flag }) => flag !== 'model');
  return [{ command: 'finalize', draftId, line: { prompt: undefined, flags } }, submit];
}

function isDraftOf({ intent, route }: Pick<JobRecord, 'intent' | 'route'>, { id }: ModelEntry): boolean {
  return requestRoutes[route].ordinary === composedRoute && (intent === null || intent.model === id);
}

/** Tells whether a line makes the body with the usual values: where a submit does not read the model list, without it, too. */
function isMadeWith(
  { command, draftId, line }: Candidate,
  { body, entry, defaults }: Pick<CommandParts, 'body' | 'entry' | 'defaults'>,
): boolean {
  const whom = { model: entry.id, route: composedRoute } as const;
  const worded = requestWords(line);
  const asked =
    command === 'draft'
      ? draftRequest(worded)
      : {
          own: [],
          words: draftId ? { ...worded, body: finalBody(composedRoute, entry.id, draftId) } : worded,
        };
  const isShaped = isShapedByList(listNeeds(withUsual(asked.words, usualBut(defaults, asked.own)), whom));
  return (isShaped ? [entry] : [undefined, entry]).every((one) => {
    const usual = usualBut(usualFor(defaults, { ...whom, entry: one }), asked.own);
    return isSameJson(buildSubmission(withUsual(asked.words, usual), one), body);
  });
}

/** The request that a `submit` or `draft` reads from it. A final's word is its draft, and no prompt. */
export function composedWords({ flags, word }: ComposedCommand): RequestWords {
  return submitWords(flags, word);
}

/** The line as its command reads it. The prompt was entered as it is, so no file and no stdin is read for it. */
export function typedLine({ command, flags, word }: ComposedCommand) {
  const words = { arguments: word === undefined ? [] : [word], readable: 0 };
  const values = withoutIdle(flags);
  const own = Object.keys(flagsOf[command]).flatMap((name) => (name in values ? [[name, values[name]]] : []));
  return { ...words, flags: { ...noFlags(flagsOf[command]), ...Object.fromEntries(own) } };
}

/** The flags without those of a wait or a download where there is none: a command refuses them. */
function withoutIdle(flags: ComposedCommand['flags']): Record<string, unknown> {
  const { downloads, waits } = reachOf(flags, flags.attempts);
  return { ...flags, ...(waits ? {} : noFlags(waitFlags)), ...(downloads ? {} : noFlags(fileFlags)) };
}

/** The line that a shell runs to send it. It names the account where that is not the usual one. */
export function commandLine(
  composed: ComposedCommand,
  { account, isUsual }: { account: Account; isUsual: boolean },
): string {
  const { command, word } = composed;
  const words = flagWords(flagsOf[command], { ...typedLine(composed).flags, dryRun: false, curl: false });
  const named = isUsual ? [] : account.embedded ? ['--sandbox'] : ['--profile', account.profile];
  const line = (given: readonly string[]): string =>
    shellLine(['genctl', command, ...given], { keepLines: true });
  if (word === undefined) return line([...words, ...named]);
  // Behind a -- every flag that a person appends, such as --dry-run, would become words of the prompt, and be paid for.
  if (word === '-' || isFileWord(word)) return line([...words, ...named, '--', word]);
  if (word.startsWith('-')) return line([`--prompt=${word}`, ...words, ...named]);
  return line([word.startsWith('@') ? `@${word}` : word, ...words, ...named]);
}
