import type { CommanderError } from 'commander';
import { helpTopics } from '../../cli/help/help-topic-names.ts';
import { commandTable } from '../../commands/index.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { nearestName } from '../../text/nearest-name.ts';

/** Why a line can't be read, where no similar word is known. */
const usageReasons: Record<string, string> = {
  'commander.unknownOption': 'The command has no such flag, and no similar one.',
  'commander.unknownCommand': 'There is no such command, and no similar one.',
  'commander.optionMissingArgument': 'The flag needs a value.',
  'commander.missingArgument': 'The command needs it.',
  'commander.excessArguments': 'The command takes fewer words; a text with spaces goes in quotes.',
};

/** A flag that a line could have had. */
interface KnownFlag {
  name: string;
  /** Its letter, as in `-D`. */
  short?: string | undefined;
  isSwitch: boolean;
}

/** The error for a line that the parser refuses, with what was probably meant. */
export function usageProblem(
  error: CommanderError,
  path: readonly string[],
  flags: readonly KnownFlag[],
): UsageError {
  const [told = ''] = error.message.replace(/^error: /, '').split('\n');
  const [first, second = ''] = path;
  const row = first !== undefined && Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  const [, valued] = /^unknown option '(--[^\s:=']+)=/s.exec(told) ?? [];
  if (valued !== undefined && flags.some(({ name, isSwitch }) => name === valued && isSwitch))
    return takesNoValue(valued, first);
  const [, typed = ''] = /^unknown option '(--[^\s:=']+)/s.exec(told) ?? [];
  const nearest =
    error.code === 'commander.unknownOption'
      ? (otherCase(told, flags) ??
        nearestOf(
          typed,
          flags.map(({ name }) => name),
        ))
      : row === undefined
        ? nearestOf(first, Object.keys(commandTable))
        : // A command that also works without a subcommand takes a mistyped one for an extra word.
          nearestOf(second, Object.keys(row.commands ?? {}));
  if (told === "missing required argument 'id'") return noJobNamed();
  return new UsageError({
    code: error.code.replace('commander.', '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    message: withoutKeys(told.charAt(0).toUpperCase() + told.slice(1), {
      isKeyLikely: first === 'auth' && nearest === undefined,
    }),
    why: nearest === undefined ? reasonOf(error.code, told) : `The nearest is ${nearest}.`,
    hint: row === undefined ? genctl`${nearest ?? []} --help` : genctl`${first} --help`,
  });
}

/** The flag whose letter was typed in the other case. */
function otherCase(told: string, flags: readonly KnownFlag[]): string | undefined {
  const [, typed] = /^unknown option '(-[a-z])/i.exec(told) ?? [];
  const flag = flags.find(({ short }) => typed !== undefined && short?.toLowerCase() === typed.toLowerCase());
  return flag === undefined ? undefined : `${flag.short}, ${flag.name}`;
}

function noJobNamed(): UsageError {
  return new UsageError({
    code: 'missing_argument',
    message: 'Name a job',
    why: 'It takes an id, the beginning of one, or @last for your newest job.',
    hint: genctl`jobs`,
  });
}

/** The only name that a word begins, or the one that is near it. */
function nearestOf(typed: string | undefined, names: readonly string[]): string | undefined {
  if (typed === undefined || typed === '' || names.includes(typed)) return undefined;
  const begun = typed.length < 4 ? [] : names.filter((name) => name.startsWith(typed));
  return begun.length === 1 ? begun[0] : nearestName(typed, names);
}

/** A prompt may begin with a dash, but hardly with two and a name. */
function reasonOf(code: string, told: string): string | undefined {
  const isWord = code === 'commander.unknownOption' && !/^unknown option '--[a-z]/i.test(told);
  return (
    `${usageReasons[code] ?? ''}${isWord ? ' Words that begin with a dash come after --.' : ''}` || undefined
  );
}

/** The error for a value behind a flag that is on or off. */
function takesNoValue(flag: string, command: string | undefined): UsageError {
  return new UsageError({
    code: 'unknown_option',
    message: `${flag} takes no value`,
    why: 'Its name alone switches it on.',
    hint: command === undefined ? genctl`--help` : genctl`${command} --help`,
  });
}

/** Leaves out what may be a key: the value in one word with a flag that is not ours, and a word behind `auth`. */
function withoutKeys(told: string, { isKeyLikely }: { isKeyLikely: boolean }): string {
  return told
    .replace(/^(Unknown option '(?:--[^\s:=']*|-[^-])).*'$/s, "$1'")
    .replace(/^(Unknown command) '.*'$/s, isKeyLikely ? '$1 of auth' : '$&');
}

/** The error for `help WORD` where the word is neither a command nor a topic. */
export function unknownTopic(word: string): UsageError {
  const nearest = nearestName(word, [...helpTopics, ...Object.keys(commandTable)]);
  return new UsageError({
    code: 'topic_not_found',
    message: `There is no help on ${JSON.stringify(word)}`,
    why:
      nearest === undefined
        ? `It is not a command, and the topics are ${helpTopics.join(', ')}.`
        : `The nearest is ${nearest}.`,
    hint: nearest === undefined ? genctl`--help` : genctl`help ${nearest}`,
  });
}
