import { requiredNames } from '../../schema/document.ts';
import { type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { firstProblem } from '../../schema/judge.ts';
import { alternativesOf, plainNode } from '../../schema/plain-node.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import type { Field } from '../../service/fields/field.ts';
import { objectOf, ownValue } from '../../text/json-object.ts';
import { type ComposeFacts, type Composition, entryOf, modelOf, type Position } from './composition.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { askedMembers, fieldAt, unknownField } from './fields-at.ts';
import { valueAsSent } from './local-files.ts';
import { namedParts } from './part-names.ts';
import { enter } from './way.ts';

/** A line to pick from a menu. */
export type MenuEntry =
  /** Leaves the menu. */
  | { pick: 'done' }
  /** Asks for an optional member; `value` is its current value. The getters read its schema only when they are used. */
  | { pick: 'member'; label: string; value: unknown; readonly field: Field; readonly go: Position }
  | { pick: 'add'; label: string; go: Position }
  | { pick: 'item'; label: string; value: unknown; go: Position }
  | { pick: 'change'; go: Position }
  | { pick: 'remove'; place: JsonPlace }
  | { pick: 'json'; go: Position };

/** The menu at a place; `preset` is the index of the entry that Enter takes. */
export interface Menu {
  of: 'input' | 'object' | 'list' | 'content' | 'item';
  field: Field | undefined;
  entries: readonly MenuEntry[];
  preset: number;
  /** The first problem that the value has with its schema so far. */
  fault: SchemaProblem | undefined;
  /** Fields one of which is required, where all of them are missing. */
  lacks: readonly string[];
}

/** The menu of an object or a list. */
export function menuAt(place: JsonPlace, field: Field, composition: Composition, facts: ComposeFacts): Menu {
  const { shape } = field;
  if (shape.kind === 'content' || shape.kind === 'list') return listMenu(place, field, composition, facts);
  const value = valueAsSent(composition.body, place) ?? {};
  const entries: MenuEntry[] = [
    { pick: 'done' },
    ...memberEntries(place, field, composition, facts),
    { pick: 'json', go: { at: 'json', place } },
  ];
  const of = place.length === 1 ? 'input' : 'object';
  const fault = firstProblem(value, field.schema, field.document);
  const lacks = fault?.rule === 'schema-required' ? oneOfLacked(field, value) : [];
  return { of, field, entries, preset: lackedEntry(entries, fault), fault, lacks };
}

/** The index of the entry that asks for a missing member, else the first: Enter does not leave an object that is incomplete. */
function lackedEntry(entries: readonly MenuEntry[], fault: SchemaProblem | undefined): number {
  if (fault?.rule !== 'schema-required' || fault.place.length !== 1) return 0;
  const [name] = fault.place;
  return Math.max(
    0,
    entries.findIndex(
      (entry) => entry.pick === 'member' && entry.label === name && entry.value === undefined,
    ),
  );
}

/** The menu of one element of a list. */
export function itemMenu(place: JsonPlace, composition: Composition, facts: ComposeFacts): Menu {
  const list = fieldAt(place.slice(0, -1), composition, facts);
  const go = changeOf(place, list, composition, facts);
  const entries: MenuEntry[] = [
    { pick: 'done' },
    ...(go === undefined ? [] : [{ pick: 'change' as const, go }]),
    { pick: 'remove', place },
    { pick: 'json', go: { at: 'json', place } },
  ];
  return { of: 'item', field: list, entries, preset: 0, fault: undefined, lacks: [] };
}

/** The first missing member by each alternative of an object; empty where the object is complete by one of them. */
function oneOfLacked({ schema, document }: Field, value: unknown): string[] {
  const object = objectOf(value) ?? {};
  const lacked = alternativesOf(plainNode(schema, document)).map((one) =>
    requiredNames(plainNode(one, document)).find((name) => !Object.hasOwn(object, name)),
  );
  const names = lacked.filter((name) => name !== undefined);
  return names.length === lacked.length ? [...new Set(names)] : [];
}

function memberEntries(
  place: JsonPlace,
  field: Field,
  composition: Composition,
  facts: ComposeFacts,
): MenuEntry[] {
  const whole = objectOf(valueAt(composition.body, place));
  const inside = askedMembers(place, field, modelOf(composition) ?? '')
    .filter(({ required }) => !required)
    .map(({ name }) => ({ name, place: [...place, name], value: ownValue(whole, name) }));
  const beside = (place.length === 1 ? envelopeMembers(entryOf(composition, facts)) : []).map((member) => ({
    ...member,
    value: valueAt(composition.body, member.place),
  }));
  return [...inside, ...beside].map((member) => ({
    pick: 'member' as const,
    label: member.name,
    value: member.value,
    get field() {
      return fieldAt(member.place, composition, facts) ?? unknownField(member.place);
    },
    get go() {
      return enter(member.place, composition, facts);
    },
  }));
}

function listMenu(place: JsonPlace, field: Field, composition: Composition, facts: ComposeFacts): Menu {
  const value = valueAt(composition.body, place);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const { shape } = field;
  const isContent = shape.kind === 'content';
  const least = isContent ? Math.max(1, shape.least) : shape.kind === 'list' ? shape.least : 0;
  const most = isContent || shape.kind === 'list' ? shape.most : 0;
  const isEnough = list.length >= least || (list.length === 0 && !field.required);
  const entries: MenuEntry[] = [
    ...(isEnough ? [{ pick: 'done' as const }] : []),
    ...(list.length < most ? additions([...place, list.length], field, composition, facts) : []),
    ...(isContent ? partEntries(place, list) : itemEntries(place, list)),
    { pick: 'json', go: { at: 'json', place } },
  ];
  const fault = firstProblem(valueAsSent(composition.body, place) ?? [], field.schema, field.document);
  return { of: isContent ? 'content' : 'list', field, entries, preset: 0, fault, lacks: [] };
}

/** The entries that add an element to a list, at `place`. */
function additions(
  place: JsonPlace,
  { shape }: Field,
  composition: Composition,
  facts: ComposeFacts,
): MenuEntry[] {
  if (shape.kind === 'content') {
    return shape.parts.map(({ label }, choice) => ({
      pick: 'add' as const,
      label,
      go: { at: 'part' as const, place, choice },
    }));
  }
  return [{ pick: 'add', label: 'one more', go: enter(place, composition, facts) }];
}

function partEntries(place: JsonPlace, list: readonly unknown[]): MenuEntry[] {
  const parts = namedParts(list);
  // The words of the prompt have a question of their own.
  const words = parts.findIndex(({ name }) => name === 'words');
  return parts.toSpliced(Math.max(0, words), words === -1 ? 0 : 1).map(({ index, name, source }) => ({
    pick: 'item',
    label: name,
    value: source,
    go: { at: 'item', place: [...place, index] },
  }));
}

function itemEntries(place: JsonPlace, list: readonly unknown[]): MenuEntry[] {
  return list.map((value, index) => ({
    pick: 'item',
    label: String(index + 1),
    value,
    go: { at: 'item', place: [...place, index] },
  }));
}

/** The position where an element is asked for again; undefined for a part of an unknown kind. */
function changeOf(
  place: JsonPlace,
  list: Field | undefined,
  composition: Composition,
  facts: ComposeFacts,
): Position | undefined {
  if (list?.shape.kind !== 'content') return enter(place, composition, facts);
  const part = valueAt(composition.body, place) as { type?: unknown; role?: unknown } | undefined;
  if (part?.type === 'text') return { at: 'prompt' };
  const choice = list.shape.parts.findIndex(({ type, role }) => type === part?.type && role === part.role);
  return choice === -1 ? undefined : { at: 'part', place, choice };
}
