import { isSamePlace, type JsonPlace, jsonPath } from '../../schema/json/json-place.ts';
import { schemaProblems } from '../../schema/judge.ts';
import type { SubmitFacts } from '../../service/body/submit-subject.ts';
import { type Finding, field, finding, told } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import { type ComposeFacts, type Composition, entryOf } from './composition.ts';
import { chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { valueAsSent, withFilesAsLinks } from './local-files.ts';

/** At most so many missing values are reported. */
const missingMost = 50;

/**
 * The places of a body where its model's schema requires a value and there is none. The answers may decide what is required, such
 * as the kind of a value or the presence of another field. So the whole input is checked against the schema. A value of several
 * kinds is checked by the kind that the person chose; the schema's judge would go by the nearest.
 */
export function missingPlaces(composition: Composition, facts: ComposeFacts): JsonPlace[] {
  const found = missingInside(inputPlace, composition, facts);
  const inKind = (place: JsonPlace): boolean =>
    place.length > 2 && fieldAt(place.slice(0, 2), composition, facts)?.shape.kind === 'variant';
  const kinds = new Set(found.filter(inKind).map((place) => String(place[1])));
  const chosen = [...kinds].flatMap((name) => missingInside([...inputPlace, name], composition, facts));
  return [...found.filter((place) => !inKind(place)), ...chosen].slice(0, missingMost);
}

function missingInside(place: JsonPlace, composition: Composition, facts: ComposeFacts): JsonPlace[] {
  const field = chosenFieldAt(place, composition, facts);
  if (field === undefined) return [];
  return schemaProblems(valueAsSent(composition.body, place) ?? {}, field.schema, field.document)
    .filter(({ rule }) => rule === 'schema-required')
    .slice(0, missingMost)
    .map((problem) => [...place, ...problem.place]);
}

export function isMissing(place: JsonPlace, composition: Composition, facts: ComposeFacts): boolean {
  return missingPlaces(composition, facts).some((one) => isSamePlace(one, place));
}

/** The findings about a composed request before it is sent. Of missing values only those of the chosen kinds are among them. */
export function compositionFindings(
  composition: Composition,
  facts: ComposeFacts,
  about: Omit<SubmitFacts, 'model' | 'tools'>,
): Finding[] {
  const entry = entryOf(composition, facts);
  const model = entry?.inputSchema === undefined ? undefined : entry;
  const body = withFilesAsLinks(composition.body);
  const findings = [...preflight(body, { ...about, model, tools: facts.tools })];
  const missing = model === undefined ? [] : missingPlaces(composition, facts).map(jsonPath);
  if (missing.length === 0) return findings;
  const kept = findings.filter(({ rule, where }) => rule !== 'schema-required' || missing.includes(where));
  const unsaid = missing.filter((path) => !kept.some(({ where }) => where === path));
  return [...kept, ...unsaid.map(missingFinding)];
}

function missingFinding(where: string): Finding {
  return finding({
    rule: 'schema-required',
    where,
    enforcedBy: 'advice',
    message: told`${field(where)} is missing; the model's live schema requires it`,
    fix: told`set ${field(where)}`,
    section: '§2.5',
  });
}
