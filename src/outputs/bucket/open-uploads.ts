import { randomUUID } from 'node:crypto';
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

/** The uploads that this machine has under way, noted before each is begun. Methods throw the native error of the disk. */
export interface OpenUploads {
  /** Durable on return. `named` notes what the store calls it; `over` forgets an upload that is complete or ended. */
  begin(key: string): { named(uploadId: string): void; over(): void };
  /** Those of processes of this machine that are gone. */
  left(): LeftUpload[];
}

/**
 * The notes in a folder, which is made with the first.
 *
 * @param store what tells one store and bucket from another.
 * @param nowMs ms since 1970.
 */
export function openUploads(folder: string, store: string, nowMs: () => number): OpenUploads {
  const records = createRecordFolder(folder);
  const write = (name: string, fields: Record<string, unknown>): void =>
    records.write(
      name,
      Buffer.from(`${JSON.stringify({ schema: 1, store, owner: ownMark(), ...fields })}\n`),
    );
  return {
    begin(key) {
      const name = `${randomUUID()}.json`;
      const noted_ms = nowMs();
      write(name, { key, noted_ms });
      return {
        named: (uploadId) => write(name, { key, noted_ms, upload_id: uploadId }),
        over: () => void records.remove(name),
      };
    },
    left: () =>
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
