import { UsageError } from '../errors/endings.ts';
import { either, genctl } from '../errors/hint.ts';
import type { RequestChoices } from '../follow/send/prepare-submission.ts';
import { draftModelId, familyOf } from '../service/families/index.ts';
import type { RequestWords } from '../service/request-words.ts';

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
