import { randomUUID } from 'node:crypto';
import { sha256 } from '../../files/lazy-node.ts';
import { isOwnerGone, type OwnerMark, ownMark } from '../../files/owner-mark.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf, ownText, ownValue } from '../../text/json-object.ts';

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
  const write = (name: string, fields: Record<string, unknown>): void =>
    records.write(
      name,
      Buffer.from(`${JSON.stringify({ schema: 1, store, owner: ownMark(), ...fields })}\n`),
    );
  return {
    /** Durable on return. `named` notes what the store calls it; `over` forgets an upload that is complete or ended. */
    begin(key: string) {
      const name = `${randomUUID()}.json`;
      const noted_ms = nowMs();
      write(name, { key, noted_ms });
      return {
        named: (uploadId: string): void => write(name, { key, noted_ms, upload_id: uploadId }),
        over: (): void => void records.remove(name),
      };
    },
    /** Those of processes of this machine that are gone. */
    left: (): LeftUpload[] =>
      records.names().flatMap((name) => {
        const fields = objectOf(tryReadJson(records.read(name)?.toString('utf8') ?? ''));
        const owner = ownerOf(ownValue(fields, 'owner'));
        if (ownText(fields, 'store') !== store || owner === undefined || !isOwnerGone(owner)) return [];
        const [key, uploadId] = [ownText(fields, 'key'), ownText(fields, 'upload_id')];
        const noted = ownValue(fields, 'noted_ms');
        const notedMs = typeof noted === 'number' ? noted : Number.NaN;
        return key === undefined ? [] : [{ key, uploadId, notedMs, over: () => void records.remove(name) }];
      }),
  };
}

function ownerOf(value: unknown): OwnerMark | undefined {
  const fields = objectOf(value);
  const [pid, machine, begun] = [
    ownValue(fields, 'pid'),
    ownText(fields, 'machine'),
    ownValue(fields, 'begun'),
  ];
  return typeof pid === 'number' && machine !== undefined && typeof begun === 'number'
    ? { pid, machine, begun }
    : undefined;
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
      const fields = objectOf(tryReadJson(records.read(nameOf(store))?.toString('utf8') ?? ''));
      const at = Date.parse(String(ownValue(fields, 'proven_at')));
      return Math.abs(nowMs() - at) < servesMs;
    },
    add(store: string): void {
      const proven = { schema: 1, store, proven_at: new Date(nowMs()).toISOString() };
      records.write(nameOf(store), Buffer.from(`${JSON.stringify(proven)}\n`));
    },
  };
}
