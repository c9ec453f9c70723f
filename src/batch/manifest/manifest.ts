import { dirname } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { openTextSpool, type TextSpool } from '../../files/text-spool.ts';
import { mayNameLine } from '../rules/parent-word.ts';
import { csvRows } from './csv-rows.ts';
import { jsonRows, promptRows } from './line-rows.ts';
import { assertThere, type ManifestPlace, manifestBytes } from './manifest-file.ts';
import { type ManifestFormat, manifestFormat } from './manifest-format.ts';
import type { ManifestRow, ReadRow } from './manifest-row.ts';

export interface ManifestOptions {
  /** The format that it is written in; by its extension unless given. */
  format: ManifestFormat | undefined;
  /** The private folder that takes the rows. */
  spoolFolder: string;
  /** The most that is read from a pipe; 256 MiB unless given. Unit: bytes. */
  pipeBytesMost?: number;
  /** Called between pieces. What it throws ends the reading. */
  throwIfInterrupted?(): void;
}

export type Manifest = Awaited<ReturnType<typeof openManifest>>;

/**
 * Reads a manifest, once, and keeps its rows by their places. So all that is asked of it later has what was read then. Throws UsageError where it can't be read, its format is not known, or something is wrong with the whole of it.
 * Throws Node's errors for a full disk.
 */
export async function openManifest(place: ManifestPlace, options: ManifestOptions) {
  const { pipeBytesMost = 256 * 1024 * 1024, spoolFolder } = options;
  const path = 'path' in place ? place.path : undefined;
  if (path !== undefined) await assertThere(path);
  const format = manifestFormat(path, options.format);
  const folder = 'path' in place ? dirname(place.path) : place.folder;
  const hash = nodeCrypto().createHash('sha256');
  let mayNameLines = false;
  const chunks = manifestBytes(place, pipeBytesMost, (piece) => {
    options.throwIfInterrupted?.();
    hash.update(piece);
  });
  const spool = openTextSpool(spoolFolder);
  try {
    for await (const rows of rowsOf(chunks, format))
      for (const row of rows) {
        mayNameLines ||= row.columns?.some(([, value]) => mayNameLine(value)) === true;
        spool.put(JSON.stringify(row));
      }
  } catch (error) {
    spool.close();
    throw error;
  }
  return {
    format,
    /** Absolute; paths in the manifest are relative to it. */
    folder,
    /** SHA-256 of its bytes, in hex. */
    sha256: hash.digest('hex'),
    /** True if a word in it may mean another line. */
    mayNameLines,
    ...rowsIn(spool),
    /** Removes what was kept. */
    close: spool.close,
  };
}

function rowsOf(chunks: AsyncIterable<Buffer>, format: ManifestFormat): AsyncGenerator<ReadRow[]> {
  if (format === 'jsonl') return jsonRows(chunks);
  return format === 'txt' ? promptRows(chunks) : csvRows(chunks, format);
}

/** So many rows are read before others have their turn. */
const rowsAtOnce = 500;

function rowsIn(spool: TextSpool) {
  function row(place: number): ManifestRow {
    // The cast is safe: nobody else writes what the spool has, so it needs no reader of foreign JSON.
    const { columns, fault, line } = JSON.parse(spool.read(place)) as ReadRow;
    return fault === undefined ? { place, line, columns: new Map(columns) } : { place, line, fault };
  }
  return {
    /** How many lines it has. */
    size: spool.size,
    row,
    /** The rows whose places are wanted, in their order: all of them unless said otherwise. Those that can't be read are among them. */
    async *rows(isWanted: (place: number) => boolean = () => true): AsyncGenerator<ManifestRow> {
      for (let place = 0; place < spool.size; place += 1) {
        if (place % rowsAtOnce === rowsAtOnce - 1) await turn();
        if (isWanted(place)) yield row(place);
      }
    },
  };
}
