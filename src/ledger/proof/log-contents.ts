import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../../errors/error-code.ts';
import { type FileMark, fileMark } from '../../files/file-mark.ts';
import { isAsideName, nameBeforeDamage } from '../../files/record-folder.ts';
import { factsPath } from '../facts/facts-log.ts';
import { namesPath } from '../records/names-log.ts';
import { orderPath } from '../records/order.ts';
import { type DerivedLog, derivedLogs, type LogProof, type MonthProof } from './month-proof.ts';
import { bytesSum } from './sums.ts';

/** The paths of the logs of a month. */
export const logPaths = {
  order: orderPath,
  names: namesPath,
  facts: factsPath,
} as const satisfies Record<DerivedLog, (monthFolder: string) => string>;

export type LogMarks = Record<DerivedLog, FileMark | undefined>;

export function logMarks(monthFolder: string): LogMarks {
  const [order, names, facts] = derivedLogs.map((log) => fileMark(logPaths[log](monthFolder)));
  return { order, names, facts };
}

/** Tells whether a file is as it was when it was proven. */
export function isAsProven(mark: FileMark | undefined, { mark: proven }: Pick<LogProof, 'mark'>): boolean {
  return proven !== null && mark?.text === proven;
}

/** The bytes of the logs that were read. */
export type LogContents = Partial<Record<DerivedLog, Buffer>>;

/**
 * Reads the logs whose marks have changed since they were proven. If the proven beginning of one is not what genctl wrote, returns
 * undefined. Throws native errors.
 */
export function ownLogs(
  monthFolder: string,
  { logs }: Pick<MonthProof, 'logs'>,
  marks: LogMarks,
): LogContents | undefined {
  const contents: LogContents = {};
  for (const log of derivedLogs) {
    const { bytes: length, sum } = logs[log];
    if (isAsProven(marks[log], logs[log])) continue;
    const bytes = logBytes(monthFolder, log);
    if (bytes === undefined || bytes.length < length) return undefined;
    if (bytesSum(bytes.subarray(0, length)) !== sum) return undefined;
    contents[log] = bytes;
  }
  return contents;
}

/** The bytes of a log; undefined if there is none. Throws native errors. */
export function logBytes(monthFolder: string, log: DerivedLog): Buffer | undefined {
  try {
    return readFileSync(logPaths[log](monthFolder));
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  }
}

/**
 * The names of a month's records, in any order; none if the month is gone. A damaged one that was set aside keeps its name here: what
 * was noted of its job before is as true as it was. Throws native errors.
 */
export function listRecords(monthFolder: string): string[] {
  try {
    const all = readdirSync(monthFolder).filter((name) => !name.startsWith('.'));
    const names = all.filter((name) => name.endsWith('.json'));
    const before = all.filter(isAsideName).map(nameBeforeDamage);
    return before.length === 0 ? names : [...new Set([...names, ...before])];
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
