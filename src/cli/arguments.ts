import { UsageError } from '../errors/endings.ts';
import { genctl, say } from '../errors/hint.ts';
import type { Completes } from './completes.ts';
import { assertStdinOnce, readLocalFile, readText } from './texts/text-source.ts';

/** A positional argument of a command, by its `name` in help. */
export interface Argument {
  name: string;
  says: string;
  /** True if it takes several words; one unless given. */
  many?: boolean;
  required: boolean;
  /** The words that completion offers, where there are few. */
  choices?: readonly string[];
  /** The kind of words that completion offers where there are no `choices`. */
  completes?: Completes;
}

/** A positional word as usage has it: `<id...>`, `[topic]`. */
export function argumentUsage({ name, many, required }: Argument): string {
  const word = many ? `${name}...` : name;
  return required ? `<${word}>` : `[${word}]`;
}

/** The words of a line that belong to no flag. */
export interface TypedWords {
  arguments: readonly string[];
  /** How many of them stand before `--`. Only among those `-` means stdin and `@file` a file. */
  readable: number;
}

/** The argument for jobs, the same for every command that takes several. */
export const jobsArgument = {
  name: 'id',
  says: 'a job, or one of its files; - reads ids from stdin',
  many: true,
  required: true,
  completes: 'job',
} as const satisfies Argument;

/** As `jobsArgument`, for a command that only concerns jobs that have not ended. */
export const unfinishedArgument = {
  ...jobsArgument,
  completes: 'unfinished-job',
} as const satisfies Argument;

/**
 * The jobs that words name: a word is an id, and `-` stands for the ids on stdin, which may be none. After `--` a `-` is an
 * ordinary word. Throws UsageError for an empty word, because an unset variable names no job.
 */
export function readIds(command: string, { arguments: words, readable }: TypedWords): string[] {
  if (words.some((word) => word.trim() === '')) throw emptyId(command);
  const ofStdin = words.map((word, place) => word === '-' && place < readable);
  assertStdinOnce(words.map((text, place) => ({ name: command, text: ofStdin[place] ? text : undefined })));
  return words.flatMap((word, place) => (ofStdin[place] ? idsOnStdin(command) : [word]));
}

/** The one job that words name; undefined where there are no words. Throws UsageError where stdin names no job or several. */
export function readId(command: string, words: TypedWords): string | undefined {
  const [id, ...others] = readNamedIds(command, words, 'one') ?? [];
  if (others.length === 0) return id;
  throw notOnStdin(command, 'excess_arguments', `${others.length + 1} jobs`, 'one');
}

/** The jobs that words name; undefined where there are no words. Throws UsageError where stdin names none. `takes`: how many are taken. */
export function readNamedIds(
  command: string,
  words: TypedWords,
  takes = 'one or several',
): string[] | undefined {
  if (words.arguments.length === 0) return undefined;
  const ids = readIds(command, words);
  if (ids.length > 0) return ids;
  throw notOnStdin(command, 'missing_argument', 'no job', takes);
}

function notOnStdin(command: string, code: string, named: string, takes: string): UsageError {
  return new UsageError({
    code,
    message: `stdin names ${named}`,
    why: `${command} takes ${takes}.`,
    hint: say`${genctl`jobs --limit 1 --quiet`} | ${genctl`${command} -`}`,
  });
}

function idsOnStdin(command: string): string[] {
  return readText(command, '-', readLocalFile)
    .split(/\s+/)
    .filter((word) => word !== '');
}

function emptyId(command: string): UsageError {
  return new UsageError({
    code: 'missing_argument',
    message: 'The id of a job is empty',
    why: 'A variable in your command may be unset.',
    hint: genctl`${command} @last`,
  });
}
