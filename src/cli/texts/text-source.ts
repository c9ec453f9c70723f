import { UsageError } from '../../errors/endings.ts';
import { genctl, type Hint, say, typedWith } from '../../errors/hint.ts';
import { readWhole } from '../../files/read-whole.ts';
import { readExactJson } from '../../schema/json/json-flaw.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { shellLine } from '../../text/shell-quote.ts';
import { invalidFlag } from '../flag.ts';

/** Reads a whole file, or stdin for `-`, as UTF-8. Throws UsageError, or Node's errors. */
export type FileReader = (path: string) => string;

/**
 * The file that a text comes from, `-` for stdin; undefined for a literal text. `@-` is stdin, as in curl; `@@` begins a
 * literal text with an @.
 */
export function namedPathOf(text: string): string | undefined {
  if (text === '-' || text === '@-') return '-';
  return text.startsWith('@') && !text.startsWith('@@') ? text.slice(1) : undefined;
}

/**
 * Reads the text of a flag: the word itself, the file named after `@`, or stdin for `-`. One newline at a file's end is
 * dropped, as a shell's `$(…)` does. Throws UsageError.
 *
 * @param flag the flag, or the command where its own words are the text.
 */
export function readText(flag: string, text: string, read: FileReader): string {
  const path = namedPathOf(text);
  if (path === undefined) return text.startsWith('@@') ? text.slice(1) : text;
  return readOrExplain(flag, path, read).replace(/\r?\n$/, '');
}

/** Reads the text of a flag as a JSON object. Throws a UsageError that says where the JSON breaks. */
export function readJsonObject(flag: string, text: string, read: FileReader): Record<string, unknown> {
  const source = readText(flag, text, read);
  const value = parseJson(flag, source, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError({
      code: 'invalid_json',
      message: `${flag} is not a JSON object`,
      why: `It is ${Array.isArray(value) ? `an array of ${value.length}` : value === null ? 'null' : `a ${typeof value}`}.`,
      hint: `${flag} '{"…": …}' or ${flag} @file.json`,
    });
  }
  return value as Record<string, unknown>;
}

function parseJson(flag: string, source: string, text: string): unknown {
  try {
    return readExactJson(flag, source);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const forgotten = !text.startsWith('@') && /\.json$/.test(text);
    throw new UsageError({
      code: 'invalid_json',
      message: `${flag} is not JSON`,
      why: cause instanceof Error ? cause.message.replaceAll(/\s+/g, ' ') : String(cause),
      hint: forgotten ? typedWith(flag, `@${text}`) : `${flag} '{"…": …}' or ${flag} @file.json`,
      cause,
    });
  }
}

/** Reads `--set name=value`. The value is a JSON literal, or else a string. Throws a UsageError, where `called` names the field. */
export function readSetting(text: string, called?: string): readonly [name: string, value: unknown] {
  const equals = text.indexOf('=');
  const object = fieldsIn(text);
  if (object !== undefined)
    throw invalidFlag('--set', text, 'It is a JSON object; --set takes one field.', settingsOf(object));
  if (equals < 1) {
    const hint = typedWith('--set', `${text.replaceAll('=', '') || 'name'}=value`);
    throw invalidFlag('--set', text, 'It has no name before an equals sign.', hint);
  }
  const name = text.slice(0, equals);
  return [name, literalOrText(called ?? `--set ${name}`, text.slice(equals + 1))];
}

/** The fields of a text that is a JSON object, as other programs take one. */
export function fieldsIn(text: string): Record<string, unknown> | undefined {
  return text.trimStart().startsWith('{') ? objectOf(tryReadJson(text)) : undefined;
}

/** The flags that set the fields of an object. */
function settingsOf(object: Record<string, unknown>): Hint {
  const [only = 'name=value', ...others] = Object.entries(object).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return others.length === 0
    ? typedWith('--set', only)
    : shellLine([only, ...others].flatMap((one) => ['--set', one]));
}

function literalOrText(called: string, text: string): unknown {
  try {
    return readExactJson(called, text);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return text;
  }
}

