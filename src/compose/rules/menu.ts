import { isSamePlace, type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { firstProblem } from '../../schema/judge.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import type { Field } from '../../service/fields/field.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import { objectOf } from '../../text/json-object.ts';
import { type ComposeFacts, type Composition, entryOf, inputOf, type Position } from './composition.ts';
import { askedMembers, chosenFieldAt, describedField, envelopeMembers, inputPlace } from './fields-at.ts';
import { valueAsSent } from './local-files.ts';
import { enter, missingPlaces, missingPosition, onlyValue } from './next-question.ts';
import { type NamedPart, namedParts, partsBeside, promptNeed, promptOf } from './prompt-words.ts';
import { flagAt } from './request-flags.ts';

/** A line to pick from a menu. */
export type MenuEntry =
  /** Leaves the menu. */
  | { pick: 'done' }
  /** Asks for a member; `flag` sets it on a command line, and `value` is its current value. The getters read its schema only when they are used. */
  | {
      pick: 'member';
      label: string;
      flag: string | undefined;
      value: unknown;
      readonly field: Field;
      readonly go: Position;
    }
  | { pick: 'add'; label: string; go: Position }
  /** Asks for an element again. */
  | { pick: 'item'; label: string; value: unknown; go: Position }
  | { pick: 'json'; go: Position };

/** The menu at a place; `preset` is the index of the entry that Enter takes. */
export interface Menu {
  of: 'input' | 'object' | 'list' | 'content';
  entries: readonly MenuEntry[];
  preset: number;
  /** The first problem that the value has with its schema so far. */
  fault: SchemaProblem | undefined;
  /** Why some parts are not offered. */
  note?: string | undefined;
}

/** The menu of an object or a list. */
export function menuAt(place: JsonPlace, field: Field, composition: Composition, facts: ComposeFacts): Menu {
  const { kind } = field.shape;
  const isList = kind === 'list' || kind === 'content';
  const json = { pick: 'json', go: { at: 'json', place } } as const;
  const value = valueAsSent(composition.body, place) ?? (isList ? [] : {});
  const fault = firstProblem(value, field.schema, field.document);
  if (isList) {
    const note = kind === 'content' ? partsBeside(value, composition).note : undefined;
    return {
      of: kind,
      entries: [...listEntries(place, field, composition, facts), json],
      preset: 0,
      fault,
      note,
    };
  }
  const entries = [{ pick: 'done' } as const, ...memberEntries(place, field, composition, facts), json];
  const of = place.length === 1 ? 'input' : 'object';
  return { of, entries, preset: lackedEntry(entries, fault), fault };
}

/** The index of the entry that asks for a missing member, else the first: Enter does not leave an object that is incomplete. */
function lackedEntry(entries: readonly MenuEntry[], fault: SchemaProblem | undefined): number {
  if (fault?.rule !== 'schema-required' || fault.place.length !== 1) return 0;
  const isLacked = (entry: MenuEntry): boolean =>
    entry.pick === 'member' && entry.label === fault.place[0] && entry.value === undefined;
  return Math.max(0, entries.findIndex(isLacked));
}

/** The members of an object. Those of the input that are required stand in the summary. */
function memberEntries(
  place: JsonPlace,
  field: Field,
  composition: Composition,
  facts: ComposeFacts,
): MenuEntry[] {
  const members =
    place.length === 1
      ? inputMembers(field, composition, facts).filter(({ required }) => !required)
      : askedMembers(place, field, composition).map(({ name }) => ({ name, place: [...place, name] }));
  return members.map((member) => ({
    pick: 'member' as const,
    label: member.name,
    flag: flagAt(member.place, entryOf(composition, facts)),
    value: valueAt(composition.body, member.place),
    get field() {
      return describedField(member.place, composition, facts);
    },
    get go() {
      return enter(member.place, composition, facts);
    },
  }));
}

/** The members of the input that are asked for, and the fields beside it. */
function inputMembers(
  field: Field | undefined,
  composition: Composition,
  facts: ComposeFacts,
): readonly { name: string; place: JsonPlace; required: boolean }[] {
  const members = field === undefined ? [] : askedMembers(inputPlace, field, composition);
  return [
    ...members.map(({ name, required }) => ({ name, place: [...inputPlace, name], required })),
    ...envelopeMembers(entryOf(composition, facts)),
  ];
}

function listEntries(
  place: JsonPlace,
  { required, shape }: Field,
  composition: Composition,
  facts: ComposeFacts,
): MenuEntry[] {
  if (shape.kind !== 'list' && shape.kind !== 'content') return [];
  const value = valueAt(composition.body, place);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const parts = shape.kind === 'content' ? shape.parts : undefined;
  const isEnough = list.length >= (parts === undefined ? shape.least : Math.max(1, shape.least));
  const next = [...place, list.length];
  const { isOffered } = partsBeside(list, composition);
  const added: readonly { label: string; go: Position }[] = parts?.flatMap((part, choice) =>
    isOffered(part) ? [{ label: part.label, go: { at: 'part' as const, place: next, choice } }] : [],
  ) ?? [{ label: 'one more', go: enter(next, composition, facts) }];
  const items =
    parts === undefined
      ? list.map((source, index) => ({ index, name: String(index + 1), source }))
      : withoutWords(namedParts(list, facts.cast));
  return [
    ...(isEnough || (list.length === 0 && !required) ? [{ pick: 'done' as const }] : []),
    ...(list.length < shape.most ? added.map((one) => ({ pick: 'add' as const, ...one })) : []),
    ...items.map(({ index, name, source }) => ({
      pick: 'item' as const,
      label: name,
      value: source,
      go: partPosition([...place, index], list[index], parts) ?? enter([...place, index], composition, facts),
    })),
  ];
}

/** The words of the prompt have a question of their own. */
function withoutWords(parts: readonly NamedPart[]): readonly NamedPart[] {
  const words = parts.find(({ name }) => name === 'words');
  return parts.filter((part) => part !== words);
}

/** The position where a part of a content list is asked for again; undefined for one of an unknown kind. */
function partPosition(
  place: JsonPlace,
  value: unknown,
  choices: readonly PartChoice[] = [],
): Position | undefined {
  const part = objectOf(value);
  const choice = choices.findIndex(({ type, role }) => type === part?.type && role === part.role);
  return choice === -1 ? undefined : { at: 'part', place, choice };
}

/** A part of a request that can be changed from its summary, and its current value. */
export interface Change {
  of: 'model' | 'prompt' | 'content' | 'field' | 'options' | 'json';
  place: JsonPlace;
  /** The flag that sets it on a command line. */
  flag: string | undefined;
  value: unknown;
  /** True if its schema requires it and the body lacks it. */
  isMissing: boolean;
  /** The position where it is changed. It is computed only for the change that is picked. */
  readonly go: Position;
}

/** Limit of the fields in the list, since nobody searches a list of thousands. The rest are changed among the options or as JSON. */
const fieldsMost = 200;

/** Everything that can be changed: the model, the prompt, every field that has a value or needs one, and all other options. */
export function changesOf(composition: Composition, facts: ComposeFacts): Change[] {
  const { body } = composition;
  const input = chosenFieldAt(inputPlace, composition, facts);
  const fields = inputMembers(input, composition, facts)
    .filter(({ place, required }) => required || valueAt(body, place) !== undefined)
    .slice(0, fieldsMost)
    .map(({ place }) => place)
    .filter((place) => onlyValue(chosenFieldAt(place, composition, facts)) === undefined);
  const missing = missingPlaces(composition, facts);
  const need = promptNeed(entryOf(composition, facts));
  const prompt = need === undefined ? [] : [[...inputPlace, need.shape]];
  const inside = missing.filter((place) => ![...prompt, ...fields].some((one) => isSamePlace(one, place)));
  const isContent = (place: JsonPlace): boolean =>
    chosenFieldAt(place, composition, facts)?.shape.kind === 'content';
  const rows: Pick<Change, 'of' | 'place'>[] = [
    { of: 'model', place: ['model'] },
    ...prompt.map((place) => ({ of: 'prompt' as const, place })),
    ...[...fields, ...inside].map(
      (place) => ({ of: isContent(place) ? 'content' : 'field', place }) as const,
    ),
    { of: 'options', place: inputPlace },
    { of: 'json', place: inputPlace },
  ];
  return rows.map(({ of, place }) => ({
    of,
    place,
    flag: flagAt(place, entryOf(composition, facts)),
    value: of === 'prompt' && need ? promptOf(inputOf(composition), need.shape) : valueAt(body, place),
    isMissing: missing.some((one) => isSamePlace(one, place)),
    get go() {
      return changePosition({ of, place }, composition, facts);
    },
  }));
}

function changePosition(
  { of, place }: Pick<Change, 'of' | 'place'>,
  composition: Composition,
  facts: ComposeFacts,
): Position {
  if (of === 'model' || of === 'prompt') return { at: of };
  if (of === 'options' || of === 'json') return { at: of === 'json' ? 'json' : 'menu', place };
  if (of === 'content' || place[0] !== 'input') return enter(place, composition, facts);
  // A missing value that no question asks for is written with the object around it, as JSON.
  return missingPosition(place, composition, facts) ?? { at: 'json', place: place.slice(0, -1) };
}

/** The index of the change that mends a finding: that of the field which it names, else that of all options. */
export function changeFor(where: string, changes: readonly Change[]): number {
  const isAboutMedia = isOfMedia(where, changes);
  const lengths = changes.map(({ of, place }) => {
    if (of === 'options' || of === 'json' || (of === 'prompt' && isAboutMedia)) return 0;
    const paths = place[0] === 'input' ? [jsonPath(place), jsonPath(place.slice(1))] : [jsonPath(place)];
    return paths.some((path) => isAtOrIn(where, path)) ? place.length : 0;
  });
  const longest = Math.max(...lengths);
  return longest > 0 ? lengths.indexOf(longest) : changes.findIndex(({ of }) => of === 'options');
}

/** Tells whether a place is inside a part of the content list that is not the prompt's words. */
function isOfMedia(where: string, changes: readonly Change[]): boolean {
  const index = /\bcontent\[(\d+)\]/.exec(where)?.[1];
  const content = changes.find(({ of }) => of === 'content')?.value;
  const part = index === undefined ? undefined : namedParts(content)[Number(index)];
  return part !== undefined && part.name !== 'words';
}

function isAtOrIn(where: string, path: string): boolean {
  return where.startsWith(path) && /^([.[]|$)/.test(where.slice(path.length));
}
