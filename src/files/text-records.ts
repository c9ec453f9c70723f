import { Parser } from 'csv-parse';

/** A record of a table. The characters of its cells are bytes. */
export type CsvRecord =
  | { kind: 'record'; line: number; cells: string[] }
  | { kind: 'broken'; line: number; error: CsvTrouble };

/** A quote that is not closed, a quote where none can stand, or a line that is too long. */
export type CsvTrouble = 'unclosed' | 'quote' | 'long';

const delimiters = [',', ';', '\t'] as const;

/**
 * The records of a table, as many at a time as a chunk ends. One that is broken is the last, since where the next one begins
 * can't be told. Unit of the most that a line may hold: bytes.
 */
export async function* csvRecords(
  chunks: AsyncIterable<Buffer>,
  { format, lineBytesMost }: { format: 'csv' | 'tsv'; lineBytesMost: number },
): AsyncGenerator<CsvRecord[]> {
  let parser: RecordParser | undefined;
  let lineBytes = 0;
  for await (const chunk of chunks) {
    parser ??= recordParser(format === 'tsv' ? '\t' : delimiterOf(chunk), lineBytesMost);
    const lineEnd = chunk.indexOf('\n');
    // The parser bounds what a cell holds, and not how many there are.
    if (lineBytes + (lineEnd < 0 ? chunk.length : lineEnd) > lineBytesMost) {
      yield [{ kind: 'broken', line: parser.line(), error: 'long' }];
      return;
    }
    lineBytes = lineEnd < 0 ? lineBytes + chunk.length : chunk.length - 1 - chunk.lastIndexOf('\n');
    yield await parser.write(chunk);
    if (parser.isBroken()) return;
  }
  if (parser !== undefined) yield await parser.end();
}

interface RecordParser {
  write(chunk: Buffer): Promise<CsvRecord[]>;
  end(): Promise<CsvRecord[]>;
  isBroken(): boolean;
  /** The line that the next record begins in. */
  line(): number;
}

function recordParser(delimiter: string, lineBytesMost: number): RecordParser {
  let gathered: CsvRecord[] = [];
  let line = 1;
  let broken = false;
  const parser = new Parser({
    delimiter,
    encoding: 'latin1',
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    max_record_size: lineBytesMost,
    on_record(cells: string[]) {
      // Spreadsheets write an empty row as a row of empty cells.
      const isBlank = cells.every((cell) => cell.trim() === '');
      if (!isBlank) gathered.push({ kind: 'record', line, cells });
      // The parser's own count takes CRLF within quotes for two lines.
      line += 1 + cells.reduce((count, cell) => count + newlinesIn(cell), 0);
      // Nothing goes through the stream's own queue.
      return null;
    },
  });
  parser.on('error', () => {});
  const told = (error: Error | null | undefined): CsvRecord[] => {
    const records = gathered;
    gathered = [];
    if (error === null || error === undefined) return records;
    broken = true;
    return [...records, brokenRecord(line, error)];
  };
  return {
    write: (chunk) => new Promise((done) => parser.write(chunk, (error) => done(told(error)))),
    end: () =>
      new Promise((done) => {
        parser.once('error', (error) => done(told(error)));
        parser.once('end', () => done(told(null)));
        parser.end();
        parser.resume();
      }),
    isBroken: () => broken,
    line: () => line,
  };
}

function brokenRecord(line: number, error: Error): CsvRecord {
  const code = 'code' in error ? String(error.code) : '';
  const isUnclosed = code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE';
  return { kind: 'broken', line, error: isUnclosed ? 'unclosed' : 'quote' };
}

function newlinesIn(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

/**
 * The character that separates the columns: the most frequent one in the first line, outside of quotes. A comma where there is no
 * such one.
 */
function delimiterOf(chunk: Buffer): string {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const byte of chunk) {
    const character = String.fromCharCode(byte);
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n') break;
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [first, ...others] = delimiters;
  return others.reduce<string>(
    (most, one) => ((counts.get(one) ?? 0) > (counts.get(most) ?? 0) ? one : most),
    first,
  );
}

/** A line without its line break. */
export interface ByteLine {
  /** From 1 on. */
  line: number;
  /** Undefined where it is longer than a line may be: then nothing of it is kept. */
  bytes: Buffer | undefined;
  /** The place behind its line break. */
  to: number;
}

const lineBreak = 0x0a;

/**
 * Cuts bytes into lines, as many at a time as a chunk ends. The bytes of a line are good until the next are asked for. Unit of the
 * most that a line may hold: bytes.
 */
export async function* byteLines(
  chunks: AsyncIterable<Buffer>,
  lineBytesMost: number,
): AsyncGenerator<ByteLine[]> {
  let [line, to, length] = [0, 0, 0];
  let pieces: Buffer[] = [];
  const ended = (last: Buffer): ByteLine => {
    line += 1;
    length += last.length;
    to += length + 1;
    const whole = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
    const one = { line, to, bytes: length > lineBytesMost ? undefined : whole };
    pieces = [];
    length = 0;
    return one;
  };
  for await (const chunk of chunks) {
    const lines: ByteLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(lineBreak); end >= 0; end = chunk.indexOf(lineBreak, start)) {
      lines.push(ended(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > lineBytesMost) pieces = [];
    else if (rest.length > 0) pieces.push(rest);
    yield lines;
  }
  if (length > 0) yield [ended(Buffer.alloc(0))];
}
