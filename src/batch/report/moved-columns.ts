import { isAbsolute, join, relative } from 'node:path';
import { isMediaFlag } from '../../request/request-flags.ts';
import { tryReadJson } from '../../schema/json/read-json.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { wordColumns } from '../columns/line-commands.ts';
import { columnReader } from '../rules/column-names.ts';
import type { ParentState } from '../rules/parent-state.ts';
import { draftParent, parentWord, wordOfParent } from '../rules/parent-word.ts';

interface Move {
  /** The folder that paths are relative to, before and after. */
  from: string;
  to: string;
  idColumn: string;
  /** How far the lines are that others wait for. */
  stateOf(id: string): ParentState | undefined;
}

/**
 * Keeps the meaning of what a line names when the line goes to another manifest, in another folder. Paths lead to where they led
 * before. A line that is done, and so is not in the other manifest, is named by its job.
 */
export function movedColumns({ from, idColumn, stateOf, to }: Move) {
  const meaningOf = columnReader(wordColumns, idColumn);
  const jobOf = (id: string): string | undefined => {
    const state = stateOf(id);
    return state?.kind === 'there' ? state.jobId : undefined;
  };
  function movedMedia(word: unknown): unknown {
    if (typeof word !== 'string') return word;
    const parent = parentWord(word);
    if (parent !== undefined) return wordOfParent({ ...parent, id: jobOf(parent.id) ?? parent.id });
    return from !== to && isLocal(word) && !isAbsolute(word) ? relative(to, join(from, word)) : word;
  }
  function movedList(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(movedMedia);
    // In a table a list is written as JSON.
    const list = typeof value === 'string' && value.startsWith('[') ? tryReadJson(value) : undefined;
    return Array.isArray(list) ? JSON.stringify(list.map(movedMedia)) : movedMedia(value);
  }
  function movedDraft(word: unknown): unknown {
    const parent = typeof word === 'string' ? draftParent(word.trim()) : undefined;
    return parent === undefined ? word : (jobOf(parent.id) ?? word);
  }
  return function* (columns: ReadonlyMap<string, unknown>): Generator<[string, unknown]> {
    for (const [name, value] of columns) {
      const meaning = meaningOf(name);
      const isMedia = meaning.kind === 'word' && isMediaFlag(meaning.flag);
      yield [name, isMedia ? movedList(value) : meaning.kind === 'draft' ? movedDraft(value) : value];
    }
  };
}
