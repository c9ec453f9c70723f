import { existsSync } from 'node:fs';
import { UsageError } from '../../errors/endings.ts';
import { systemFailure } from '../../errors/system-trouble.ts';
import { createDurably, writeFileAtomic } from '../../files/atomic-write.ts';
import { runAtOnce } from '../../files/durable-work.ts';
import { isNameOfFile } from '../../files/same-file.ts';
import { wordColumns } from '../columns/line-commands.ts';
import { scalarText } from '../columns/read-column.ts';
import { columnName, columnReader } from '../rules/column-names.ts';

/** A final that is to be rendered of a draft. */
export interface WantedFinal {
  shot: string;
  draftId: string;
  /** The columns of the draft's line. */
  columns: ReadonlyMap<string, unknown>;
}

/** It may be shared with whoever reads the manifest of the drafts. */
const fileMode = 0o644;

/** Refuses a name that is taken, before anything is sent. Throws UsageError. */
export function assertFinalsFree(path: string, overwrite: boolean): void {
  if (!isNameOfFile(path) || (!overwrite && existsSync(path))) throw taken(path);
}

/**
 * Writes the manifest of the finals, whole or not at all. Throws UsageError where the name was taken meanwhile.
 *
 * @param idColumn the column that the drafts had their ids in.
 */
export function writeFinals(
  path: string,
  finals: readonly WantedFinal[],
  { idColumn, overwrite }: { idColumn: string; overwrite: boolean },
): void {
  const meaningOf = columnReader(wordColumns, idColumn);
  const isFree = (name: string, value: unknown): boolean =>
    meaningOf(name).kind === 'free' && columnName(name) !== 'id' && scalarText(value) !== undefined;
  const lines = finals.map(({ columns, draftId, shot }) => {
    const free = [...columns].filter(([name, value]) => isFree(name, value));
    const words = { id: shot, command: 'finalize', draft: draftId };
    return `${JSON.stringify({ ...words, ...Object.fromEntries(free) })}\n`;
  });
  const bytes = Buffer.from(lines.join(''));
  try {
    if (overwrite) writeFileAtomic(path, bytes, { mode: fileMode });
    else if (!runAtOnce(createDurably(path, bytes, { mode: fileMode }))) throw taken(path);
  } catch (error) {
    throw systemFailure(error) ?? error;
  }
}

function taken(path: string): UsageError {
  return new UsageError({
    code: 'finals_exist',
    message: `${path} already exists`,
    why: 'It is the manifest of the finals, perhaps of an earlier --pick. genctl did not change it.',
    hint: 'to replace it: --overwrite; or rename that file',
  });
}
