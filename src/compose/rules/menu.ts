import { isSamePlace, type JsonPlace, jsonPath, valueAt } from '../../schema/json/json-place.ts';
import { firstProblem } from '../../schema/judge.ts';
import type { SchemaProblem } from '../../schema/problem.ts';
import type { Field } from '../../service/fields/field.ts';
import type { PartChoice } from '../../service/fields/part-choices.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  type Position,
} from './composition.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { askedMembers, chosenFieldAt, fieldAt, inputPlace, unknownField } from './fields-at.ts';
import { valueAsSent } from './local-files.ts';
import { missingPlaces } from './missing.ts';
import { namedParts, promptNeed, promptOf } from './prompt-words.ts';
import { enter, missingPosition, onlyValue } from './way.ts';

/** A line to pick from a menu. */
export type MenuEntry =
  /** Leaves the menu. */
  | { pick: 'done' }
  /** Asks for a member; `value` is its current value. The getters read its schema only when they are used. */
  | { pick: 'member'; label: string; value: unknown; readonly field: Field; readonly go: Position }
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
}

/** The menu of an object or a list. */
export function menuAt(place: JsonPlace, field: Field, composition: Composition, facts: ComposeFacts): Menu {
  const { kind } = field.shape;
  const isList = kind === 'list' || kind === 'content';
  const json = { pick: 'json', go: { at: 'json', place } } as const;
  const value = valueAsSent(composition.body, place) ?? (isList ? [] : {});
  const fault = firstProblem(value, field.schema, field.document);
  if (isList)
    return { of: kind, entries: [...listEntries(place, field, composition, facts), json], preset: 0, fault };
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
  const isInput = place.length === 1;
  const inside = askedMembers(place, field, composition)
    .filter(({ required }) => !isInput || !required)
    .map(({ name }) => ({ name, place: [...place, name] }));
  const beside = isInput ? envelopeMembers(entryOf(composition, facts)) : [];
  return [...inside, ...beside].map((member) => ({
    pick: 'member' as const,
    label: member.name,
    value: valueAt(composition.body, member.place),
    get field() {
      return fieldAt(member.place, composition, facts) ?? unknownField(member.place);
    },
    get go() {
      return enter(member.place, composition, facts);
    },
  }));
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
  const least = parts === undefined ? shape.least : Math.max(1, shape.least);
  const isEnough = list.length >= least || (list.length === 0 && !required);
  const next = [...place, list.length];
  const additions = parts?.map(({ label }, choice) => ({
    label,
    go: { at: 'part' as const, place: next, choice },
  }));
  const added = additions ?? [{ label: 'one more', go: enter(next, composition, facts) }];
  return [
    ...(isEnough ? [{ pick: 'done' as const }] : []),
    ...(list.length < shape.most ? added.map((one) => ({ pick: 'add' as const, ...one })) : []),
    ...(parts === undefined
      ? list.map((one, index) => ({
          pick: 'item' as const,
          label: String(index + 1),
          value: one,
          go: enter([...place, index], composition, facts),
        }))
      : partEntries(place, list, parts)),
  ];
}

/** The parts of a content list. The words of the prompt are not among them: they have a question of their own. */
function partEntries(
  place: JsonPlace,
  list: readonly unknown[],
  choices: readonly PartChoice[],
): MenuEntry[] {
  const parts = namedParts(list);
  const words = parts.find(({ name }) => name === 'words');
  return parts
    .filter((part) => part !== words)
    .map(({ index, name, source }) => {
      const part = list[index] as { type?: unknown; role?: unknown } | null;
      const choice = choices.findIndex(({ type, role }) => type === part?.type && role === part.role);
      const at = [...place, index];
      const go =
        choice === -1 ? ({ at: 'json', place: at } as const) : ({ at: 'part', place: at, choice } as const);
      return { pick: 'item', label: name, value: source, go };
    });
}

/** A part of a request that can be changed from its summary, and its current value. */
export interface Change {
  of: 'model' | 'prompt' | 'content' | 'options' | 'json' | 'field';
  place: JsonPlace;
  value: unknown;
  /** Whether its schema requires it and the body lacks it. */
  isMissing: boolean;
  /** The position where it is changed. It is computed only for the change that is picked. */
  readonly go: Position;
}

/** Limit of the fields in the list, since nobody searches a list of thousands. The rest are changed among the options or as JSON. */
const fieldsMost = 200;

/** Everything that can be changed: the model, the prompt, every field that has a value or needs one, and all other options. */
export function changesOf(composition: Composition, facts: ComposeFacts): Change[] {
  const { body } = composition;
  const missing = missingPlaces(composition, facts);
  const lacks = (place: JsonPlace): boolean => missing.some((one) => isSamePlace(one, place));
  const change = (
    of: Change['of'],
    place: JsonPlace,
    go: () => Position,
    value = valueAt(body, place),
  ): Change => ({
    of,
    place,
    value,
    isMissing: of !== 'json' && lacks(place),
    get go() {
      return go();
    },
  });
  const field = chosenFieldAt(inputPlace, composition, facts);
  const members = field === undefined ? [] : askedMembers(inputPlace, field, composition);
  const fields = [
    ...members.map(({ name, required }) => ({ place: [...inputPlace, name], required })),
    ...envelopeMembers(entryOf(composition, facts)),
  ]
    .filter(({ place, required }) => required || valueAt(body, place) !== undefined)
    .slice(0, fieldsMost)
    .map(({ place }) => ({ place, field: chosenFieldAt(place, composition, facts) }))
    .filter((one) => onlyValue(one.field) === undefined);
  const need = promptNeed(entryOf(composition, facts));
  const rows = [
    change('model', ['model'], () => ({ at: 'model' }), modelOf(composition) ?? ''),
    ...(need === undefined
      ? []
      : [
          change(
            'prompt',
            [...inputPlace, need.shape],
            () => ({ at: 'prompt' }),
            promptOf(inputOf(composition), need.shape),
          ),
        ]),
    ...fields.map(({ field: own, place }) =>
      change(own?.shape.kind === 'content' ? 'content' : 'field', place, () =>
        enter(place, composition, facts),
      ),
    ),
  ];
  const inside = missing.filter((place) => !rows.some((row) => isSamePlace(row.place, place)));
  return [
    ...rows,
    // Where no question can ask for a missing value, the object around it is written as JSON.
    ...inside.map((place) =>
      change(
        'field',
        place,
        () => missingPosition(place, composition, facts) ?? { at: 'json', place: place.slice(0, -1) },
      ),
    ),
    change('options', inputPlace, () => ({ at: 'menu', place: inputPlace })),
    change('json', inputPlace, () => ({ at: 'json', place: inputPlace })),
  ];
}

/** The index of the change that mends a finding: that of the field which it names, else that of all options. */
export function changeFor(where: string, changes: readonly Change[]): number {
  const lengths = changes.map(({ of, place }) => {
    if (of === 'options' || of === 'json') return 0;
    const paths = place[0] === 'input' ? [jsonPath(place), jsonPath(place.slice(1))] : [jsonPath(place)];
    return paths.some((path) => isAtOrIn(where, path)) ? place.length : 0;
  });
  const longest = Math.max(...lengths);
  return longest > 0 ? lengths.indexOf(longest) : changes.findIndex(({ of }) => of === 'options');
}

function isAtOrIn(where: string, path: string): boolean {
  return where.startsWith(path) && /^([.[]|$)/.test(where.slice(path.length));
}
