import type { ModelEntry } from '../../contract/model.ts';
import { promptShapeOf } from '../request-body.ts';
import type { Field, Member } from '../schema/field.ts';
import { fitsSchema } from '../schema/judge.ts';
import { readField } from '../schema/read-field.ts';
import { type ComposeFacts, type Composition, entryOf, variantAt } from './composition.ts';
import { envelopeMembers } from './envelope-fields.ts';
import { isSamePlace, type JsonPlace } from './json-place.ts';
import { valueAsSent } from './local-files.ts';

/** The place of the model's own parameters in the body. */
export const inputPlace: JsonPlace = ['input'];

/** Left to rules of the service that no schema describes. @see service document §2.4 */
const neverAsked = new Set(['n', 'enable_sequential']);

/** The field at a place, as its schema has it; undefined for a place that no schema describes. */
export function fieldAt(place: JsonPlace, composition: Composition, facts: ComposeFacts): Field | undefined {
  const entry = entryOf(composition, facts);
  if (entry === undefined) return undefined;
  if (place[0] !== 'input') {
    const member = envelopeMembers(entry).find((one) => isSamePlace(one.place, place));
    return member === undefined
      ? undefined
      : readField(member, { document: { root: {} }, model: entry.id, isTop: false });
  }
  let field: Field | undefined = inputField(entry, facts);
  for (let depth = 1; depth < place.length && field !== undefined; depth += 1) {
    const whole = chosenField(place.slice(0, depth), field, composition, { entry, facts });
    const member = memberOf(whole, place[depth]);
    field = member === undefined ? undefined : readField(member, settingOf(entry, depth, facts));
  }
  return field;
}

/** The same, where a value may be of several kinds as the kind that was chosen, or that the value is of. */
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

/** Which kind a value is of: the chosen one, else the first that it fits, else the first. */
export function variantOf(place: JsonPlace, field: Field, composition: Composition): number {
  const { shape, document } = field;
  if (shape.kind !== 'variant') return 0;
  const chosen = variantAt(composition, place);
  if (chosen !== undefined && chosen < shape.options.length) return chosen;
  const value = valueAsSent(composition.body, place) ?? field.preset;
  const fitting = shape.options.findIndex(({ schema }) => fitsSchema(value, schema, document));
  return value === undefined ? 0 : Math.max(0, fitting);
}

/** The members of an object field that are asked for, in order; the prompt of an input has a step of its own. */
export function askedMembers(place: JsonPlace, field: Field, model: string): Member[] {
  if (field.shape.kind !== 'object') return [];
  if (place.length > 1) return [...field.shape.members];
  const words = promptShapeOf(model, field.document.root) === 'prompt' ? 'prompt' : undefined;
  return field.shape.members.filter(({ name }) => name !== words && !neverAsked.has(name));
}

function chosenField(
  place: JsonPlace,
  field: Field,
  composition: Composition,
  known: { entry: ModelEntry; facts: ComposeFacts },
  depth = 0,
): Field {
  const { shape, name, required } = field;
  if (shape.kind !== 'variant' || depth > 4) return field;
  const option = shape.options[variantOf(place, field, composition)];
  if (option === undefined) return field;
  const setting = settingOf(known.entry, place.length - 1, known.facts);
  const read = readField({ name, required, schema: option.schema }, setting);
  // A default that stands beside the kinds belongs to the one that it fits.
  const isPresetFitting =
    field.default !== undefined && fitsSchema(field.default, read.schema, read.document);
  const inner = isPresetFitting ? { ...read, preset: field.default, default: field.default } : read;
  // Kinds within a kind are rare and short: the first that fits.
  return chosenField(place, inner, { ...composition, variants: {} }, known, depth + 1);
}

function memberOf(field: Field, step: string | number | undefined): Member | undefined {
  const { shape } = field;
  if (shape.kind === 'object') return shape.members.find(({ name }) => name === step);
  if (shape.kind === 'list') return { name: field.name, schema: shape.item, required: true };
  return undefined;
}

function settingOf({ id, inputSchema }: ModelEntry, depth: number, { tools }: ComposeFacts) {
  return { document: { root: inputSchema ?? {}, tools }, model: id, isTop: depth === 1 };
}

/** Read once a model: menus of a hundred fields look at it for each of them. */
const inputFields = new WeakMap<ModelEntry, Field>();

function inputField(entry: ModelEntry, facts: ComposeFacts): Field {
  const known = inputFields.get(entry);
  if (known !== undefined && known.document.tools === facts.tools) return known;
  const read = readField(inputMember(entry), settingOf(entry, 0, facts));
  inputFields.set(entry, read);
  return read;
}

/** The input as a member of the body. Without a schema it is the words, in the shape that the family takes. */
function inputMember({ id, inputSchema }: ModelEntry): Member {
  const shape = promptShapeOf(id, inputSchema);
  const words = shape === 'content' ? { type: 'array' } : { type: 'string' };
  const usual = { type: 'object', required: [shape], properties: { [shape]: words } };
  const schema = inputSchema === undefined ? usual : { type: 'object', ...inputSchema };
  return { name: 'input', schema, required: true };
}
