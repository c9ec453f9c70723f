import { modelFlagNames } from '../../../../src/commands/request/request-flags.ts';
import type { ModelEntry } from '../../../../src/contract/model.ts';
import type { Look } from '../../../../src/ui/look.ts';
import { type ModelPage, renderModel } from '../../../../src/ui/render/models/model-page.ts';

/** The page of a model on a machine that had no job of it. */
export function pageLines(model: ModelEntry, look: Look, parts: Partial<ModelPage> = {}): string[] {
  const page = { model, flags: modelFlagNames(), accountWords: [], spent: undefined, areInvented: false };
  return renderModel({ ...page, ...parts }, look);
}
