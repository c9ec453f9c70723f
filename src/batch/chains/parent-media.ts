import { UsageError } from '../../errors/endings.ts';
import { genctl, type Hint, say } from '../../errors/hint.ts';
import { sha256 } from '../../files/lazy-node.ts';
import type { ShotParent } from '../../ledger/record.ts';
import { fileDigest, standInLink } from '../../media/local-file.ts';
import { formOfRole } from '../../media/rules/media-kind.ts';
import { columnOfRole } from '../../request/rules/named-fields.ts';
import { isLocal } from '../../service/body/media-part.ts';
import { type RequestRoute, requestRoutes } from '../../service/request-route.ts';
import type { MediaInput, RequestWords } from '../../service/request-words.ts';
import { parentOf, type ShotParents } from '../columns/read-column.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { OpenBatch } from '../open-batch.ts';
import { leftOutCode, type ParentState, type ParentWord, wordOfParent } from '../rules/parents.ts';

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

/**
 * Checks the outputs that a line that is to be sent takes from others, and returns the warnings about them. Throws UsageError where
 * it takes from another what that can't give. No line gives a clip for a picture, or a final of what is no draft. No line gives a
 * last frame that nobody can make a picture of.
 */
export async function parentsFit(
  batch: OpenBatch,
  request: ShotRequest,
  route: RequestRoute,
): Promise<readonly string[]> {
  const { draft, ids } = request.parents;
  for (const id of ids) assertThere(id, batch);
  if (draft !== undefined) assertDraft(draft.id, batch);
  let isCut = false;
  for (const one of request.words.media) {
    const parent = parentOf(one);
    if (parent === undefined) continue;
    assertTakes(one, parent, batch);
    if (!isCutFrame(parent, batch)) continue;
    await assertCuttable(parent.id, { batch, route });
    isCut = true;
  }
  return isCut && !isUploadable(batch, route) ? [onlyRehearsed] : [];
}

/**
 * Throws UsageError where a line differs from what was sent because a line that it takes an output of has an error: it has no job
 * now, and nothing else may have changed.
 */
export function assertParentsRead(batch: OpenBatch, { parents }: ShotRequest): void {
  for (const id of parents.ids) {
    const state = batch.chains.book.stateOf(id);
    if (state?.kind === 'lost' && state.jobId === undefined) assertThere(id, batch);
  }
}

/** A rehearsal uploads nothing, so that it would go well where the real run of the same manifest is refused. */
const onlyRehearsed =
  'works in the sandbox; a real account needs upload_command, and none is set' +
  ` (genctl config set upload_command '["PROGRAM"]'; or "api": "v1", "return_last_frame": true in the line of the clip)`;

function assertThere(id: string, { chains: { book, graph } }: OpenBatch): void {
  const state = book.stateOf(id);
  if (state?.kind !== 'lost') return;
  if (graph.unknown.has(id)) {
    const isFailed = state.how === 'failed';
    throw new UsageError({
      code: 'parent_unusable',
      message: isFailed ? `${id} did not succeed` : `${id} has not finished yet`,
      why: 'Only a succeeded job has an output.',
      hint: isFailed
        ? 'the id of a line, or of another job'
        : say`${genctl`wait ID`}, with the id of that job`,
      jobId: id,
    });
  }
  if (state.how !== 'left out') return;
  throw new UsageError({
    code: leftOutCode,
    message: `it depends on ${id}, which can't be sent`,
    why:
      state.of === id ? 'That line has an error.' : `That line depends on ${state.of}, which has an error.`,
    hint: `fix ${state.of} first`,
  });
}

function assertDraft(id: string, { chains: { book } }: OpenBatch): void {
  if (book.targetOf(id)?.isDraft !== false) return;
  throw new UsageError({
    code: 'parent_misfit',
    message: `draft is @${id}, which makes no draft`,
    why: 'Only a draft can have a final.',
    hint: `"command": "draft" in the line ${id}`,
  });
}

function assertTakes({ role }: MediaInput, { id, takes }: ParentWord, { chains: { book } }: OpenBatch): void {
  const target = book.targetOf(id);
  if (target?.medium === undefined) return;
  const column = columnOfRole[role];
  const isPicture = formOfRole[role] === 'picture';
  const makesClip = target.medium === 'video';
  if (takes === 'last_frame' && !makesClip)
    throw misfit(column, id, 'pictures, which have no last frame', `"${column}": "@${id}"`);
  if (takes === 'output' && isPicture && makesClip)
    throw misfit(column, id, 'a clip, and it takes a picture', `"${column}": "@${id}.last_frame"`);
  if (takes === 'output' && !isPicture && !makesClip)
    throw misfit(column, id, 'pictures, and it takes a clip', `"ref_image": "@${id}"`);
}

/** Tells whether a line takes a last frame that no service returns. */
function isCutFrame({ id, takes }: ParentWord, { chains: { book } }: OpenBatch): boolean {
  const target = book.targetOf(id);
  return takes === 'last_frame' && target?.medium !== undefined && !target.hasStill;
}

function misfit(column: string, id: string, makes: string, hint: Hint): UsageError {
  return new UsageError({
    code: 'parent_misfit',
    message: `${column} is @${id}, which makes ${makes}`,
    why: 'That depends on the model of the line.',
    hint,
  });
}

/** Tells whether a file of this machine can become a part of a request for a service. */
function isUploadable({ facts: { defaults } }: OpenBatch, route: RequestRoute): boolean {
  return defaults.uploadCommand !== undefined || requestRoutes[route].takesInlinePictures;
}

/** The last frame is cut out of the clip, and becomes a link by an upload. @see service document §2.5, §9.4 */
async function assertCuttable(
  id: string,
  { batch, route }: { batch: OpenBatch; route: RequestRoute },
): Promise<void> {
  const { facts, means } = batch;
  const isSendable = facts.account.embedded || isUploadable(batch, route);
  const canCut = await means.canCut();
  if (canCut && isSendable) return;
  const lacks = [
    ...(canCut ? [] : ['to cut it from the clip, genctl needs ffmpeg']),
    ...(isSendable ? [] : ['to make a link of it, genctl needs an upload_command']),
  ].join(', and ');
  const upload = genctl`config set upload_command ${'["PROGRAM"]'}`;
  const cut = isSendable ? 'install ffmpeg' : say`install ffmpeg, and ${upload}`;
  const onV2 = canCut ? upload : cut;
  throw new UsageError({
    code: 'last_frame_unavailable',
    message: `genctl can't get the last frame of ${id}`,
    why: `v2 does not return it; ${lacks}.`,
    hint: say`api v1 and return_last_frame true in the line ${id}; or ${onV2}`,
  });
}
