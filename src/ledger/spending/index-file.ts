import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { isObject, objectOf } from '../../text/json-object.ts';
import { type SpendingIndex, type SpendingScope, spendingVersion } from './spending-index.ts';

/** The file of an account's index. What can't be read is as good as none, and what can't be written is made anew the next time. */
export interface IndexFile {
  /** The path of the lock under which claims are made. */
  readonly lock: string;
  /** Makes the folder of both. Throws native errors. */
  prepare(): void;
  read(): SpendingIndex | undefined;
  write(index: SpendingIndex): void;
}

export function indexFile(ledger: string, { origin, profile }: SpendingScope): IndexFile {
  const folder = join(ledger, 'spending');
  const name = sha256(`${profile}\n${origin}`).slice(0, 24);
  const path = join(folder, `${name}.json`);
  return {
    lock: join(folder, `.${name}.lock`),
    prepare: () => ensurePrivateFolder(folder),
    read() {
      try {
        const index = tryReadJson(readFileSync(path, 'utf8'));
        return isIndex(index) && index.profile === profile && index.origin === origin ? index : undefined;
      } catch {
        return undefined;
      }
    },
    write(index) {
      try {
        ensurePrivateFolder(folder);
        // After a power cut it is made anew, so nothing is flushed.
        writeFileAtomic(path, Buffer.from(`${JSON.stringify(index)}\n`), { durable: false });
      } catch {
        // Without the index the next submit takes longer, and nothing else.
      }
    },
  };
}

/** The file is ours, and written whole or not at all: its version tells, and that the parts are there that are walked through. */
function isIndex(value: unknown): value is SpendingIndex {
  const index = objectOf(value);
  if (index?.version !== spendingVersion || !Array.isArray(index.settling)) return false;
  const { days, dearest, estimated, jobs, logs, unwritten } = index;
  return [days, dearest, estimated, jobs, logs, unwritten].every(isObject) && typeof index.since === 'string';
}
