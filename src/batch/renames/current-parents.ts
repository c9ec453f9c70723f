import { parentsOf } from '../columns/read-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import { draftParent, parentWord, wordOfParent } from '../rules/parents.ts';
import type { OriginalIds } from './original-ids.ts';

/** A request whose references to lines by earlier ids lead to these lines. */
export function withCurrentParents(
  request: ShotRequest,
  { currentOf, hasRenames }: Pick<OriginalIds, 'currentOf' | 'hasRenames'>,
): ShotRequest {
  if (!hasRenames || request.parents.ids.every((id) => currentOf(id) === undefined)) return request;
  const media = request.words.media.map((one) => {
    const word = parentWord(one.url);
    const id = word && currentOf(word.id);
    return word === undefined || id === undefined ? one : { ...one, url: wordOfParent({ ...word, id }) };
  });
  const words = { ...request.words, media };
  if (request.command !== 'finalize') return { ...request, words, parents: parentsOf(words, undefined) };
  const word = draftParent(request.draft);
  const id = word && currentOf(word.id);
  const draft = word === undefined || id === undefined ? request.draft : wordOfParent({ ...word, id });
  return { ...request, words, draft, parents: parentsOf(words, draft) };
}
