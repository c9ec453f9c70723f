import type { Finding } from '../finding.ts';
import { preflight, type SubmitFacts } from '../preflight.ts';
import { type ComposeFacts, type Composition, entryOf } from './composition.ts';
import { withFilesAsLinks } from './local-files.ts';

/** All that is to be said of a composed request, before it is sent. */
export function compositionFindings(
  composition: Composition,
  facts: ComposeFacts,
  about: Omit<SubmitFacts, 'model' | 'tools'>,
): Finding[] {
  const entry = entryOf(composition, facts);
  const model = entry?.inputSchema === undefined ? undefined : entry;
  return preflight(withFilesAsLinks(composition.body), { ...about, model, tools: facts.tools });
}
