import { join } from 'node:path';
import { fileMark } from '../../files/file-mark.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { tryLock } from '../../files/lock.ts';
import { createRecordFolder } from '../../files/record-folder.ts';
import type { Warn } from '../../files/set-aside.ts';
import { drawMonth, type MonthDrawing } from './draw-month.ts';
import { type DrawingLock, keepDrawing } from './keep-drawing.ts';
import { isAsProven, type LogContents, listRecords, logBytes, logMarks, ownLogs } from './log-contents.ts';
import {
  type MonthIndex,
  type MonthProof,
  type ProofFacts,
  proofLockPath,
  proofPath,
  readProof,
  writeProof,
} from './month-proof.ts';

export interface IndexPorts {
  /** The folder of the months. */
  done: string;
  /** The folder of the proofs. */
  proofs: string;
  /** Milliseconds since 1970, for locks. */
  nowMs: () => number;
  warn: Warn;
}

/** To draw the logs of 100,000 records takes some seconds. Unit: ms. */
export const drawingPatience = { timeoutMs: 60_000, staleMs: 60_000 };

/** Works with the lock of a month; without one if another process has it, or nothing can be written. */
export function withDrawingLock<Result>(
  { nowMs, proofs }: Pick<IndexPorts, 'nowMs' | 'proofs'>,
  month: string,
  work: (lock: DrawingLock | undefined) => Result,
): Result {
  const path = proofLockPath(proofs, month);
  let lock: ReturnType<typeof tryLock>;
  let seen: DrawingLock | undefined;
  try {
    ensurePrivateFolder(proofs);
    lock = tryLock(path, { staleMs: drawingPatience.staleMs, now: nowMs });
    seen = lock === undefined ? undefined : drawingLock(proofs, path);
  } catch {
    // If nothing can be written, the lines are drawn for this run alone.
  }
  try {
    return work(seen);
  } finally {
    lock?.release();
  }
}

/**
 * Compares the logs of a month with its records, and draws anew what does not fit. Marks are taken before anything is read, and count
 * only if they are older than the lock: whatever changes later has a later time. Throws native errors.
 */
export function proveMonth(
  { done, proofs, warn }: Pick<IndexPorts, 'done' | 'proofs' | 'warn'>,
  month: string,
  lock: DrawingLock | undefined,
): MonthIndex {
  const monthFolder = join(done, month);
  // Read under the lock: another process may have written one since.
  const known = readProof(proofPath(proofs, month));
  const folderMark = fileMark(monthFolder);
  const marks = logMarks(monthFolder);
  const isSameFolder = known !== undefined && isAsProven(folderMark, { mark: known.folder });
  const names = isSameFolder ? undefined : listRecords(monthFolder);
  // Read behind the names: a writer adds its line before its record.
  const own = known === undefined ? undefined : ownLogs(monthFolder, known, marks);
  const before = own === undefined ? undefined : known;
  const contents: LogContents = own ?? orderAlone(monthFolder);
  const drawing = drawMonth({
    ...{ before, warn, order: contents.order, nowNs: lock?.takenNs },
    folder: createRecordFolder(monthFolder),
    listed: before === undefined ? (names ?? listRecords(monthFolder)) : names,
  });
  if (lock === undefined) return drawnIndex(before, drawing);
  try {
    const isChanged = known !== undefined && before === undefined;
    const seen = { monthFolder, lock, before, isChanged, drawing, folderMark, marks, contents };
    const proof = keepDrawing(seen);
    if (isSameProof(known, proof) || writeProof(proofPath(proofs, month), proof)) return provenIndex(proof);
  } catch {
    // A disk that refuses costs the short cut, and nothing else.
  }
  return drawnIndex(before, drawing);
}

function isSameProof(known: MonthProof | undefined, proof: ProofFacts): boolean {
  return (
    known !== undefined && JSON.stringify({ version: known.version, ...proof }) === JSON.stringify(known)
  );
}

function orderAlone(monthFolder: string): LogContents {
  const order = logBytes(monthFolder, 'order');
  return order === undefined ? {} : { order };
}

/** The lock as its file shows it. Undefined if another process has taken it for abandoned meanwhile. */
function drawingLock(proofs: string, path: string): DrawingLock | undefined {
  const mark = fileMark(path);
  const folder = fileMark(proofs);
  if (mark === undefined || folder === undefined) return undefined;
  const { device, modifiedNs: takenNs } = mark;
  return { takenNs, device, marksFolders: folder.changedNs >= takenNs };
}

/** The index of a run that could write nothing. */
function drawnIndex(before: MonthProof | undefined, { facts, names, order }: MonthDrawing): MonthIndex {
  return {
    generation: order === undefined ? before?.generation : undefined,
    order,
    names: { isOnDisk: before !== undefined, more: names },
    facts: { bytes: before?.logs.facts.bytes ?? 0, more: facts },
  };
}

export function provenIndex({ generation, logs }: ProofFacts): MonthIndex {
  const facts = { bytes: logs.facts.bytes, more: [] };
  return { generation, order: undefined, names: { isOnDisk: true, more: [] }, facts };
}
