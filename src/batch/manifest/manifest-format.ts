import { extname } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { typedWith } from '../../errors/hint.ts';
import { readBySpans } from '../../files/read-span.ts';
import { gaps } from '../../text/gaps.ts';

export const manifestFormats = ['jsonl', 'csv', 'tsv', 'txt'] as const;

/** `jsonl`: an object a line. `csv`: RFC 4180, by commas, semicolons or tabs; `tsv`: by tabs. `txt`: a prompt a line. */
export type ManifestFormat = (typeof manifestFormats)[number];

/** A format that has room for several columns, as files have that genctl writes. */
export type RowFormat = Exclude<ManifestFormat, 'txt'>;

const rowFormatOfExtension: Readonly<Record<string, RowFormat>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'tsv',
};

export const rowEndings: readonly string[] = Object.keys(rowFormatOfExtension);
const manifestEndings: readonly string[] = [...rowEndings, '.txt'];

/** The format of several columns that the name of a file tells; undefined where it tells none. */
export function rowFormatOfName(path: string): RowFormat | undefined {
  return rowFormatOfExtension[extname(path).toLowerCase()];
}

/** The format that is asked for, else that of the extension, else, for stdin, `jsonl`. Throws UsageError. */
export function manifestFormat(path: string | undefined, asked: ManifestFormat | undefined): ManifestFormat {
  const extension = path === undefined ? '.jsonl' : extname(path).toLowerCase();
  const isText = extension === '.txt';
  const format = asked ?? rowFormatOfExtension[extension];
  if (format !== undefined) return format;
  const lines = path === undefined ? [] : firstLines(path);
  const likely = likelyFormat(lines);
  if (isText && likely === undefined && isHeaderAlone(lines)) throw headerAlone(path);
  // Lines of JSON, or of a table, would be paid for as prompts.
  if (isText && likely === undefined) return 'txt';
  const isJson = extension === '.json' && likely !== 'jsonl';
  throw new UsageError({
    code: 'manifest_format',
    message: `genctl does not know the format of ${path}`,
    why: isText
      ? `Its name says that each line is a prompt, and its first line looks like ${likely}.`
      : `Its name does not end in ${manifestEndings.join(' ')}; the formats are ${manifestFormats.join(', ')}.`,
    hint: isJson
      ? `one object a line: jq -c '.[]' FILE > FILE.jsonl`
      : typedWith('--format', likely ?? gaps.value),
    fix: isJson ? undefined : { allowed: manifestFormats },
  });
}

/** A table of one column that was saved as a text: its header would be paid for as a prompt. */
function isHeaderAlone([line = '', next]: readonly string[]): boolean {
  return /^"?prompts?"?$/i.test(line.trim()) && next !== undefined;
}

function headerAlone(path: string | undefined): UsageError {
  return new UsageError({
    code: 'manifest_format',
    message: `the first line of ${path} is the name of a column`,
    why: 'In a .txt each line is a prompt, the first one, too.',
    hint: 'remove that line; to render it, too: --format txt',
    fix: { allowed: manifestFormats },
  });
}

/** The likely format by the beginning of a file: a line that may be refused all the same. Undefined for plain text. */
function likelyFormat([line = '', ...others]: readonly string[]): ManifestFormat | undefined {
  // An object that ends on another line is no line of a manifest.
  if (line.startsWith('{')) return others.length > 0 && !line.trimEnd().endsWith('}') ? undefined : 'jsonl';
  return /[,;\t]/.test(line) && /(^|[,;\t"])(id|prompt|model)($|[,;\t"])/i.test(line) ? 'csv' : undefined;
}

function firstLines(path: string): string[] {
  try {
    const text = readBySpans(path, (read) => Buffer.from(read(0, headBytes)).toString('utf8'));
    return text
      .replace(/^\uFEFF/, '')
      .trimStart()
      .split(/\r?\n/);
  } catch {
    // Another error tells of a file that can't be read.
    return [];
  }
}

const headBytes = 4096;
