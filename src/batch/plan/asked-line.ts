import { inheritedTags, type Tags } from '../../ledger/rules/tags.ts';
import type { AskedRequest } from '../../request/rules/request-facts.ts';
import { draftModelId } from '../../service/families/index.ts';
import { jobIdPrefix } from '../../service/wire-values.ts';
import { lookupOf, type ParentTarget } from '../chains/parent-target.ts';
import type { ShotRequest } from '../columns/shot-request.ts';
import type { OpenBatch } from '../open-batch.ts';
import type { ParentState } from '../rules/parent-state.ts';

/** What a line asks for, and what its job is marked with. */
export type LineRequest = AskedRequest & { tags: Tags | undefined };

/** What a line asks for, in the words that a request is built of. Throws CliError. */
export async function askedOf(
  { chains, context, input, facts }: OpenBatch,
  request: ShotRequest,
  preflight: boolean,
): Promise<LineRequest> {
  const { strict, dryRun } = input;
  const how = { strict, preflight, isDryRun: dryRun };
  const tags = inheritedTags(request.tags, input.tags);
  if (request.command !== 'finalize') {
    const { choice, own, words } = request;
    return { words, choice, own, tags, ...how };
  }
  const { finalWords, wordsOfFinal } = await import('../../drafts/finals.ts');
  const { draft } = request.parents;
  const state = draft === undefined ? undefined : chains.book.stateOf(draft.id);
  const target = draft === undefined ? undefined : chains.book.targetOf(draft.id);
  const jobId = state?.kind === 'there' ? state.jobId : undefined;
  // Only a final that is to be sent needs its draft itself, which the service may have forgotten since.
  const isAtHand =
    jobId !== undefined && (preflight || (await (await context.ledger()).find(jobId)) !== undefined);
  if (draft !== undefined && !isAtHand)
    return { ...wordsOfFinal(request.words, draftInName(state, target)), tags, ...how };
  const ofJob = jobId === undefined ? request : { ...request, draft: jobId, lookup: lookupOf(target) };
  const final = await finalWords(context, ofJob, { account: facts.account, preflight });
  return { ...final, tags: inheritedTags(tags, final.tags), ...how };
}

/** A draft by what its line asks for. Where its job is not known yet something stands in for its id, which is never sent. */
function draftInName(state: ParentState | undefined, target: ParentTarget | undefined) {
  const id = state !== undefined && 'jobId' in state ? state.jobId : undefined;
  return {
    id: id ?? `${jobIdPrefix}${'0'.repeat(32)}`,
    route: target?.route ?? 'jobs',
    model: target?.model ?? draftModelId,
  } as const;
}
