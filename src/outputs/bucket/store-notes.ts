import { randomUUID } from 'node:crypto';
import { sha256 } from '../../files/lazy-node.ts';
import { isOwnerGone, ownMark } from '../../files/owner-mark.ts';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf, ownText } from '../../text/json-object.ts';

/** An upload that a process which is gone left open. */
interface LeftUpload {
  key: string;
  /** Undefined where the process was gone before the store's answer came: then there may be an upload, and may be none. */
  uploadId: string | undefined;
  /** Unit: ms since 1970, by this machine's clock. */
  notedMs: number;
  /** Forgets it. */
  over(): void;
}

export type OpenUploads = ReturnType<typeof openUploads>;

/**
 * The uploads that this machine has under way, noted before each is begun in a folder, which is made with the first. Methods throw the
 * native error of the disk.
 *
 * @param store what tells one store and bucket from another.
 * @param nowMs ms since 1970.
 */
export function openUploads(folder: string, store: string, nowMs: () => number) {
  const records = createRecordFolder(folder);
  return {
    /** Durable on return. `named` notes what the store calls it; `over` forgets an upload that is complete or ended. */
    begin(key: string) {
      const name = `${randomUUID()}.json`;
      const note = { schema: 1, store, owner: ownMark(), key, noted_ms: nowMs() };
      writeNote(records, name, note);
      return {
        named: (uploadId: string): void => writeNote(records, name, { ...note, upload_id: uploadId }),
        over: (): void => void records.remove(name),
      };
    },
    /** Those of processes of this machine that are gone. */
    left: (): LeftUpload[] =>
      records.names().flatMap((name) => {
        const note = readNote(records, name);
        const [key, uploadId] = [ownText(note, 'key'), ownText(note, 'upload_id')];
        if (ownText(note, 'store') !== store || key === undefined || !isLeft(note?.owner)) return [];
        const over = (): void => void records.remove(name);
        return [{ key, uploadId, notedMs: Number(note?.noted_ms), over }];
      }),
  };
}

function isLeft(owner: unknown): boolean {
  const { begun, machine, pid } = objectOf(owner) ?? {};
  if (typeof pid !== 'number' || typeof machine !== 'string' || typeof begun !== 'number') return false;
  return isOwnerGone({ pid, machine, begun });
}

function readNote(records: RecordFolder, name: string): Record<string, unknown> | undefined {
  return objectOf(tryReadJson(records.read(name)?.toString('utf8') ?? ''));
}

function writeNote(records: RecordFolder, name: string, note: Record<string, unknown>): void {
  records.write(name, Buffer.from(`${JSON.stringify(note)}\n`));
}

/** A store may be replaced by another one behind the same name. Unit: ms. */
const servesMs = 30 * 24 * 60 * 60 * 1000;

export type ProvenStores = ReturnType<typeof openProvenStores>;

/** Which stores were seen to keep to `If-None-Match`. It saves requests only, so it need not outlive a power cut. */
export function openProvenStores(folder: string, nowMs: () => number) {
  const records = createRecordFolder(folder, { durable: false });
  const nameOf = (store: string): string => `${sha256(store)}.json`;
  return {
    has(store: string): boolean {
      const at = Date.parse(String(readNote(records, nameOf(store))?.proven_at));
      return Math.abs(nowMs() - at) < servesMs;
    },
    add: (store: string): void =>
      writeNote(records, nameOf(store), { schema: 1, store, proven_at: new Date(nowMs()).toISOString() }),
  };
}
