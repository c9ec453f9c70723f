import { isSamePlace, type JsonPlace } from '../../schema/json/json-place.ts';
import { fitsSchema } from '../../schema/judge.ts';
import type { Member } from '../../schema/nodes/members.ts';
import { possibleNodes, propertiesNamed, startWalk } from '../../schema/nodes/nodes.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import { countFieldNames } from '../../service/field-names.ts';
import type { Field } from '../../service/fields/field.ts';
import type { ModelEntry } from '../../service/model.ts';
import { objectOf } from '../../text/json-object.ts';
import { type ComposeFacts, type Composition, entryOf, variantAt } from './composition.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { valueAsSent } from './local-files.ts';
import { memberNamed, readOnce } from './read-once.ts';

/** The place of the model's own parameters in the body. */
export const inputPlace: JsonPlace = ['input'];

/** Fields that are never asked for: the service has rules for them that no schema describes. @see service document §2.4 */
const neverAsked = new Set(countFieldNames);

/** The field at a place as its schema describes it; undefined for a place that no schema describes. */
export function fieldAt(place: JsonPlace, composition: Composition, facts: ComposeFacts): Field | undefined {
  const entry = entryOf(composition, facts);
  if (entry === undefined) return undefined;
  if (place[0] !== 'input') {
    const member = envelopeMembers(entry).find((one) => isSamePlace(one.place, place));
    return member === undefined
      ? undefined
      : readOnce(member, { document: { root: {} }, model: entry.id, isTop: false });
  }
  let field: Field | undefined = inputField(entry, facts);
  for (let depth = 1; depth < place.length && field !== undefined; depth += 1) {
    const whole = chosenField(place.slice(0, depth), field, composition, { entry, facts });
    const member = memberOf(whole, place[depth]);
    field = member === undefined ? undefined : readOnce(member, settingOf(entry, depth, facts));
  }
  return field;
}

/** The same, but a value that may be of several kinds is read as the chosen kind, or as the kind that its current value fits. */
export function chosenFieldAt(
  place: JsonPlace,
  composition: Composition,
  facts: ComposeFacts,
): Field | undefined {
  const field = fieldAt(place, composition, facts);
  const entry = entryOf(composition, facts);
  return field === undefined || entry === undefined
    ? undefined
    : chosenField(place, field, composition, { entry, facts });
}

/** The index of a value's kind: the chosen one, else the first that the value fits, else the first. */
export function variantOf(place: JsonPlace, field: Field, composition: Composition): number {
  const { shape, document } = field;
  if (shape.kind !== 'variant') return 0;
  const chosen = variantAt(composition, place);
  if (chosen !== undefined && chosen < shape.options.length) return chosen;
  const value = valueAsSent(composition.body, place) ?? field.preset;
  if (value === undefined) return 0;
  return Math.max(
    0,
    shape.options.findIndex(({ schema }) => fitsSchema(value, schema, document)),
  );
}

/** The members of an object field that are asked for, in order. An input's prompt is not among them: it has a step of its own. */
export function askedMembers(place: JsonPlace, field: Field, model: string): readonly Member[] {
  if (field.shape.kind !== 'object') return [];
  const { members } = field.shape;
  const isAsked = asksFor(place, field, model);
  return place.length > 1 ? members : members.filter(({ name }) => isAsked(name));
}

/** Tells of a name whether that member of an object is asked for: whether it is one of `askedMembers`. */
export function asksFor(place: JsonPlace, { document }: Field, model: string): (name: string) => boolean {
  if (place.length > 1) return () => true;
  const words = promptShapeOf(model, document.root) === 'prompt' ? 'prompt' : undefined;
  return (name) => name !== words && !neverAsked.has(name);
}

function chosenField(
  place: JsonPlace,
  field: Field,
  composition: Composition,
  known: { entry: ModelEntry; facts: ComposeFacts; depth?: number },
): Field {
  const { shape, name, required } = field;
  const { depth = 0 } = known;
  if (shape.kind !== 'variant' || depth > 4) return field;
  const option = shape.options[variantOf(place, field, composition)];
  if (option === undefined) return field;
  const setting = settingOf(known.entry, place.length - 1, known.facts);
  const read = readOnce({ name, required, schema: option.schema }, setting);
  // A default beside the kinds belongs to the kind that it fits.
  const isPresetFitting =
    field.default !== undefined && fitsSchema(field.default, read.schema, read.document);
  const inner = isPresetFitting ? { ...read, preset: field.default, default: field.default } : read;
  // Kinds within a kind are rare, so they get no question: the first that fits is taken.
  return chosenField(place, inner, { ...composition, variants: {} }, { ...known, depth: depth + 1 });
}

function memberOf(field: Field, step: string | number | undefined): Member | undefined {
  const { shape } = field;
  if (shape.kind === 'object') return memberNamed(shape.members, step) ?? conditionalMember(field, step);
  if (shape.kind === 'list') return { name: field.name, schema: shape.item, required: true };
  return undefined;
}

/** A member that the schema describes only under a condition: in `then`, `else` or a dependency. */
function conditionalMember(
  { schema, document }: Field,
  step: string | number | undefined,
): Member | undefined {
  const node = objectOf(schema);
  if (typeof step !== 'string' || node === undefined) return undefined;
  const [found] = propertiesNamed(possibleNodes(node, startWalk(document.root)), step);
  return found === undefined ? undefined : { name: step, schema: found, required: false };
}

function settingOf({ id, inputSchema }: ModelEntry, depth: number, { tools }: ComposeFacts) {
  return { document: { root: inputSchema ?? {}, tools }, model: id, isTop: depth === 1 };
}

/** The input field of each model, read once: a menu of a hundred fields asks for it for each of them. */
const inputFields = new WeakMap<ModelEntry, Field>();

function inputField(entry: ModelEntry, facts: ComposeFacts): Field {
  const known = inputFields.get(entry);
  if (known !== undefined && known.document.tools === facts.tools) return known;
  const read = readOnce(inputMember(entry), settingOf(entry, 0, facts));
  inputFields.set(entry, read);
  return read;
}

/** The input as a member of the body. Without a schema it has only the prompt, in the shape that the family takes. */
function inputMember({ id, inputSchema }: ModelEntry): Member {
  const shape = promptShapeOf(id, inputSchema);
  const words = shape === 'content' ? { type: 'array' } : { type: 'string' };
  const usual = { type: 'object', required: [shape], properties: { [shape]: words } };
  const schema = inputSchema === undefined ? usual : { type: 'object', ...inputSchema };
  return { name: 'input', schema, required: true };
}

/** The field of a place that no schema describes: any JSON is taken. */
export function unknownField(place: JsonPlace): Field {
  return {
    name: String(place.at(-1) ?? 'body'),
    schema: {},
    document: { root: {} },
    shape: { kind: 'json' },
    required: false,
    nullable: false,
    preset: undefined,
    default: undefined,
    examples: [],
    says: '',
    takes: '',
  };
}
