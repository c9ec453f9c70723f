import { type ModelPage, renderModel } from '../../../src/request/pages/model-page.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import type { Look } from '../../../src/text/look.ts';

/** The page of a model on a machine that had no job of it. */
export function pageLines(model: ModelEntry, look: Look, parts: Partial<ModelPage> = {}): string[] {
  const page = { model, accountWords: [], spent: undefined, areInvented: false };
  return renderModel({ ...page, ...parts }, look);
}
