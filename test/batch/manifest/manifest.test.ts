import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openManifest } from '../../../src/batch/manifest/manifest.ts';
import type { ManifestRow } from '../../../src/batch/manifest/manifest-rows.ts';
import { limits } from '../../../src/service/limits.ts';

const folder = mkdtempSync(join(tmpdir(), 'genctl-manifest-'));
const spoolFolder = join(folder, 'spool');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** A row as a test looks at it: its line and its columns, or the message of its fault. */
type Seen = [line: number, what: Record<string, unknown> | string];

async function rowsOf(name: string, content: string | Buffer): Promise<ManifestRow[]> {
  const path = join(folder, `${files++}-${name}`);
  writeFileSync(path, content);
  const manifest = await openManifest({ path }, { format: undefined, spoolFolder });
  const rows: ManifestRow[] = [];
  for await (const row of manifest.rows()) rows.push(row);
  await manifest.close();
  return rows;
}

async function read(name: string, content: string | Buffer): Promise<Seen[]> {
  const rows = await rowsOf(name, content);
  return rows.map((row) => [
    row.line,
    row.fault === undefined ? Object.fromEntries(row.columns) : row.fault.message,
  ]);
}

describe('JSON lines', () => {
  it('are read as they come from Windows: with a byte order mark, CRLF, blank lines, and no newline at the end', async () => {
    expect(await read('a.jsonl', '\ufeff{"id":"s1","n":1}\r\n\r\n  \n{"id":"s2","list":["a"]}')).toEqual([
      [1, { id: 's1', n: 1 }],
      [4, { id: 's2', list: ['a'] }],
    ]);
  });

  it('that can’t be read are faults, and reading goes on behind them', async () => {
    const lines = [
      '[1]',
      'null',
      'nope',
      '{"a":1,"a":2}',
      '{"n":9007199254740993}',
      '{"n":1e400}',
      '{"a":"\0"}',
      '{"id":"last"}',
    ];
    expect(await read('a.ndjson', lines.join('\n'))).toEqual([
      [1, 'the line is not a JSON object'],
      [2, 'the line is not a JSON object'],
      [3, 'the line is not JSON'],
      [4, 'the line names a twice'],
      [5, "the line has a number at n that can't be sent as it is written: 9007199254740993"],
      [6, "the line has a number at n that can't be sent as it is written: 1e400"],
      [7, 'the line has NUL characters in it'],
      [8, { id: 'last' }],
    ]);
  });

  it('that are not UTF-8 are faults of their own line alone', async () => {
    const content = Buffer.concat([
      Buffer.from('{"id":"s1"}\n'),
      Buffer.from('{"id":"Füchse"}\n', 'latin1'),
      Buffer.from('{"id":"Füchse"}\n'),
    ]);
    expect(await read('a.jsonl', content)).toEqual([
      [1, { id: 's1' }],
      [2, 'the line is not UTF-8'],
      [3, { id: 'Füchse' }],
    ]);
  });

  it('that are longer than a line may be are faults, and nothing of them is kept', async () => {
    const long = `{"prompt":"${'x'.repeat(4_000_000)}"}\n`;
    const rows = await rowsOf('a.jsonl', `${long}{"id":"s2"}\n${'y'.repeat(16 * limits.textCharacters + 1)}`);
    expect(rows.map((row) => [row.line, row.fault?.code])).toEqual([
      [1, 'line_too_long'],
      [2, undefined],
      [3, 'line_too_long'],
    ]);
  });

  it('may name a prototype, which is a name as any other', async () => {
    const [row] = await rowsOf('a.jsonl', '{"__proto__":{"polluted":true},"constructor":1}');
    expect(row?.columns?.get('__proto__')).toEqual({ polluted: true });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('across the pieces in which a file is read are whole', async () => {
    const lines = Array.from({ length: 3000 }, (_, place) => ({
      id: `ü${place}`,
      prompt: 'fox 🦊 '.repeat(30),
    }));
    const seen = await read('a.jsonl', lines.map((line) => JSON.stringify(line)).join('\r\n'));
    expect(seen).toEqual(lines.map((line, place) => [place + 1, line]));
  });
});

describe('a plain text', () => {
  it('has a prompt a line, as it comes from Windows, whose hash is its id', async () => {
    const prompts = '\ufeffa fox {in} snow\r\n\r\n  \n  "quoted", {"id": 1} \r\na fox {in} snow';
    expect(await read('a.txt', prompts)).toEqual([
      [1, { id: '273b8b825a3c', prompt: 'a fox {in} snow' }],
      [4, { id: 'ebec4c4a4014', prompt: '"quoted", {"id": 1}' }],
      [5, { id: '273b8b825a3c', prompt: 'a fox {in} snow' }],
    ]);
  });

  it('has faults of its lines alone', async () => {
    const content = Buffer.concat([
      Buffer.from('é\0\n', 'latin1'),
      Buffer.from('Füchse\n', 'latin1'),
      Buffer.from('fox'),
    ]);
    expect(await read('a.txt', content)).toEqual([
      [1, 'the line has NUL characters in it'],
      [2, 'the line is not UTF-8'],
      [3, { id: '776cb326ab0c', prompt: 'fox' }],
    ]);
  });
});

describe('a table', () => {
  it.each([
    ['commas', 'a.csv', ','],
    ['semicolons', 'a.csv', ';'],
    ['tabs', 'a.csv', '\t'],
    ['tabs, as .tsv', 'a.tsv', '\t'],
  ])('is read with %s, as a spreadsheet writes it', async (_, name, by) => {
    const rows = [
      ['id', 'prompt', 'note'],
      ['s1', '"a ""red"" fox, in snow;\r\nat\tdusk"', ''],
      ['s2', 'plain'],
      ['', '', ''],
      ['s3', '"two\nlines"', '"üñ 🦊"'],
    ];
    expect(await read(name, `\ufeff${rows.map((row) => row.join(by)).join('\r\n')}\r\n`)).toEqual([
      [2, { id: 's1', prompt: 'a "red" fox, in snow;\r\nat\tdusk' }],
      [4, { id: 's2', prompt: 'plain' }],
      [6, { id: 's3', prompt: 'two\nlines', note: 'üñ 🦊' }],
    ]);
  });

  it('with faults in its rows goes on behind them', async () => {
    const content = Buffer.concat([
      Buffer.from('id,prompt\ns1,a fox, in snow\n\ns2,a\0b\n'),
      Buffer.from('s3,Füchse\n', 'latin1'),
      Buffer.from('s4,fox'),
    ]);
    expect(await read('a.csv', content)).toEqual([
      [2, 'column 3 has a value but no name: " in snow"'],
      [4, 'the line has NUL characters in it'],
      [5, 'the line is not UTF-8'],
      [6, { id: 's4', prompt: 'fox' }],
    ]);
  });

  it.each([
    ['is not closed', 's2,"open\ns3,fox\n'],
    ['is followed by more', 's2,"a" fox\ns3,fox\n'],
    ['stands within a cell', 's2,a "red" fox\ns3,fox\n'],
  ])('ends at a quote that %s, with the line where its row began', async (_, broken) => {
    const rows = await rowsOf('a.csv', `id,prompt\ns1,"two\nlines"\n${broken}`);
    expect(rows.map((row) => [row.line, row.fault?.code])).toEqual([
      [2, undefined],
      [4, 'csv_broken'],
    ]);
  });

  it.each([
    ['of commas', ','.repeat(4_000_000)],
    ['of one cell', 'x'.repeat(4_000_000)],
    ['of a quote that is never closed', `"${'x\n'.repeat(2_000_000)}`],
  ])('with a line of 4 MB %s ends there', async (_, long) => {
    const rows = await rowsOf('a.csv', `id,prompt\ns1,fox\n${long}\ns3,fox\n`);
    expect(rows.map((row) => [row.line, row.fault?.code])).toEqual([
      [2, undefined],
      [3, 'csv_broken'],
    ]);
  });

  it.each([
    ['', 'It has no line.'],
    ['\n\n', 'It has no line.'],
    ['id,id\ns1,s2', 'It names "id" twice.'],
    [',,\n', 'It has no line.'],
  ])('%j names no columns', async (content, why) => {
    await expect(read('a.csv', content)).rejects.toMatchObject({ code: 'csv_header', why });
  });
});

describe('a manifest', () => {
  it('has its rows by their places as they were when it was opened, whatever becomes of the file', async () => {
    const path = join(folder, 'twice.jsonl');
    const content = '\ufeff{"id":"s1"}\n\n{"id":"s2"}\nnope\n{"id":"s4"}';
    writeFileSync(path, content);
    const manifest = await openManifest({ path }, { format: undefined, spoolFolder });
    writeFileSync(path, '{"id":"another"}\n');
    for (const _ of [1, 2]) expect(await lines(manifest.rows())).toEqual([1, 3, 4, 5]);
    expect(await lines(manifest.rows((place) => place > 1))).toEqual([4, 5]);
    expect(manifest.row(3)).toEqual({ place: 3, line: 5, columns: new Map([['id', 's4']]) });
    expect(manifest).toMatchObject({
      size: 4,
      folder,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  });

  it.each([
    ['{"first_frame":"@s1"}', true],
    ['{"prompt":"mail me@there"}', false],
  ])('tells whether a word in it may stand for another line: %s', async (line, mayNameLines) => {
    const path = join(folder, `${files++}-named.jsonl`);
    writeFileSync(path, line);
    expect(await openManifest({ path }, { format: undefined, spoolFolder })).toMatchObject({ mayNameLines });
  });

  it('is read in the format that is asked for, whatever its name says', async () => {
    const path = join(folder, 'table.list');
    writeFileSync(path, 'id\ns1\n');
    const manifest = await openManifest({ path }, { format: 'csv', spoolFolder });
    expect(await lines(manifest.rows())).toEqual([2]);
    await expect(openManifest({ path }, { format: undefined, spoolFolder })).rejects.toMatchObject({
      code: 'manifest_format',
      hint: '--format VALUE',
      fix: { allowed: ['jsonl', 'csv', 'tsv', 'txt'] },
    });
  });
});

async function lines(rows: AsyncIterable<ManifestRow>): Promise<number[]> {
  const seen: number[] = [];
  for await (const { line } of rows) seen.push(line);
  return seen;
}
