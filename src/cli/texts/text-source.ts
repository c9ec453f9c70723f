import { UsageError } from '../../errors/endings.ts';
import { genctl, say, typedWith } from '../../errors/hint.ts';
import { readExactJson } from '../../schema/json/exact-json.ts';
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
  if (equals < 1) {
    const hint = typedWith('--set', `${text.replaceAll('=', '') || 'name'}=value`);
    throw invalidFlag('--set', text, 'It has no name before an equals sign.', hint);
  }
  const name = text.slice(0, equals);
  return [name, literalOrText(called ?? `--set ${name}`, text.slice(equals + 1))];
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
      hint:
        path === '-'
          ? say`… | ${genctl`${flag.startsWith('-') ? ['…', flag] : flag} -`}`
          : `ls -l ${path}, or @@ for a text that begins with @`,
      cause,
    });
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'Reading it is not permitted.',
  EISDIR: 'It is a folder.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'It is not text in UTF-8.',
  ENAMETOOLONG: 'The name is too long to be a file’s; a text that begins with @ is read as a file name.',
};

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