function readOrExplain(flag: string, path: string, read: FileReader): string {
  try {
    return read(path);
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError({
      code: 'file_unreadable',
      message: `${flag} can't read ${path === '-' ? 'stdin' : path === '' ? 'a file without a name' : path}`,
      why: reasonOf(cause),
      hint: mendOf(flag, path, codeOf(cause) === notUtf8),
      cause,
    });
  }
}

/** The mend of a text that can't be read; one that is not UTF-8 is piped in once it is. */
function mendOf(flag: string, path: string, isEncoded: boolean): Hint {
  if (path !== '-' && !isEncoded)
    return `${shellLine(['ls', '-l', path])}, or @@ for a text that begins with @`;
  const file = path === '-' ? [] : [path];
  const made = isEncoded ? shellLine(['iconv', '-f', 'ENCODING', '-t', 'UTF-8', ...file]) : '…';
  return say`${made} | ${genctl`${flag.startsWith('-') ? ['…', flag] : flag} -`}`;
}

/** The code of Node's error for bytes that are no UTF-8. */
const notUtf8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'Reading it is not permitted.',
  EISDIR: 'It is a folder.',
  [notUtf8]: 'It is not text in UTF-8.',
  ENAMETOOLONG: 'The name is too long to be a file’s; a text that begins with @ is read as a file name.',
};

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function reasonOf(cause: unknown): string {
  return reasons[codeOf(cause)] ?? (cause instanceof Error ? cause.message : String(cause));
}

/** A text that may come from stdin, and its name on the command line. */
interface TextSource {
  name: string;
  text: string | undefined;
  /** True if a bare word names a file there, so that an @ before it would be a part of the name. */
  isPath?: true;
}

/** Throws UsageError where two texts come from stdin: the second reader would find nothing there. */
export function assertStdinOnce(sources: readonly TextSource[]): void {
  const [first, second] = sources.filter(({ text }) => text !== undefined && readsStdin(text));
  if (first === undefined || second === undefined) return;
  throw new UsageError({
    code: 'stdin_twice',
    message:
      first.name === second.name
        ? `${first.name} reads stdin twice`
        : `${first.name} and ${second.name} both read stdin`,
    why: 'It can be read once.',
    hint: second.name.startsWith('--') ? asFile(second) : 'give - once',
  });
}

function asFile({ isPath, name }: TextSource): string {
  return isPath ? `give one of them as a file: ${name} FILE` : `give one of them as @file: ${name} @file`;
}

/** Tells whether a text comes from stdin, also by the system's names for it, such as `@/dev/stdin`. */
function readsStdin(text: string): boolean {
  const path = namedPathOf(text);
  return path === '-' || (path !== undefined && /^\/(dev\/stdin|(dev|proc\/self)\/fd\/0)$/.test(path));
}

const stdin = 0;
/** A prompt has at most 100,000 characters; a body has a few more, and the pictures inside it. */
const limits = { bytesMost: 64 * 1024 * 1024, what: 'prompt and no body' };

/**
 * Reads a file of this machine, or stdin for `-`. It throws where the text is not UTF-8, because the text would be sent, and
 * paid for, with letters replaced. A byte order mark at the beginning is dropped. Throws UsageError where stdin is a terminal
 * and for a text that is too long or endless, and otherwise Node's errors.
 */
export const readLocalFile: FileReader = (path) => {
  if (path === '-') assertStdinPiped();
  return new TextDecoder('utf-8', { fatal: true }).decode(readWhole(path, limits));
};

/** Reading a terminal would hang without a prompt; a person can use `compose`, or quotes. Throws UsageError. */
export function assertStdinPiped(): void {
  if (isTerminal(stdin)) throw nothingPiped();
}

/** Tells whether a descriptor is a terminal. Node's module for that is loaded only where there may be one. */
function isTerminal(descriptor: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** The error for a word that stands for stdin where nothing is piped into it. `hint`: how the command is given its text. */
export function nothingPiped(
  hint: Hint = say`… | ${genctl`…`}, or genctl … < FILE, or @FILE; to answer questions: ${genctl`compose`}`,
): UsageError {
  return new UsageError({
    code: 'stdin_is_terminal',
    message: '- reads stdin, and stdin is a terminal',
    why: 'You piped nothing into the command.',
    hint,
  });
}
