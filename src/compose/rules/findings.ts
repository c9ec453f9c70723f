import { jsonPath } from '../../schema/json/json-place.ts';
import type { SubmitFacts } from '../../service/body/submit-subject.ts';
import { type Finding, finding } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import { type ComposeFacts, type Composition, entryOf } from './composition.ts';
import { withFilesAsLinks } from './local-files.ts';
import { missingPlaces } from './missing.ts';

/** The findings about a composed request before it is sent. */
export function compositionFindings(
  composition: Composition,
  facts: ComposeFacts,
  about: Omit<SubmitFacts, 'model' | 'tools'>,
): Finding[] {
  const entry = entryOf(composition, facts);
  const model = entry?.inputSchema === undefined ? undefined : entry;
  const findings = preflight(withFilesAsLinks(composition.body), { ...about, model, tools: facts.tools });
  return model === undefined ? findings : ofChosenKinds(findings, composition, facts);
}

/** Replaces findings about missing members. The person has chosen the kind of a value, so only what that kind requires is missing. */
function ofChosenKinds(
  findings: readonly Finding[],
  composition: Composition,
  facts: ComposeFacts,
): Finding[] {
  const missing = missingPlaces(composition, facts).map((place) => jsonPath(place));
  if (missing.length === 0) return [...findings];
  const kept = findings.filter(({ rule, where }) => rule !== 'schema-required' || missing.includes(where));
  const unsaid = missing.filter((path) => !kept.some(({ where }) => where === path));
  return [
    ...kept,
    ...unsaid.map((where) =>
      finding({
        rule: 'schema-required',
        where,
        enforcedBy: 'advice',
        message: `${where} is missing; the model's live schema requires it`,
        fix: `set ${where}`,
        section: '§2.5',
      }),
    ),
  ];
}
