import { sha256 } from '../../files/lazy-node.ts';
import type { ShotParent } from '../../ledger/record.ts';
import { fileDigest, standInLink } from '../../media/local-file.ts';
import { formOfRole } from '../../media/rules/media-kind.ts';
import { isLocal } from '../../service/body/media-part.ts';
import type { MediaInput, RequestWords } from '../../service/request-words.ts';
import { parentOf, type ShotParents } from '../columns/parent-columns.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { ParentState } from '../rules/parent-state.ts';
import { type ParentWord, wordOfParent } from '../rules/parent-word.ts';

/** The ending of what stands in for an output, by what a role takes. */
const endings = { picture: 'png', clip: 'mp4', sound: 'wav' } as const;

/**
 * A placeholder for another line's output until the line is sent. Requests are compared by its identity: the job, and what is taken of
 * it. A link may be another one tomorrow, the job never is.
 */
export function standInOfParent(
  role: MediaInput['role'],
  parent: ParentWord,
  state: ParentState | undefined,
) {
  const identity = identityOf(parent, state);
  const name = `${parent.id}.${endings[formOfRole[role]]}`;
  return { identity, url: standInLink(name, sha256(identity)) };
}

/** A job that is not known yet is no job that any request was made with. */
function identityOf(parent: ParentWord, state: ParentState | undefined): string {
  const jobId = state === undefined || !('jobId' in state) ? undefined : state.jobId;
  return jobId === undefined
    ? `line:${wordOfParent(parent)}`
    : `job:${wordOfParent({ ...parent, id: jobId })}`;
}

/** The media of a line, with the outputs of other lines in the places of the words for them. Also the jobs of those outputs. */
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
