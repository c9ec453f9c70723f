import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import type { FileMark } from '../../files/file-mark.ts';
import { nodeCrypto } from '../../files/lazy-node.ts';
import { forgettingLine } from '../facts/facts-log.ts';
import type { MonthDrawing } from './draw-month.ts';
import { type LogContents, type LogMarks, logBytes, logPaths } from './log-contents.ts';
import type { DerivedLog, IndexFinding, LogProof, MonthProof, ProofFacts } from './month-proof.ts';
import { bytesSum } from './sums.ts';

/** The lock under which logs are drawn, as its file shows it. */
export interface DrawingLock {
  /** A moment before anything was looked at, by the clock of the file system. Unit: ns since 1970. */
  takenNs: bigint;
  device: bigint;
  /** True if the file system was seen to change the time of a folder in which a file was made. */
  marksFolders: boolean;
}

/** A drawing, and what was seen before it was made. */
export interface SeenMonth {
  monthFolder: string;
  lock: DrawingLock;
  before: MonthProof | undefined;
  /** True if there was a proof, and a log was not the one that genctl wrote. */
  isChanged: boolean;
  drawing: MonthDrawing;
  folderMark: FileMark | undefined;
  marks: LogMarks;
  contents: LogContents;
}

/** Writes the lines of a drawing to the logs, and returns the proof of them. Throws native errors. */
export function keepDrawing(seen: SeenMonth): ProofFacts {
  const { before, drawing, folderMark, lock } = seen;
  const { absent, isWhole, records, unnamed } = drawing;
  const logs = { order: keepOrder(seen), names: keepNames(seen), facts: keepFacts(seen) };
  const isReplaced = before === undefined || drawing.order !== undefined;
  return {
    generation: isReplaced ? newGeneration() : before.generation,
    folder: isWhole ? provenMark(folderMark, lock) : null,
    ...{ records, logs, absent, unnamed },
    finding: findingIn(seen) ?? before?.finding ?? null,
  };
}

/** The mark by which a later change is certainly seen; null if one within the same tick would not be. */
function provenMark(
  mark: FileMark | undefined,
  { device, marksFolders, takenNs }: DrawingLock,
): string | null {
  const isOlder = mark !== undefined && marksFolders && mark.device === device && mark.changedNs < takenNs;
  return isOlder ? mark.text : null;
}

function findingIn({ drawing: { missing }, isChanged, lock }: SeenMonth): IndexFinding | undefined {
  if (missing === 0 && !isChanged) return undefined;
  return { missing, isChanged, foundAtMs: Number(lock.takenNs / 1_000_000n) };
}

/** The proof of a log to which nothing was written. */
function unchangedLog(log: DerivedLog, { before, contents, lock, marks }: SeenMonth): LogProof | undefined {
  const read = contents[log];
  if (read === undefined) return before?.logs[log];
  return { mark: provenMark(marks[log], lock), bytes: read.length, sum: bytesSum(read) };
}

function replaceLog(path: string, text: string): LogProof {
  const bytes = Buffer.from(text);
  // After a power cut it is compared with the records again, so nothing is flushed.
  writeFileAtomic(path, bytes, { durable: false });
  return { mark: null, bytes: bytes.length, sum: bytesSum(bytes) };
}

function keepOrder(seen: SeenMonth): LogProof {
  const { drawing, monthFolder } = seen;
  const unchanged = drawing.order === undefined ? unchangedLog('order', seen) : undefined;
  return unchanged ?? replaceLog(logPaths.order(monthFolder), drawing.order ?? '');
}

/** Writers add lines as well: they lead to a record, which has the last word, so that all lines count. */
function keepNames(seen: SeenMonth): LogProof {
  const { before, drawing, monthFolder } = seen;
  const path = logPaths.names(monthFolder);
  if (before === undefined) return replaceLog(path, textOf(drawing.names));
  const known = new Set((seen.contents.names ?? logBytes(monthFolder, 'names'))?.toString().split('\n'));
  const lines = drawing.names.filter((line) => !known.has(line));
  const unchanged = lines.length === 0 ? unchangedLog('names', seen) : undefined;
  return unchanged ?? replaceLog(path, textOf([...known, ...lines].filter((line) => line !== '')));
}

function keepFacts(seen: SeenMonth): LogProof {
  const { before, contents, drawing, lock, marks, monthFolder } = seen;
  const path = logPaths.facts(monthFolder);
  if (before === undefined) return replaceLog(path, textOf([edition(), ...drawing.facts]));
  const { facts } = before.logs;
  if (drawing.facts.length > 0) return addFacts(path, facts, drawing.facts);
  return contents.facts === undefined ? facts : { ...facts, mark: provenMark(marks.facts, lock) };
}

/** Adds lines behind the proven ones, in place of any that a process left there that was ended. Throws native errors. */
export function addFacts(path: string, { bytes: end, sum }: LogProof, lines: readonly string[]): LogProof {
  const added = Buffer.from(textOf(lines));
  const descriptor = openSync(path, 'r+');
  try {
    for (let written = 0; written < added.length; )
      written += writeSync(descriptor, added, written, added.length - written, end + written);
    ftruncateSync(descriptor, end + added.length);
  } finally {
    closeSync(descriptor);
  }
  return { mark: null, bytes: end + added.length, sum: bytesSum(added, sum) };
}

/**
 * Has the facts of some jobs count for nothing. The log gets another edition as well: an older proof that is put back would name it only
 * up to here. Throws native errors.
 */
export function forgetFacts(path: string, facts: LogProof, ids: readonly string[]): LogProof {
  const { bytes: end } = addFacts(path, facts, ids.map(forgettingLine));
  const descriptor = openSync(path, 'r+');
  try {
    writeSync(descriptor, `${edition()}\n`, 0);
  } finally {
    closeSync(descriptor);
  }
  return { mark: null, bytes: end, sum: bytesSum(readFileSync(path).subarray(0, end)) };
}

/** The first line of a log of facts: always as long, and no two alike. Readers of facts skip it. */
function edition(): string {
  return JSON.stringify([0, newGeneration()]);
}

function newGeneration(): string {
  return nodeCrypto().randomBytes(8).toString('hex');
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
