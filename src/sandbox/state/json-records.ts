import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import { stateFolder, type stateFolders } from './folders.ts';

/** Records of one kind, as JSON, one file each. */
export interface JsonRecords<Value> {
  read(name: string): Value | undefined;
  write(name: string, value: Value): void;
  /** Writes only where there is none: of any number of claimants exactly one is told `claimed`. */
  claim(name: string, value: Value): 'claimed' | 'exists';
  names(): string[];
}

/**
 * JSON over a folder of records. The files are the sandbox's own, so their shape is not checked again.
 * An empty file is the claim of a process that died before it wrote, and reads as absent.
 *
 * @throws Error where a file is not JSON; native errors with their `code`.
 */
export function jsonRecords<Value>(folder: string, kind: keyof typeof stateFolders): JsonRecords<Value> {
  const records: RecordFolder = createRecordFolder(stateFolder(folder, kind));
  function read(name: string): Value | undefined {
    const bytes = records.read(name);
    return bytes === undefined || bytes.length === 0 ? undefined : (JSON.parse(bytes.toString()) as Value);
  }
  return {
    read,
    write: (name, value) => records.write(name, encode(value)),
    claim(name, value) {
      if (records.claim(name, encode(value)) === 'claimed') return 'claimed';
      if (read(name) !== undefined) return 'exists';
      records.write(name, encode(value));
      return 'claimed';
    },
    names: () => records.names(),
  };
}

function encode(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
