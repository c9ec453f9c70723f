import { UsageError } from '../../errors/endings.ts';
import type { ManifestFormat } from './manifest-format.ts';

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf]);

/** A file in another encoding than UTF-8. */
interface WideEncoding {
  family: 'UTF-16' | 'UTF-32';
  /** The order of its bytes; undefined where its mark says it. */
  order?: 'LE' | 'BE';
}

/**
 * How such files begin, in hex: with a mark, or with two characters of ASCII. A manifest begins with those: a brace, a quote, the
 * name of a column. The mark of UTF-32 begins with one of UTF-16.
 */
const wideBeginnings: readonly (readonly [RegExp, WideEncoding])[] = [
  [/^(fffe0000|0000feff)/, { family: 'UTF-32' }],
  [/^(fffe|feff)/, { family: 'UTF-16' }],
  [/^(?!00)..000000/, { family: 'UTF-32', order: 'LE' }],
  [/^000000(?!00)../, { family: 'UTF-32', order: 'BE' }],
  [/^(?!00)..00(?!00)..00/, { family: 'UTF-16', order: 'LE' }],
  [/^00(?!00)..00(?!00)../, { family: 'UTF-16', order: 'BE' }],
];

/** How many bytes of a file tell its encoding. */
const headBytes = 4;

/**
 * The first bytes of a manifest without a byte order mark. A file's first read has all bytes of a mark, unless the file is shorter
 * than it. Throws UsageError for UTF-16 and UTF-32.
 */
export function utf8Beginning(chunk: Buffer, name: string, format: ManifestFormat): Buffer {
  const head = chunk.toString('hex', 0, headBytes);
  const wide = wideBeginnings.find(([beginning]) => beginning.test(head))?.[1];
  if (wide !== undefined) throw notUtf8(name, format, wide);
  return chunk.subarray(0, utf8Mark.length).equals(utf8Mark) ? chunk.subarray(utf8Mark.length) : chunk;
}

function notUtf8(name: string, format: ManifestFormat, { family, order }: WideEncoding): UsageError {
  const zeros = family === 'UTF-16' ? 2 : 3;
  const begins =
    order === undefined
      ? `It begins with the mark of ${family}`
      : `Of its first ${headBytes} bytes ${zeros} are 0, as in ${family}`;
  // Spreadsheets have a name of their own for it.
  const wanted = format === 'csv' || format === 'tsv' ? 'it as “CSV UTF-8”' : 'it as UTF-8';
  return new UsageError({
    code: family === 'UTF-16' ? 'manifest_utf16' : 'manifest_utf32',
    message: `${name} is ${family}`,
    why: `${begins}; a manifest is UTF-8.`,
    hint: savedAsUtf8(wanted, `${family}${order ?? ''}`),
  });
}

/** The mends of a file in another encoding, which is called as `iconv` calls it. */
export function savedAsUtf8(what: string, from: string): string {
  return `save ${what}, or: iconv -f ${from} -t UTF-8 FILE > FILE.utf8`;
}
