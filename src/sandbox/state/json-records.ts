import { join } from 'node:path';
import type * as z from 'zod/mini';
import { createRecordFolder, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';

/** The id of a job or of an account. */
const recordName = new RegExp(`^(${jobIdPrefix})?[0-9a-f]{32}$`);

/** Records of one kind, with one JSON file each. */
export interface JsonRecords<Value> {
  /** Undefined for what names none, too. */
  read(name: string): Value | undefined;
  write(name: string, value: Value): void;
  /** Writes a record only where there is none: of any number of claimants exactly one gets `claimed`. */
  claim(name: string, value: Value): 'claimed' | 'exists';
  names(): string[];
}

/** The folder of a kind of records, and how one is recognised. */
interface RecordKind {
  folder: string;
  kind: StateFolder;
  /** The shape by which one is recognised. */
  shape: z.ZodMiniType;
  /** Receives a sentence about each file that was set aside. */
  warn: Warn;
}

/**
 * JSON over a folder of records, which outlives a killed process but not every power cut: nothing in a sandbox is worth the
 * flushes, which would be most of the time that a submit takes. A file that is no such record is set aside with a warning and reads as absent; otherwise one bad
 * file would break every request. An empty file reads as absent too: it is the claim of a process that died before it wrote.
 *
 * @throws native errors with their `code`.
 */
export function jsonRecords<Value>({ folder, kind, shape, warn }: RecordKind): JsonRecords<Value> {
  const records: RecordFolder = createRecordFolder(stateFolder(folder, kind), { durable: false });
  function read(name: string): Value | undefined {
    const bytes = recordName.test(name) ? records.read(name) : undefined;
    if (bytes === undefined || bytes.length === 0) return undefined;
    const value = parsed(bytes);
    if (shape.safeParse(value).success) return value as Value;
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

/** The folders in which the sandbox keeps its state. A reset removes these and nothing else. */
export const stateFolders = [
  /** One record for each job, which never changes. */
  'jobs',
  /** How each job ended, claimed by the first process that saw its end. */
  'endings',
  /** One record for each account, and the locks beside them. */
  'accounts',
  /** One record for each callback that was asked for. */
  'callbacks',
  /** Rendered files. */
  'media',
  /** The key from which ids and links are derived. */
  'secret',
] as const;

type StateFolder = (typeof stateFolders)[number];

export function stateFolder(folder: string, name: StateFolder): string {
  return join(folder, name);
}
