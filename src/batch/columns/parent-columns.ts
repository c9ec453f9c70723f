import { columnOfRole } from '../../request/rules/named-fields.ts';
import type { MediaInput, RequestWords } from '../../service/request-words.ts';
import { draftParent, type ParentWord, parentWord } from '../rules/parent-word.ts';
import { columnFault } from './read-column.ts';

/** The outputs that a line takes from other lines. */
export interface ShotParents {
  /** The ids that it names, each once. */
  ids: readonly string[];
  /** The line that makes its draft; undefined where that is a job, or it makes no final. */
  draft: ParentWord | undefined;
}

/** Reads the words for other lines in what a line asks for. Throws UsageError for one that can't stand for anything. */
export function parentsOf(words: Pick<RequestWords, 'media'>, draft: string | undefined): ShotParents {
  const ofDraft = draft === undefined ? undefined : draftParent(draft);
  if (ofDraft?.id === '') throw nameless('draft', draft);
  const ofMedia = words.media.flatMap((one) => parentOf(one) ?? []);
  const ids = [...ofMedia, ...(ofDraft === undefined ? [] : [ofDraft])].map(({ id }) => id);
  return { ids: [...new Set(ids)], draft: ofDraft };
}

/** The output that a medium takes from another line; undefined for a link or a path. Throws UsageError. */
export function parentOf({ role, url }: MediaInput): ParentWord | undefined {
  const parent = parentWord(url);
  if (parent === undefined) return undefined;
  const column = columnOfRole[role];
  if (parent.id === '') throw nameless(column, url);
  if (role === 'reference_audio') throw columnFault(column, url, 'No job makes a sound alone.', isPath(url));
  if (role === 'reference_video' && parent.takes === 'last_frame')
    throw columnFault(column, url, 'A last frame is a picture.', `"${column}": "@${parent.id}"`);
  return parent;
}

function nameless(column: string, word: string | undefined): Error {
  return columnFault(column, word, 'An @ begins the id of another line.', `"${column}": "@s01"`);
}

function isPath(word: string): string {
  return `a path or a link; for a file of that name: ./${word}`;
}
