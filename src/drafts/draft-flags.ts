import { inGroup, switchFlag } from '../cli/flag.ts';
import { UsageError } from '../errors/endings.ts';
import { either, genctl, say } from '../errors/hint.ts';
import type { RequestChoices } from '../follow/send/prepare-submission.ts';
import { submissionFlags } from '../follow/send/submission-input.ts';
import { journeyFlags } from '../outputs/journey-flags.ts';
import { checkFlags } from '../request/guard-flags.ts';
import { ownOptionFlags, requestFlags } from '../request/request-flags.ts';
import { lookupFlags, routeFlags } from '../request/route-flags.ts';
import { draftModelId, familyOf } from '../service/families/index.ts';
import type { RequestWords } from '../service/request-words.ts';
import { intentFlags } from '../submit/intent-flags.ts';
import { takesFlag } from '../submit/several-flags.ts';

const { count: _, ...flags } = submissionFlags;
const { api, route } = routeFlags;

/** The flags of `draft`. */
export const draftFlags = {
  ...inGroup('Draft:', {
    takes: { ...takesFlag, says: 'render n drafts, each with its own seed' },
    pick: switchFlag(
      '--pick',
      'once the takes are here, ask which to finalize, and make their finals if you accept the cost; implies --download',
    ),
  }),
  ...flags,
  api,
  route,
} as const;

const { callbackUrl, set } = requestFlags;

/** The fields that a final may have of its own; its draft has all others. @see service document §3 */
export const ownFlags = { ...ownOptionFlags, callbackUrl, set } as const;

/** The flags of `finalize`. */
export const finalFlags = {
  ...ownFlags,
  ...intentFlags,
  ...journeyFlags,
  ...checkFlags,
  ...lookupFlags,
} as const;

/**
 * The request of a draft. The default model and resolution are for ordinary jobs: drafts have one model, and set their own
 * resolution. Throws UsageError for a model without drafts.
 */
export function draftRequest(words: RequestWords): Required<Pick<RequestChoices, 'words' | 'own'>> {
  const model = words.model ?? (words.body === undefined ? draftModelId : undefined);
  assertHasDrafts(model ?? words.body?.model);
  const options = { ...words.options, draft: true };
  return { words: { ...words, model, options }, own: ['resolution'] };
}

/** Refuses a model without drafts: it would render an ordinary job, at an ordinary price. @see service document §3 */
function assertHasDrafts(model: unknown): void {
  const family = typeof model === 'string' ? familyOf(model) : undefined;
  if (family === undefined || family.options?.draft === true) return;
  throw new UsageError({
    code: 'draft_unsupported',
    message: `${model} has no drafts`,
    why: `Only the 2.5 tier has drafts; ${model} is of ${family.name}.`,
    hint: either(genctl`draft … -m ${draftModelId}`, ', or ', genctl`submit … -m ${String(model)}`),
  });
}

/** The way to a final where nobody can pick. */
export const finalizedById = say`${{ change: [{ leaveOut: '--pick' }] }}, then ${genctl`finalize ID`}`;
