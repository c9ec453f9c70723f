import { createHmac } from 'node:crypto';
import { createRecordFolder } from '../../files/record-folder.ts';
import { stateFolder } from './folders.ts';

const recordName = 'key';
const keyBytes = 32;

/** Turns words into names that outsiders can't guess, and that every process on the folder derives alike. */
export interface Secret {
  /** @returns hex digits, 128 bits unless `bytes` says otherwise. */
  derive(words: readonly string[], bytes?: number): string;
}

/** Derives names from a random key, which is drawn once for a state folder. It is read anew each time, so that a reset takes effect. */
export function createSecret(folder: string, randomBytes: (count: number) => Uint8Array): Secret {
  const records = createRecordFolder(stateFolder(folder, 'secret'));
  function key(): Uint8Array {
    const known = records.read(recordName);
    if (known !== undefined && known.length === keyBytes) return known;
    records.claim(recordName, randomBytes(keyBytes));
    return records.read(recordName) ?? new Uint8Array();
  }
  return {
    derive(words, bytes = 16) {
      const lengthPrefixed = words.map((word) => `${Buffer.byteLength(word)}:${word}`).join('');
      return createHmac('sha256', key())
        .update(lengthPrefixed)
        .digest('hex')
        .slice(0, bytes * 2);
    },
  };
}
