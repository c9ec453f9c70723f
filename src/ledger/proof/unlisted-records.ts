import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { moveExclusively } from '../../files/atomic-write.ts';
import { isRecordName, type RecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import type { JobRecord } from '../record.ts';
import type { OrderEntry } from '../records/order.ts';
import { parseJobRecord } from '../records/parse.ts';
import { readRecord, recordFileName } from '../records/read.ts';

/** The records behind file names that an index does not know. */
export interface UnlistedRecords {
  jobs: JobRecord[];
  /** The records of a newer genctl: whoever reads one is told so. */
  newer: OrderEntry[];
  /** Names of files that hold no whole record, so that they have to be read again. */
  unread: string[];
  /** Files that had the name of another job, as a copy may have: their names before, and the ones that they got. */
  renamed: ReadonlyMap<string, string>;
}

/** A file that a copying program writes is damaged for a while. It is set aside no sooner than this. Unit: ns. */
const copyingMostNs = 10_000_000_000n;

interface ReadPorts {
  folder: RecordFolder;
  warn: Warn;
  /** The time by the clock of the file system; undefined if nothing may be written. Unit: ns since 1970. */
  nowNs: bigint | undefined;
}

/** Reads the records behind file names. Throws native errors. */
export function readUnlisted(names: readonly string[], ports: ReadPorts): UnlistedRecords {
  const { folder, nowNs } = ports;
  const renamed = new Map<string, string>();
  const read: UnlistedRecords = { jobs: [], newer: [], unread: [], renamed };
  for (const name of names) {
    const bytes = isRecordName(name) ? folder.read(name) : undefined;
    const parsed = bytes === undefined || bytes.length === 0 ? undefined : parseJobRecord(bytes);
    if (parsed?.kind === 'newer') read.newer.push(newerEntry(folder.path, name));
    else if (parsed?.kind === 'torn') {
      setAsideUnlessYoung(name, ports);
      read.unread.push(name);
    } else if (parsed === undefined) read.unread.push(name);
    else if (recordFileName(parsed.value.id) === name || isExchanged(folder, parsed.value))
      read.jobs.push(parsed.value);
    else if (nowNs !== undefined && takeOwnName(folder.path, name, parsed.value.id)) {
      renamed.set(name, recordFileName(parsed.value.id));
      read.jobs.push(parsed.value);
    }
  }
  return read;
}

function newerEntry(folder: string, name: string): OrderEntry {
  const { mtimeMs } = statSync(join(folder, name));
  return { id: name.replace(/\.json$/, ''), recordedAtMs: Math.floor(mtimeMs) };
}

/** Tells whether the file that has the name of a record holds another job. It is in the file of another one, then. */
export function isExchanged(folder: RecordFolder, { id }: JobRecord): boolean {
  const own = folder.read(recordFileName(id));
  const parsed = own === undefined ? undefined : parseJobRecord(own);
  return parsed?.kind === 'whole' && parsed.value.id !== id;
}

/** Gives the file of a record the name of its job, unless there is a file of that name. */
function takeOwnName(folder: string, name: string, id: string): boolean {
  const own = join(folder, recordFileName(id));
  try {
    return !existsSync(own) && moveExclusively(join(folder, name), own);
  } catch {
    return false;
  }
}

function setAsideUnlessYoung(name: string, { folder, nowNs, warn }: ReadPorts): void {
  const found = statSync(join(folder.path, name), { bigint: true, throwIfNoEntry: false });
  if (nowNs === undefined || found === undefined || nowNs - found.ctimeNs < copyingMostNs) return;
  readRecord(folder, name, parseJobRecord, warn);
}
