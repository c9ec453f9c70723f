import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MachineError } from '../errors/endings.ts';
import { errorCode } from '../errors/error-code.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { claimFile } from '../files/exclusive-claim.ts';
import { ensurePrivateFolder } from '../files/folder.ts';
import { isAsideName } from '../files/record-folder.ts';

/** The number of the format of all records. A change that an earlier genctl could misread makes it greater; a new field does not. */
const formatNumber = 1;

/** The file is two bytes long; no number takes more. Unit: bytes. */
const bytesMost = 16;

/** Which format the records of a ledger have, as a file beside them says. Each method throws MachineError and native errors. */
export interface LedgerFormat {
  /** Throws where there are records of no number, or the number is not this genctl's. Writes nothing. */
  assertKnown(): void;
  /** Throws as {@link assertKnown}, and writes the number where there is none yet: before the first record. */
  ensure(): void;
}

/** The format of the ledger in a folder. It is read once; before each write it only has to be there. Records without it are looked for once. */
export function openLedgerFormat(folder: string): LedgerFormat {
  const path = join(folder, 'format');
  let isKnown = false;
  let wasEmpty = false;
  return {
    assertKnown() {
      isKnown ||= wasEmpty ? isRead(path, numberAt(path)) : isWritten(folder, path);
      wasEmpty = !isKnown;
    },
    ensure() {
      if (isKnown ? existsSync(path) : isWritten(folder, path)) {
        isKnown = true;
        return;
      }
      ensurePrivateFolder(folder);
      const bytes = Buffer.from(`${formatNumber}\n`);
      // Another process may have been quicker. Without hard links, one that was ended may have left the file empty.
      if (claimFile(path, bytes) === 'exists' && !isWritten(folder, path)) writeFileAtomic(path, bytes);
      isKnown = true;
    },
  };
}

/** Throws where the records in a ledger's folder have another format than this genctl's. */
export function assertLedgerFormat(folder: string): void {
  openLedgerFormat(folder).assertKnown();
}

/** Tells whether the number is there; false where no record is, either. */
function isWritten(folder: string, path: string): boolean {
  let found = numberAt(path);
  // Another process may have written both since.
  if (found === undefined && holdsRecords(folder)) found = numberAt(path) ?? refuse(withoutNumber(path));
  return isRead(path, found);
}

/** Tells whether there is a number. Throws where it is not this genctl's. */
function isRead(path: string, found: number | undefined): boolean {
  return found !== undefined && (found === formatNumber || refuse(newerFormat(path, found)));
}

/** Undefined where there is no file, or an empty one. */
function numberAt(path: string): number | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  // A pipe would have the reader wait.
  if (!found.isFile()) throw unreadable(path, 'It is not a file.');
  const text = found.size > bytesMost ? '' : readFileSync(path, 'latin1');
  if (found.size === 0) return undefined;
  if (!/^[1-9]\d{0,8}\n?$/.test(text)) throw unreadable(path, `Its ${found.size} bytes are not a number.`);
  return Number(text);
}

/** The folders of records. Beside them there are indexes, logs and a secret, which are made anew. */
const recordFolders = ['open', 'keys', 'accounts', 'done'];

function holdsRecords(folder: string): boolean {
  return existsSync(folder) && recordFolders.some((name) => hasRecord(join(folder, name)));
}

/** Tells whether a folder, or one below it, has a record, whole or set aside. */
function hasRecord(folder: string): boolean {
  const entries = entriesOf(folder);
  return (
    entries.some(({ name }) => isAsideName(name) || (name.endsWith('.json') && !name.startsWith('.'))) ||
    entries.some((entry) => entry.isDirectory() && hasRecord(join(folder, entry.name)))
  );
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

function refuse(error: MachineError): never {
  throw error;
}

function withoutNumber(path: string): MachineError {
  return new MachineError({
    code: 'ledger_without_format',
    message: `the records in ${dirname(path)} do not say which format they have`,
    why: `Every release writes ${path} before the first record. Nothing was changed.`,
    hint: 'restore that file if it was lost; else leave this home as it is, and set GENCTL_HOME to another folder',
    retryable: false,
  });
}

function newerFormat(path: string, found: number): MachineError {
  return new MachineError({
    code: 'ledger_newer',
    message: `a newer genctl wrote the records in ${dirname(path)}`,
    why: `They have format ${found}, and this genctl knows ${formatNumber}. Nothing was changed.`,
    hint: 'npm install --global genctl@latest',
    retryable: false,
  });
}

function unreadable(path: string, why: string): MachineError {
  return new MachineError({
    code: 'ledger_format_unreadable',
    message: `${path} does not say which format the records have`,
    why,
    hint: `put it back from a backup; genctl wrote ${formatNumber} and a line break there`,
    retryable: false,
  });
}
