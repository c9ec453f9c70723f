import type { ShotParent } from '../../ledger/record.ts';
import { fileDigest } from '../../media/local-file.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { MediaInput, RequestWords } from '../../service/request-words.ts';
import { parentOf, type ShotParents } from '../columns/parent-columns.ts';
import type { OpenBatch } from '../open-batch.ts';

/** The media of a line with the outputs of other lines in the places of the words for them, and the jobs that those are of. */
export async function withParentOutputs(
  batch: OpenBatch,
  { asked, parents: { draft } }: { asked: { words: Pick<RequestWords, 'media'> }; parents: ShotParents },
): Promise<{ media: readonly MediaInput[]; parents: readonly ShotParent[] }> {
  const parents: ShotParent[] = [];
  const media: MediaInput[] = [];
  const state = draft === undefined ? undefined : batch.chains.book.stateOf(draft.id);
  if (draft !== undefined && state?.kind === 'there')
    parents.push({ shot: draft.id, job: state.jobId, sha256: null });
  for (const one of asked.words.media) {
    const word = parentOf(one);
    if (word === undefined) {
      media.push(one);
      continue;
    }
    const { parentOutput } = await import('./parent-output.ts');
    const { jobId, sha256: known, url } = await parentOutput(batch, word);
    const digest = known ?? (isLocal(url) ? await fileDigest(url, batch.context.interruption()) : undefined);
    parents.push({ shot: word.id, job: jobId, sha256: digest ?? null });
    media.push({ ...one, url });
  }
  return { media, parents };
}
