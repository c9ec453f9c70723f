import { join } from 'node:path';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { sha256 } from '../../files/lazy-node.ts';
import { withLock } from '../../files/lock.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import { readJson } from '../../schema/json/read-json.ts';
import { objectOf } from '../../text/json-object.ts';
import { linkFault } from '../../text/link-fault.ts';

/** The link that an earlier upload gave. */
interface RememberedLink {
  url: string;
  /** Such as `image/png`. */
  contentType: string;
  bytes: number;
  /** ISO 8601. */
  uploadedAt: string;
}

/** Identifies an upload by the file's bytes and by the command: another command may store the file in another place. */
interface UploadKey {
  /** SHA-256 of the file, in hex. */
  digest: string;
  command: readonly string[];
}

/** Remembers the links that uploads gave, in one small file each, shared by any number of processes. */
export interface UploadMemory {
  /** Undefined where no link is remembered, or its record can't be read or makes no sense. */
  recall(key: UploadKey): RememberedLink | undefined;
  /** False where the disk refuses, which costs no more than another upload. */
  remember(key: UploadKey, link: RememberedLink): boolean;
  /** Runs `work` while no other process, and no other call here, runs its own for the same key. */
  alone<Result>(
    key: UploadKey,
    signal: AbortSignal | undefined,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

export interface MemoryOptions {
  nowMs: () => number;
  /** Longest time that an upload may take. Unit: ms. */
  uploadMs: number;
}

const marginMs = 60_000;

/** Opens the memory in a folder, which is created when something is first remembered or locked. */
export function openUploadMemory(folder: string, { nowMs, uploadMs }: MemoryOptions): UploadMemory {
  const records = createRecordFolder(folder);
  const nameOf = ({ digest, command }: UploadKey): string =>
    `${digest}-${sha256(JSON.stringify(command)).slice(0, 16)}.json`;
  return {
    recall(key) {
      try {
        return linkOf(readJson(records.read(nameOf(key))?.toString() ?? 'null'));
      } catch {
        return undefined;
      }
    },
    remember(key, { url, contentType, bytes, uploadedAt }) {
      const record = { url, content_type: contentType, bytes, uploaded_at: uploadedAt };
      try {
        records.write(nameOf(key), Buffer.from(JSON.stringify(record)));
        return true;
      } catch {
        return false;
      }
    },
    async alone(key, signal, work) {
      const lock = join(folder, `.${nameOf(key)}.lock`);
      const staleMs = uploadMs + marginMs;
      try {
        ensurePrivateFolder(folder);
      } catch {
        // Without its folder there is neither a lock nor a memory, and the upload needs neither.
        return work();
      }
      let begun = false;
      const begin = (): ReturnType<typeof work> => {
        begun = true;
        return work();
      };
      try {
        return await withLock(lock, { timeoutMs: staleMs + marginMs, staleMs, now: nowMs, signal }, begin);
      } catch (error) {
        // The lock could not be taken. Two uploads of a file are better than none.
        if (begun || signal?.aborted === true) throw error;
        return work();
      }
    },
  };
}

function linkOf(value: unknown): RememberedLink | undefined {
  const { url, content_type, bytes, uploaded_at } = objectOf(value) ?? {};
  if (typeof url !== 'string' || linkFault(url) !== undefined) return undefined;
  return {
    url,
    contentType: typeof content_type === 'string' ? content_type : '',
    bytes: typeof bytes === 'number' ? bytes : 0,
    uploadedAt: typeof uploaded_at === 'string' ? uploaded_at : '',
  };
}
