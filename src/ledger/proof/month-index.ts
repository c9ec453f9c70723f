import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileMark } from '../../files/file-mark.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { withLock } from '../../files/lock.ts';
import { factsPath } from '../facts/facts-log.ts';
import { addFacts, forgetFacts } from './keep-drawing.ts';
import { isAsProven, logBytes, logPaths } from './log-contents.ts';
import {
  type DerivedLog,
  type IndexFinding,
  type MonthIndex,
  type MonthProof,
  proofLockPath,
  proofPath,
  readProof,
  writeProof,
} from './month-proof.ts';
import { drawingPatience, type IndexPorts, proveMonth, provenIndex, withDrawingLock } from './prove-month.ts';
import { bytesSum } from './sums.ts';

export type MonthIndexes = ReturnType<typeof openMonthIndexes>;

/**
 * The logs of each month, compared with its records whenever the two may differ. A proof says in which state of folder and logs they
 * were compared. The same state costs a look at the marks of the folder and of the log that is read. In any other state the names of the records are listed, and only the
 * records that the logs lack are read; all of them are, if a log is not what genctl wrote.
 */
export function openMonthIndexes(ports: IndexPorts) {
  const { done, nowMs, proofs } = ports;
  const proofOf = (month: string) => proofPath(proofs, month);

  function indexOf(month: string, log: DerivedLog = 'order'): MonthIndex {
    const folder = join(done, month);
    const known = readProof(proofOf(month));
    return known !== undefined && isCurrent(folder, known, log)
      ? provenIndex(known)
      : withDrawingLock(ports, month, (lock) => proveMonth(ports, month, lock));
  }
  /** Forgets what is noted of jobs; all of it, if the log is not as it was proven. */
  function forget(month: string, ids: readonly string[]): void {
    const path = proofOf(month);
    const folder = join(done, month);
    const known = ids.length === 0 ? undefined : readProof(path);
    if (known === undefined || !holdsProvenFacts(folder, known)) {
      for (const drawn of [path, factsPath(folder)]) rmSync(drawn, { force: true });
      return;
    }
    const facts = forgetFacts(factsPath(folder), known.logs.facts, ids);
    const unnamed = [...new Set([...known.unnamed, ...ids])];
    writeProof(path, { ...known, unnamed, logs: { ...known.logs, facts } });
  }
  return {
    /** The index of a month for who reads that log, compared with its records unless its state is the proven one. Throws native errors. */
    indexOf,
    /** Adds the facts of settled jobs that were read beside an index. Without them the records are read again, and nothing else. */
    noteFacts(month: string, { facts, generation }: MonthIndex, lines: readonly string[]): void {
      if (lines.length === 0 || generation === undefined) return;
      withDrawingLock(ports, month, (lock) => {
        const known = lock === undefined ? undefined : readProof(proofOf(month));
        if (known?.generation !== generation || known.logs.facts.bytes !== facts.bytes) return;
        const folder = join(done, month);
        try {
          if (!holdsProvenFacts(folder, known)) return;
          const added = addFacts(factsPath(folder), known.logs.facts, lines);
          writeProof(proofOf(month), { ...known, logs: { ...known.logs, facts: added } });
        } catch {
          // The proof does not name the lines, so nobody reads them.
        }
      });
    },
    /**
     * Does work that makes the facts of jobs untrue, or without any ids those of the whole month, while no process draws them. They are
     * drawn anew afterwards.
     */
    async whileForgetting<Result>(
      month: string,
      ids: readonly string[],
      work: () => Result | Promise<Result>,
    ): Promise<Result> {
      ensurePrivateFolder(proofs);
      return withLock(proofLockPath(proofs, month), { ...drawingPatience, now: nowMs }, () => {
        forget(month, ids);
        return work();
      });
    },
    /** The damage that was found in the index of a month the last time. */
    findingIn: (month: string): IndexFinding | undefined => readProof(proofOf(month))?.finding ?? undefined,
  };
}

/** Tells whether neither the records nor a log have changed since a proof was made, as far as marks say. The order log names the records. */
function isCurrent(monthFolder: string, { folder, logs }: MonthProof, log: DerivedLog): boolean {
  const read: DerivedLog[] = log === 'order' ? [log] : ['order', log];
  return (
    isAsProven(fileMark(monthFolder), { mark: folder }) &&
    read.every((one) => isAsProven(fileMark(logPaths[one](monthFolder)), logs[one]))
  );
}

function holdsProvenFacts(monthFolder: string, { logs: { facts } }: MonthProof): boolean {
  const bytes = logBytes(monthFolder, 'facts');
  return bytes !== undefined && bytesSum(bytes.subarray(0, facts.bytes)) === facts.sum;
}
