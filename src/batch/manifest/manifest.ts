import { dirname } from 'node:path';
import { UsageError } from '../../errors/endings.ts';
import { byteSource } from './byte-source.ts';
import { csvRows } from './csv-rows.ts';
import { jsonRows } from './json-rows.ts';
import { assertThere, fileAt, type ManifestFile, spooledFile } from './manifest-file.ts';
import { type ManifestFormat, manifestFormat } from './manifest-format.ts';
import type { ManifestRow } from './manifest-row.ts';

/** Where a manifest comes from: an absolute path, or what is piped in, whose paths are relative to `folder`. */
export type ManifestPlace = { path: string } | { stdin: AsyncIterable<Uint8Array>; folder: string };

export interface ManifestOptions {
  /** What it is written in; by its extension unless given. */
  format: ManifestFormat | undefined;
  /** The private folder that takes a copy of what can be read once only. */
  spoolFolder: string;
  /** The longest such copy; 256 MiB unless given. Unit: bytes. */
  spoolBytesMost?: number;
}

/** A file of lines that is read again and again, each time as a stream. */
export interface Manifest {
  format: ManifestFormat;
  /** Absolute; paths in the manifest are relative to it. */
  folder: string;
  /**
   * Reads it from the beginning. Lines that can't be read are yielded as faults, and reading goes on behind them. Throws
   * UsageError for what is wrong with the whole file, and Node's errors. One pass at a time.
   */
  rows(): AsyncGenerator<ManifestRow>;
  /** Reads its bytes, a piece at a time, until `isIt` holds for one. Resolves with whether it did. Throws as `rows` does. */
  some(isIt: (piece: Uint8Array) => boolean): Promise<boolean>;
  /** SHA-256 of its bytes, in hex, once a pass was read to its end. */
  sha256(): string;
  /** Removes the copy, where one was made. */
  close(): void;
}

/** Opens a manifest. Throws UsageError where it can't be read, or its format is not known. */
export async function openManifest(place: ManifestPlace, options: ManifestOptions): Promise<Manifest> {
  if ('path' in place) await assertThere(place.path);
  const format = manifestFormat('path' in place ? place.path : undefined, options.format);
  const spool = { folder: options.spoolFolder, bytesMost: options.spoolBytesMost ?? 256 * 1024 * 1024 };
  const file =
    'path' in place ? await fileAt(place.path, spool) : await spooledFile(place.stdin, 'stdin', spool);
  const folder = 'path' in place ? dirname(place.path) : place.folder;
  return manifestOf(file, format, folder);
}

function manifestOf(file: ManifestFile, format: ManifestFormat, folder: string): Manifest {
  let read: string | undefined;
  return {
    format,
    folder,
    async *rows() {
      const source = byteSource(file);
      const chunks = source.chunks();
      // A chunk's rows come together: handing each of them through all these generators would cost more than reading it.
      for await (const rows of format === 'jsonl' ? jsonRows(chunks) : csvRows(chunks, format)) yield* rows;
      read = source.sha256();
    },
    async some(isIt) {
      for await (const piece of byteSource(file).chunks()) if (isIt(piece)) return true;
      return false;
    },
    sha256() {
      if (read === undefined) throw new Error('the manifest was not read to its end');
      return read;
    },
    close: file.close,
  };
}

/** The manifest changed between two passes: what was checked is not what would be sent. */
export function manifestChanged(name: string, line: number): UsageError {
  return new UsageError({
    code: 'manifest_changed',
    message: `${name} changed while it was read`,
    why: `Line ${line} is not the line that was checked.`,
    hint: 'run it again, once the file is complete',
  });
}
