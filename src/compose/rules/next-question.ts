import { isSamePlace, type JsonPlace, jsonPath, placeKey, valueAt } from '../../schema/json/json-place.ts';
import { fitsSchema, schemaProblems } from '../../schema/judge.ts';
import type { SubmitFacts } from '../../service/body/submit-subject.ts';
import { type Finding, field, finding, told } from '../../service/checks/finding.ts';
import { preflight } from '../../service/checks/preflight.ts';
import type { Field } from '../../service/fields/field.ts';
import { objectOf } from '../../text/json-object.ts';
import { type ComposeFacts, type Composition, entryOf, type Position, variantAt } from './composition.ts';
import { askedMembers, chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { valueAsSent, withFilesAsLinks } from './local-files.ts';
import { promptNeed } from './prompt-words.ts';

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

/** A list or an object more steps below the body is written as JSON instead of asked for part by part: two levels of the input are asked for. */
const deepestAsked = 2;

/** Tells whether a value is so deep inside the body that its parts are not asked for. */
export function isTooDeep(place: JsonPlace): boolean {
  return place.length > deepestAsked;
}

/** The first position in asking for the value at a place: its kind, the value itself, or its first part. */
export function enter(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const isOfKinds = fieldAt(place, composition, facts)?.shape.kind === 'variant';
  return isOfKinds ? { at: 'variant', place } : enterChosen(place, composition, facts);
}

/** As `enter`, once the kind of the value is chosen. */
export function enterChosen(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const field = chosenFieldAt(place, composition, facts);
  switch (field?.shape.kind) {
    case undefined:
    case 'json':
    case 'variant':
      return { at: 'json', place };
    case 'list':
    case 'content':
      return { at: isTooDeep(place) ? 'json' : 'menu', place };
    case 'object': {
      const next = isTooDeep(place) ? undefined : lackedMember(place, field, composition, facts);
      return next ?? { at: isTooDeep(place) ? 'json' : 'menu', place };
    }
    default:
      return { at: 'value', place };
  }
}

/** The next position once the value at a place is complete. */
export function onward(place: JsonPlace, composition: Composition, facts: ComposeFacts): Position {
  const parent = place.slice(0, -1);
  const field = parent.length < 2 ? undefined : chosenFieldAt(parent, composition, facts);
  if (field === undefined) return ahead(composition, facts);
  if (field.shape.kind !== 'object') return { at: 'menu', place: parent };
  const hasOptions = askedMembers(parent, field, composition).some(({ required }) => !required);
  return (
    lackedMember(parent, field, composition, facts) ??
    (hasOptions ? { at: 'menu', place: parent } : onward(parent, composition, facts))
  );
}

/**
 * The next position among all that a request needs: what the model always requires, the options, what the answers have made
 * required, and at last the summary.
 */
export function ahead(composition: Composition, facts: ComposeFacts): Position {
  const { passedOver = [], reviewed } = composition;
  const isOfKinds = fieldAt(inputPlace, composition, facts)?.shape.kind === 'variant';
  if (isOfKinds && !reviewed && variantAt(composition, inputPlace) === undefined)
    return { at: 'variant', place: inputPlace };
  const field = chosenFieldAt(inputPlace, composition, facts);
  const lacked = field && lackedMember(inputPlace, field, composition, facts);
  if (lacked !== undefined) return lacked;
  if (!reviewed) return { at: 'menu', place: inputPlace };
  const open = missingPlaces(composition, facts)
    .filter((place) => !passedOver.includes(placeKey(place)))
    .map((place) => missingPosition(place, composition, facts))
    .find((position) => position !== undefined);
  return open ?? { at: 'summary' };
}

/** The position where a missing value is asked for; undefined where no question can ask for it. */
export function missingPosition(
  place: JsonPlace,
  composition: Composition,
  facts: ComposeFacts,
): Position | undefined {
  const need = promptNeed(entryOf(composition, facts));
  if (need !== undefined && isSamePlace(place, [...inputPlace, need.shape])) return { at: 'prompt' };
  const parent = place.slice(0, -1);
  const field = isTooDeep(parent) ? undefined : chosenFieldAt(parent, composition, facts);
  if (field === undefined) return undefined;
  const isAsked = askedMembers(parent, field, composition).some(({ name }) => name === place.at(-1));
  return isAsked ? enter(place, composition, facts) : undefined;
}

/** The position of the first required member that has no value; undefined where all have one. */
function lackedMember(
  place: JsonPlace,
  field: Field,
  composition: Composition,
  facts: ComposeFacts,
): Position | undefined {
  if (field.shape.kind !== 'object') return undefined;
  const value = objectOf(valueAt(composition.body, place)) ?? {};
  const lacked = askedMembers(place, field, composition)
    .filter(({ required }) => required)
    .find(({ name }) => !Object.hasOwn(value, name) || isUnseenList([...place, name], composition, facts));
  return lacked && enter([...place, lacked.name], composition, facts);
}

/** Tells whether a content list has the words of the prompt so far, and nobody was asked for its media. */
function isUnseenList(place: JsonPlace, composition: Composition, facts: ComposeFacts): boolean {
  const { position, reviewed, trail } = composition;
  if (reviewed || place.at(-1) !== 'content' || place.length !== 2) return false;
  const isSeen = [...trail, position].some((one) => one.at === 'menu' && isSamePlace(one.place, place));
  return !isSeen && fieldAt(place, composition, facts)?.shape.kind === 'content';
}

/** The value of a field that is required and can have no other, so that there is nothing to ask. */
export function onlyValue(field: Field | undefined): unknown {
  if (field?.required !== true || field.shape.kind !== 'choice' || field.shape.values.length !== 1)
    return undefined;
  const [only] = field.shape.values;
  return fitsSchema(only, field.schema, field.document) ? only : undefined;
}
