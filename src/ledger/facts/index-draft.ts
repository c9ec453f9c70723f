import { dirname } from 'node:path';
import { beginDraftFile, type DraftFile } from '../../files/draft-file.ts';
import { ensurePrivateFolder } from '../../files/folder.ts';
import { endText, type FactLine, factText, isSettled } from './fact-line.ts';

/** An index that is being made. Nothing here throws: without an index the next search is slower, and nothing else. */
export interface IndexDraft {
  add(line: FactLine): void;
  /**
   * Puts the index in place of the one before.
   *
   * @param folderMs when the folder of the records had last changed, before its names were read; undefined where the lines are
   *   not all of it. Unit: ms since 1970.
   */
  finish(folderMs: number | undefined): void;
  leave(): void;
}

/** Begins an index; what is looked at from here on, and changed later, has a later time than the draft. */
export function beginIndex(index: string): IndexDraft {
  let draft: DraftFile | undefined;
  let lines = 0;
  const isOld = (ms: number): boolean => draft !== undefined && isSettled(ms, draft.begunMs);

  function attempt<Value>(work: () => Value): Value | undefined {
    try {
      return work();
    } catch {
      leave();
      return undefined;
    }
  }
  function leave(): void {
    draft?.leave();
    draft = undefined;
  }

  draft = attempt(() => {
    ensurePrivateFolder(dirname(index));
    return beginDraftFile(index);
  });
  return {
    add({ facts, stamp }) {
      const kept = stamp !== undefined && isOld(stamp.modifiedMs) ? stamp : undefined;
      lines += 1;
      attempt(() => draft?.write(factText({ facts, stamp: kept })));
    },
    finish(folderMs) {
      const noted = folderMs !== undefined && isOld(folderMs) ? folderMs : undefined;
      attempt(() => {
        draft?.write(endText({ lines, bytes: draft.bytes, folderMs: noted }));
        draft?.finish();
        draft = undefined;
      });
    },
    leave,
  };
}
