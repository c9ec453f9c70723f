import { Command as Commander, type Option } from 'commander';
import { helpTopics } from '../../cli/help/help-topic-names.ts';
import { commandTable } from '../../commands/index.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { counted } from '../../text/shown-value.ts';

/** Why a line can't be read, where no similar word is known. */
const usageReasons = {
  unknown_option: 'The command has no such flag, and no similar one.',
  unknown_command: 'There is no such command, and no similar one.',
  option_missing_argument: 'The flag needs a value.',
  missing_argument: 'The command needs it.',
  excess_arguments: 'The command takes fewer words; a text with spaces goes in quotes.',
} as const;

/** A line that can't be read. */
export class LineFault extends Error {
  readonly code: keyof typeof usageReasons;
  /** The word that is not known, as typed, or the name of one that is missing. */
  readonly word: string;

  constructor(code: LineFault['code'], message: string, word = '') {
    super(message);
    this.code = code;
    this.word = word;
  }
}

/** Commander with faults as data. It calls these methods by names that its types leave out. */
export class LineCommander extends Commander {
  unknownOption(flag: string): never {
    // A value in one word with a flag that is not ours may be a key.
    const [name] = /^(?:--[^\s:=']*|-[^-])/.exec(flag) ?? [flag];
    throw new LineFault('unknown_option', `Unknown option '${name}'`, flag);
  }

  unknownCommand(): never {
    throw new LineFault('unknown_command', `Unknown command '${this.args[0]}'`);
  }

  optionMissingArgument({ flags }: Option): never {
    throw new LineFault('option_missing_argument', `Option '${flags}' argument missing`);
  }

  missingArgument(name: string): never {
    throw new LineFault('missing_argument', `Missing required argument '${name}'`, name);
  }

  _excessArguments(words: readonly string[]): never {
    const expected = counted(this.registeredArguments.length, 'argument');
    const message = `Too many arguments for '${this.name()}'. Expected ${expected} but got ${words.length}.`;
    throw new LineFault('excess_arguments', message);
  }
}

/** The error for a line that can't be read, with what was probably meant. `flags`: those that it could have had. */
export function usageProblem(
  { code, message, word }: LineFault,
  path: readonly string[],
  flags: readonly Option[],
): UsageError {
  const [first, second = ''] = path;
  const row = first !== undefined && Object.hasOwn(commandTable, first) ? commandTable[first] : undefined;
  const command = row === undefined ? [] : commandOf(path);
  if (code === 'missing_argument' && word === 'id') return noJobNamed();
  const [, typed = '', equals = ''] = /^(--[^\s:=']+)(=?)/.exec(word) ?? [];
  if (equals !== '' && flags.some(({ long, optional, required }) => long === typed && !optional && !required))
    return takesNoValue(typed, command);
  const names = flags.flatMap(({ long }) => long ?? []);
  const nearest =
    code === 'unknown_option'
      ? (otherCase(word, flags) ?? nearestOf(typed, names))
      : row === undefined
        ? nearestOf(first, Object.keys(commandTable))
        : // A command that also works without a subcommand takes a mistyped one for an extra word.
          nearestOf(second, Object.keys(row.commands ?? {}));
  // A prompt may begin with a dash, but hardly with two and a name, unless a space follows within its quotes.
  const isWord = code === 'unknown_option' && !/^--[a-z][^\s=]*(=|$)/i.test(word);
  const isKeyLikely = code === 'unknown_command' && first === 'auth' && nearest === undefined;
  return new UsageError({
    code,
    message: isKeyLikely ? 'Unknown command of auth' : message,
    why:
      nearest === undefined
        ? `${usageReasons[code]}${isWord ? ' Words that begin with a dash come after --.' : ''}`
        : `The nearest is ${nearest}.`,
    hint: row === undefined ? genctl`${nearest ?? []} --help` : genctl`${command} --help`,
  });
}

/** The words of a path that name a command, or a subcommand. */
function commandOf([first = '', second = '']: readonly string[]): string[] {
  return Object.hasOwn(commandTable[first]?.commands ?? {}, second) ? [first, second] : [first];
}

/** The flag whose letter was typed in the other case. */
function otherCase(word: string, flags: readonly Option[]): string | undefined {
  const [typed] = /^-[a-z]/i.exec(word) ?? [];
  const flag = flags.find(({ short }) => typed !== undefined && short?.toLowerCase() === typed.toLowerCase());
  return flag === undefined ? undefined : `${flag.short}, ${flag.long}`;
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

/** The error for a value behind a flag that is on or off. */
function takesNoValue(flag: string, command: readonly string[]): UsageError {
  return new UsageError({
    code: 'unknown_option',
    message: `${flag} takes no value`,
    why: 'Its name alone switches it on.',
    hint: genctl`${command} --help`,
  });
}

/** The error for `help WORD` where the word is neither a command nor a topic. */
export async function unknownTopic(word: string): Promise<UsageError> {
  const { commandMeant } = await import('../../request/mends/other-meanings.ts');
  const meant = commandMeant(word, false)?.filter((one) => !one.startsWith('-')) ?? [];
  const names = [...helpTopics, ...Object.keys(commandTable)];
  const nearest = meant.length > 0 ? meant.join(' ') : nearestOf(word, names);
  return new UsageError({
    code: 'topic_not_found',
    message: `There is no help on ${JSON.stringify(word)}`,
    why:
      nearest === undefined
        ? `It is not a command, and the topics are ${helpTopics.join(', ')}.`
        : `The nearest is ${nearest}.`,
    hint: nearest === undefined ? genctl`--help` : genctl`help ${nearest.split(' ')}`,
  });
}
