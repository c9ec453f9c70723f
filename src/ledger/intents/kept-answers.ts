import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sha256 } from '../../files/lazy-node.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import { keyFileName } from '../records/read.ts';

const extensions: Record<string, string> = {
  'application/json': 'json',
  'text/html': 'html',
  'text/plain': 'txt',
};

/** The service's answers to submits from which no job could be read, as they came, one file each. */
export function openKeptAnswers(ledgerFolder: string) {
  const folder = createRecordFolder(join(ledgerFolder, 'answers'));
  const pathOf = (name: string): string => join(folder.path, name);
  return {
    /** Keeps an answer to the submit with that key and returns its path. The same answer is kept once. Throws native errors. */
    keep(
      key: string,
      { bytes, contentType }: { bytes: Uint8Array; contentType: string | undefined },
    ): string {
      const digest = sha256(bytes).slice(0, 12);
      const name = `${prefixOf(key)}${digest}.${extensions[contentType?.toLowerCase() ?? ''] ?? 'bin'}`;
      folder.write(name, bytes);
      return pathOf(name);
    },
    /** The paths, absolute, of a submit's answers. */
    of: (key: string): string[] =>
      folder
        .names()
        .filter((name) => name.startsWith(prefixOf(key)))
        .map(pathOf),
    /** The files that were kept before a time (ms since 1970), except those of submits whose keys are still `open`. */
    olderThan(beforeMs: number, open: readonly string[]): { path: string; bytes: number }[] {
      const staying = new Set(open.map(prefixOf));
      return folder
        .names()
        .filter((name) => !staying.has(name.replace(/[^.]*\.[^.]*$/, '')))
        .flatMap((name) => {
          const found = statSync(pathOf(name), { throwIfNoEntry: false });
          return found === undefined || found.mtimeMs >= beforeMs
            ? []
            : [{ path: pathOf(name), bytes: found.size }];
        });
    },
    /** Removes a file; false where it was gone already. */
    remove: (path: string): boolean => folder.remove(basename(path)),
  };
}

/** The beginning of the names of a submit's files, which are named after its intent. */
function prefixOf(key: string): string {
  return keyFileName(key).replace(/\.json$/, '.');
}
