import { sha256 } from '../../files/lazy-node.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';

/** A store may be replaced by another one behind the same name. Unit: ms. */
const servesMs = 30 * 24 * 60 * 60 * 1000;

/** Which stores were seen to keep to `If-None-Match`. It saves requests only, so it need not outlive a power cut. */
export interface ProvenStores {
  has(store: string): boolean;
  add(store: string): void;
}

export function openProvenStores(folder: string, nowMs: () => number): ProvenStores {
  const records = createRecordFolder(folder, { durable: false });
  const nameOf = (store: string): string => `${sha256(store)}.json`;
  return {
    has(store) {
      const fields = objectOf(tryReadJson(records.read(nameOf(store))?.toString('utf8') ?? ''));
      const at = Date.parse(String(ownValue(fields, 'proven_at')));
      return Math.abs(nowMs() - at) < servesMs;
    },
    add(store) {
      const proven = { schema: 1, store, proven_at: new Date(nowMs()).toISOString() };
      records.write(nameOf(store), Buffer.from(`${JSON.stringify(proven)}\n`));
    },
  };
}
