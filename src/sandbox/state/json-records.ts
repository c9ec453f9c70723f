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

/** Where records of one kind are, and what one of them looks like. */
export interface RecordKind<Value> {
  folder: string;
  kind: keyof typeof stateFolders;
  isRecord(value: unknown): value is Value;
  /** Told of a file that was set aside, in a sentence. */
  warn: Warn;
}

export type Warn = (message: string) => void;

/**
 * JSON over a folder of records. A file that makes no sense, for whatever wrote it, is set aside, which is said, and reads as
 * absent: one of them would else be in the way of every request. So does an empty file, which is the claim of a process that
 * died before it wrote.
 *
 * @throws native errors with their `code`.
 */
export function jsonRecords<Value>({ folder, isRecord, kind, warn }: RecordKind<Value>): JsonRecords<Value> {
  const records: RecordFolder = createRecordFolder(stateFolder(folder, kind));
  function read(name: string): Value | undefined {
    const bytes = records.read(name);
    if (bytes === undefined || bytes.length === 0) return undefined;
    const value = parsed(bytes);
    if (isRecord(value)) return value;
    const torn = records.setAside(
      name,
      value === undefined ? 'it is no JSON' : 'it is no record of its kind',
    );
    if (torn !== undefined) warn(`the sandbox's ${torn.message}`);
    return undefined;
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

function encode(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
