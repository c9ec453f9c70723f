import { readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../errors/error-code.ts';
import { writeDurably } from './atomic-write.ts';
import { type DurableWork, runAtOnce } from './durable-work.ts';
import { type ClaimOutcome, claimSteps } from './exclusive-claim.ts';
import { ensurePrivateFolder } from './folder.ts';
import { setFileAside, type TornFileError } from './set-aside.ts';

/**
 * A folder with one file a record, shared by any number of processes. It is made, 0700, when something is first written.
 * Every method throws RecordNameError for a name that is not {@link isRecordName}, and native errors with their `code`.
 * Names that differ in case only are one record on file systems that don't tell them apart.
 */
export interface RecordFolder {
  readonly path: string;
  /** The record's bytes; undefined where there is none. */
  read(name: string): Buffer | undefined;
  /** The bytes of one of `asidePaths`, or of a record by its path; undefined where there is none. */
  readPath(path: string): Buffer | undefined;
  /** Writes a record whole, in place of an existing one. Durable on return. */
  write(name: string, bytes: Uint8Array): void;
  /** Writes a record only where there is none; see `claimFile` for what `exists` promises. */
  claim(name: string, bytes: Uint8Array): ClaimOutcome;
  /** Removes a record; false where there was none. */
  remove(name: string): boolean;
  /** As `write`, `claim` and `remove`, but in steps, for work that may be run with that of others. */
  readonly steps: RecordSteps;
  /** The names of all records, in no promised order; none where the folder is missing. Temporary and torn files are not records. */
  names(): string[];
  /** The paths of torn records that were set aside. */
  asidePaths(): string[];
  /** The names that these had before. */
  asideNames(): string[];
  /** The paths of those of one name. The folder is not listed: it may have 100,000 names. */
  asidesOf(name: string): string[];
  /** Renames a torn record to `NAME.torn-N`, N from 1 on, where `names` skips it; undefined where it is gone already. */
  setAside(name: string, reason: string): TornFileError | undefined;
}

interface RecordSteps {
  write(name: string, bytes: Uint8Array): DurableWork<void>;
  claim(name: string, bytes: Uint8Array): DurableWork<ClaimOutcome>;
  /** Not durable where that is waived, for a record that a power cut may bring back without harm. */
  remove(name: string, options?: { durable?: boolean }): DurableWork<boolean>;
}

/**
 * The records under `path`. Nothing is touched until a method is called. Records that need not outlive a power cut are written
 * without flushes, in a third of the time: `durable: false`.
 */
export function createRecordFolder(path: string, { durable = true } = {}): RecordFolder {
  function fileOf(name: string): string {
    assertRecordName(name);
    return join(path, name);
  }
  function fileToWrite(name: string): string {
    const file = fileOf(name);
    ensurePrivateFolder(path);
    return file;
  }
  const steps: RecordSteps = {
    write: (name, bytes) => writeDurably(fileToWrite(name), bytes, { durable }),
    claim: (name, bytes) => claimSteps(fileToWrite(name), bytes, { durable }),
    *remove(name, { durable: isDurable = durable } = {}) {
      const file = fileOf(name);
      const removed = unlessAbsent(() => {
        unlinkSync(file);
        return true;
      });
      if (removed && isDurable) yield { namesIn: path };
      return removed ?? false;
    },
  };
  return {
    path,
    steps,
    read(name) {
      const file = fileOf(name);
      return isNotIn(path, file) ? undefined : unlessAbsent(() => readNamed(file));
    },
    readPath: (file) => (isNotIn(path, file) ? undefined : unlessAbsent(() => readNamed(file))),
    write: (name, bytes) => runAtOnce(steps.write(name, bytes)),
    claim: (name, bytes) => runAtOnce(steps.claim(name, bytes)),
    remove: (name) => runAtOnce(steps.remove(name)),
    names: () => unlessAbsent(() => readdirSync(path).filter(isRecordName)) ?? [],
    asidePaths: () => asidesIn(path).map((name) => join(path, name)),
    asideNames: () => asidesIn(path).map(nameBeforeDamage),
    asidesOf: (name) => asidesAt(fileOf(name)),
    setAside: (name, reason) => unlessAbsent(() => setFileAside(fileOf(name), reason)),
  };
}

/**
 * Tells whether a folder is there and a file is not in it. Most keys that are looked up have no file. To find that out this way
 * costs a third of the error that opening it would make. Where the folder is not there, only that error tells what is in its place.
 */
function isNotIn(folder: string, file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) return false;
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The error of a folder in place of a file names no path. */
function readNamed(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (errorCode(error) !== 'EISDIR') throw error;
    throw Object.assign(new Error(`${file} is a folder, and should be a file`, { cause: error }), {
      code: 'EISDIR',
    });
  }
}

function asidesIn(folder: string): string[] {
  return unlessAbsent(() => readdirSync(folder).filter(isAsideName)) ?? [];
}

/** A record is torn once, or twice where a backup of it is torn as well. A person may have removed one of several. */
const asidesMost = 8;

function asidesAt(file: string): string[] {
  return Array.from({ length: asidesMost }, (_, place) => `${file}.torn-${place + 1}`).filter(
    (path) => statSync(path, { throwIfNoEntry: false }) !== undefined,
  );
}

function unlessAbsent<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A record can't have this name. */
export class RecordNameError extends Error {
  override readonly name = 'RecordNameError';
  readonly code = 'ERECORDNAME';

  constructor(recordName: string) {
    // Quoted as JSON, which shows control characters instead of sending them to a terminal.
    super(
      `not a record name: ${JSON.stringify(recordName.slice(0, 80))} (1 to 200 of A-Z a-z 0-9 . _ -, no dot at either end)`,
    );
  }
}

const safe = /^(?!\.)[A-Za-z0-9._-]{1,200}$/;
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const tornSuffix = /\.torn-\d+$/;

/** Tells whether a record may have this name: portable, without a path, not hidden, no device of Windows, and not a torn record's. */
export function isRecordName(name: string): boolean {
  return safe.test(name) && !name.endsWith('.') && !device.test(name) && !tornSuffix.test(name);
}

/** Tells whether a name is that of a torn record, set aside. */
export function isAsideName(name: string): boolean {
  return tornSuffix.test(name);
}

/** The name that a torn record had before it was set aside; any other name as it is. */
export function nameBeforeDamage(name: string): string {
  return name.replace(tornSuffix, '');
}

/** @throws RecordNameError where {@link isRecordName} says no. */
function assertRecordName(name: string): void {
  if (!isRecordName(name)) throw new RecordNameError(name);
}
