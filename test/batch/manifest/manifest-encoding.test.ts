import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Manifest, openManifest } from '../../../src/batch/manifest/manifest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const folder = temporaryFolder('genctl-');

function open(name: string, content: Buffer): Promise<Manifest> {
  const path = join(folder, name);
  writeFileSync(path, content);
  return openManifest({ path }, { format: undefined, spoolFolder: join(folder, 'spool') });
}

type Wide = `utf${16 | 32}${'le' | 'be'}`;

function encoded(text: string, encoding: Wide): Buffer {
  const points = Uint32Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = encoding.startsWith('utf32') ? Buffer.from(points.buffer) : Buffer.from(text, 'utf16le');
  if (encoding.endsWith('le')) return bytes;
  return encoding === 'utf32be' ? bytes.swap32() : bytes.swap16();
}

/** A byte order mark. */
const mark = '\ufeff';

describe('a manifest', () => {
  it.each([
    ['utf16le', mark, 'UTF-16', 'It begins with the mark of UTF-16'],
    ['utf16be', mark, 'UTF-16', 'It begins with the mark of UTF-16'],
    ['utf16le', '', 'UTF-16LE', 'Of its first 4 bytes 2 are 0, as in UTF-16'],
    ['utf16be', '', 'UTF-16BE', 'Of its first 4 bytes 2 are 0, as in UTF-16'],
    ['utf32le', mark, 'UTF-32', 'It begins with the mark of UTF-32'],
    ['utf32be', mark, 'UTF-32', 'It begins with the mark of UTF-32'],
    ['utf32le', '', 'UTF-32LE', 'Of its first 4 bytes 3 are 0, as in UTF-32'],
    ['utf32be', '', 'UTF-32BE', 'Of its first 4 bytes 3 are 0, as in UTF-32'],
  ] as const)('in %s after %j is refused as a whole', async (encoding, begun, from, why) => {
    const family = from.slice(0, 'UTF-16'.length);
    for (const [name, text, saved] of [
      ['a.csv', 'id,prompt\ns1,fox\n', 'save it as “CSV UTF-8”'],
      ['a.tsv', 'id\tprompt\ns1\tfox\n', 'save it as “CSV UTF-8”'],
      ['a.jsonl', '{"id":"s1"}\n', 'save it as UTF-8'],
      ['a.txt', 'fox\n', 'save it as UTF-8'],
    ] as const)
      await expect(open(name, encoded(`${begun}${text}`, encoding)), name).rejects.toMatchObject({
        code: family === 'UTF-16' ? 'manifest_utf16' : 'manifest_utf32',
        message: `${join(folder, name)} is ${family}`,
        why: `${why}; a manifest is UTF-8.`,
        hint: `${saved}, or: iconv -f ${from} -t UTF-8 FILE > FILE.utf8`,
      });
  });
});

describe('the header of a table', () => {
  it.each([
    ['WINDOWS-1252', Buffer.from('id,prompt,größe\n', 'latin1'), 'The line is not UTF-8.'],
    ['UTF-16', Buffer.from('名,id\n', 'utf16le'), 'The line has NUL characters in it.'],
  ])('in %s is refused with what mends that', async (from, content, why) => {
    await expect(open('a.csv', content)).rejects.toMatchObject({
      code: 'csv_header',
      message: "The first line, which names the columns, can't be read",
      why: expect.stringContaining(why),
      hint: `save the file as UTF-8, or: iconv -f ${from} -t UTF-8 FILE > FILE.utf8`,
    });
  });
});
