import type { TypedWords } from '../../cli/arguments.ts';
import { gapLeft, UsageError } from '../../errors/endings.ts';
import { either, genctl } from '../../errors/hint.ts';
import { gaps } from '../../text/gaps.ts';
import { type FileReader, namedPathOf, readText } from './text-source.ts';
import { assertNoFileText } from './word-files.ts';

/**
 * The prompt, from `--prompt` or from the words without a flag, which are read alike; words after `--` are taken literally.
 * Undefined where there is none. Throws UsageError.
 */
export function readPrompt(
  command: string,
  flag: string | undefined,
  { arguments: words, readable }: TypedWords,
  read: FileReader,
): string | undefined {
  if (flag === undefined && words.length === 0) return undefined;
  if (flag !== undefined) assertNoFileText('--prompt', flag);
  // Beside other words it would be sent with them.
  if (words.slice(0, readable).includes(gaps.prompt)) throw gapLeft(gaps.prompt);
  const isLiteral = flag === undefined && readable === 0;
  if (flag === undefined && !isLiteral) assertAlone(words);
  const text = flag ?? words.join(' ');
  const path = isLiteral ? undefined : namedPathOf(text);
  const prompt = isLiteral ? text : readText(flag === undefined ? command : '--prompt', text, read);
  if (path !== undefined && prompt.includes('\0')) throw notText(path);
  // A prompt that was saved on Windows must be the same request as elsewhere, since a `--once` name stands for one request.
  const lines = path === undefined ? prompt : prompt.replaceAll('\r\n', '\n');
  if (lines.trim() === '') throw empty(command, lines.length, path);
  return lines;
}

/** A file or stdin must be the whole prompt: beside other words, the name of the file would be sent as text. */
function assertAlone(words: readonly string[]): void {
  const [first = '', ...others] = words;
  if (others.length === 0 || namedPathOf(first) === undefined) return;
  throw new UsageError({
    code: 'invalid_argument',
    message: `${first} is read as ${first === '-' ? 'stdin' : 'a file'}, and ${others.length} more ${others.length === 1 ? 'word follows' : 'words follow'}`,
    why: 'A prompt comes from one source. Words that begin with @ or - go after --.',
    hint: `${first} alone, or all of the words after --`,
  });
}

function notText(path: string): UsageError {
  return new UsageError({
    code: 'file_unreadable',
    message: `${path === '-' ? 'stdin is not text' : `${path} is not a text file`}`,
    why: 'It contains NUL characters.',
    hint: `file ${path === '-' ? 'FILE' : path}, to see what it is; a picture goes by --first-frame or --ref-image`,
  });
}

/** The error for an empty prompt. It comes from an unset variable or an empty file, and nobody means to pay for it. */
function empty(command: string, characters: number, path: string | undefined): UsageError {
  const where = path === undefined ? 'It' : path === '-' ? 'stdin' : path;
  return new UsageError({
    code: 'prompt_empty',
    message: 'The prompt is empty',
    why: `${where} has ${characters} characters and no words.`,
    hint: either(genctl`${command} ${gaps.prompt} …`, ', or leave the prompt out'),
  });
}
