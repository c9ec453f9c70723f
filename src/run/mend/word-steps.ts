import type { Argument } from '../../cli/arguments.ts';
import { isValued, longName } from '../../cli/flag.ts';
import {
  type LinePart,
  type LocatedLine,
  lineWords,
  type TypedLine,
  withCommand,
  withPart,
} from '../../cli/typed-line.ts';
import type { Command } from '../../command/define-command.ts';
import { CliError } from '../../errors/cli-error.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { gapCalled, gapOfFlag, gaps } from '../../text/gaps.ts';
import { errorOfLine, isHere, type LineStep, partsOf } from './located.ts';

type Located = LocatedLine & { command: Command };

/** A flag whose value the line lacks. */
export function openFlagStep({ line }: Located): LineStep | undefined {
  const open = line.find(
    ({ declared, kind, value }) =>
      kind === 'flag' && declared !== undefined && isValued(declared) && value === undefined,
  );
  if (open === undefined) return undefined;
  const gap = gapOfFlag(open.declared?.syntax ?? '') ?? gaps.value;
  const part: LinePart = { kind: 'flag', words: [...open.words, gap] };
  return { argv: lineWords(withPart(line, open, [part])), said: '', hasGap: true };
}

/** A word for which the command has no place. */
export function wordStep(located: Located): LineStep | undefined {
  const { command, line, path } = located;
  const word = line.find(({ kind }) => kind === 'word');
  if (word === undefined || command.arguments.length > 0) return undefined;
  const [typed = ''] = word.words;
  if (path[0] === 'auth') return /^(login|status)$/.test(path[1] ?? '') ? nameStep(line, word) : undefined;
  if (path.join(' ') === 'jobs' && isJobName(typed)) return showStep(line);
  if (path.join(' ') === 'sync' && isJobName(typed)) return downloadStep(line);
  const words =
    Object.values(command.flags).flatMap(({ choices, means, syntax }) => {
      const value = choices?.includes(typed) ? typed : means?.(typed);
      return value === undefined ? [] : [[longName(syntax), value]];
    })[0] ?? folderWords(located, typed);
  if (words.length === 0) return undefined;
  return { argv: lineWords(withPart(line, word, partsOf(words))), said: isHere(word.words, words) };
}

/** A word behind `auth login` or `auth status` may be a key, which is longer than a name and has other signs. */
function nameStep(line: TypedLine, word: LinePart): LineStep | undefined {
  const [typed = ''] = word.words;
  const isAlone = line.every((part) => part.kind !== 'word' || part === word);
  if (!isAlone || !/^[a-z]{2,12}$/.test(typed) || line.some(({ name }) => name === '--profile'))
    return undefined;
  return { argv: lineWords(withPart(line, word, partsOf(['--profile', typed]))), said: '' };
}

/** Tells whether a word names a job, and nothing else. */
export function isJobName(word: string): boolean {
  return word.startsWith('@') || word.startsWith(jobIdPrefix);
}

/** One job is shown, of several the state. */
function showStep(line: TypedLine): LineStep {
  const command = line.filter(({ kind }) => kind === 'word').length === 1 ? 'show' : 'status';
  return { argv: lineWords(withCommand(line, [command])), said: isHere(['jobs', 'ID'], [command, 'ID']) };
}

/** `sync` brings what is missing, whichever jobs it is of. */
function downloadStep(line: TypedLine): LineStep {
  return {
    argv: lineWords(withCommand(line, ['download'])),
    said: isHere(['sync', 'ID'], ['download', 'ID']),
  };
}

/** The folder of the files, which is the only thing that a word of `sync` can be. */
function folderWords({ line, path }: Located, typed: string): string[] {
  const isOpen = path.join(' ') === 'sync' && !line.some(({ name }) => name === '--dir');
  return isOpen ? ['-D', typed] : [];
}

/** The jobs that a command looks at where none is named. What is charged, canceled or changed has to be named. */
const usualJobs: Readonly<Record<string, readonly string[]>> = {
  show: ['@last'],
  status: ['@last'],
  wait: ['@last'],
  download: ['@last'],
};

/** The words that a line lacks. */
export async function missingStep({ command, line, path }: Located): Promise<LineStep | undefined> {
  if (!(await lacksWords(line))) return undefined;
  // Two jobs are compared, and which is for a person to say.
  const usual = line.some(({ name }) => name === '--diff') ? [] : usualJobs[path.join(' ')];
  const words = line.filter(({ kind }) => kind === 'word');
  const named = words.filter(({ words: [word = ''] }) => word.trim() !== '');
  const [first] = named;
  const [, name, value] = /^([\w.]+)=(.+)$/s.exec(first?.words[0] ?? '') ?? [];
  if (first !== undefined && path[1] === 'set' && name !== undefined && value !== undefined)
    return {
      argv: lineWords(withPart(line, first, partsOf([name, value]))),
      said: isHere(first.words, [name, value]),
    };
  // A line with more words would be refused for this one.
  const [{ choices } = {}] = command.arguments;
  if (first !== undefined && choices?.includes(first.words[0] ?? '') === false) return undefined;
  const required = command.arguments.filter((one) => one.required);
  // A flag may take the place of words that are not required: `cancel --all`.
  const missing =
    usual ?? (required.length > 0 ? required : command.arguments).slice(named.length).map(gapOf);
  if (missing.length === 0) return undefined;
  const others = line.filter((part) => named.includes(part) || !words.includes(part));
  const at = others.findLastIndex(({ kind }) => kind === 'command' || kind === 'word') + 1;
  const argv = lineWords([...others.slice(0, at), ...partsOf(missing), ...others.slice(at)]);
  return { argv, said: '', hasGap: usual === undefined };
}

async function lacksWords(line: TypedLine): Promise<boolean> {
  const argv = lineWords(line);
  const error = await errorOfLine(argv);
  return error instanceof CliError && error.code === 'missing_argument' && !argv.includes('-');
}

/** A job and a model are called by their ids. */
function gapOf({ completes, name }: Argument): string {
  return completes === 'job' ||
    completes === 'unfinished-job' ||
    completes === 'model' ||
    completes === 'job-or-file'
    ? gaps.id
    : gapCalled(name);
}
