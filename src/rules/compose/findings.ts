import { type Finding, finding } from '../finding.ts';
import { ownValue } from '../json-object.ts';
import { jsonPath } from '../json-path.ts';
import { preflight, type SubmitFacts } from '../preflight.ts';
import { type ComposeFacts, type Composition, entryOf } from './composition.ts';
import { withFilesAsLinks } from './local-files.ts';
import { schemaFault } from './schema-fit.ts';

/** All that is to be said of a composed request, before it is sent. */
export function compositionFindings(
  composition: Composition,
  facts: ComposeFacts,
  about: Omit<SubmitFacts, 'model'>,
): Finding[] {
  const entry = entryOf(composition, facts);
  const model = entry?.inputSchema === undefined ? undefined : entry;
  const body = withFilesAsLinks(composition.body);
  const findings = preflight(body, { ...about, model });
  if (model?.inputSchema === undefined || findings.length > 0) return findings;
  const fault = schemaFault(ownValue(body, 'input'), model.inputSchema, model.inputSchema);
  if (fault === undefined) return findings;
  const where = jsonPath(['input', ...fault.place]);
  return [
    finding({
      rule: 'schema-value',
      where,
      enforcedBy: 'advice',
      message: `${where} is not as the model's live schema has it`,
      fix: `give it ${fault.takes}`,
      section: '§2.5',
    }),
  ];
}
