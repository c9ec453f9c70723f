import { isSamePlace, type JsonPlace } from '../../schema/json/json-place.ts';
import { fitsSchema } from '../../schema/judge.ts';
import type { Member } from '../../schema/nodes/members.ts';
import { inheritedOptions } from '../../service/body/inherited-request.ts';
import { promptShapeOf } from '../../service/body/recipient.ts';
import { familyOf } from '../../service/families/index.ts';
import type { Field } from '../../service/fields/field.ts';
import { type FieldSetting, readField } from '../../service/fields/read-field.ts';
import type { ModelEntry } from '../../service/model.ts';
import { optionsThat } from '../../service/options.ts';
import { countFieldNames } from '../../service/request-route.ts';
import { promptEnhanceLevels } from '../../service/wire-values.ts';
import { objectOf } from '../../text/json-object.ts';
import { oncePer, oncePerKey } from '../../text/once.ts';
import { type Composition, entryOf, inputOf, isFinal, modelOf, variantAt } from './composition.ts';
import { valueAsSent } from './local-files.ts';

/** A field of the body beside `input`, and its place. */
interface EnvelopeMember extends Member {
  place: JsonPlace;
}

/** The optional fields of a submit beside the input that the model takes; none without a model. @see service document §2.4 */
export function envelopeMembers({ id, maxOutputCount }: ModelEntry): EnvelopeMember[] {
  const most = maxOutputCount === undefined ? {} : { maximum: maxOutputCount };
  const count = { type: 'integer', minimum: 1, ...most, default: 1, description: 'How many outputs.' };
  const enhance = {
    ...{ type: 'string', enum: promptEnhanceLevels, default: 'off' },
    description: 'Have the prompt rewritten first; charged as a line of its own.',
  };
  const callback = {
    ...{ type: 'string', format: 'uri' },
    description: 'An https URL that the service calls when the job ends.',
  };
  return [
    ...(maxOutputCount === 1 ? [] : [{ place: ['output', 'count'], schema: count }]),
    ...(familyOf(id)?.promptEnhance === true ? [{ place: ['prompt_enhance'], schema: enhance }] : []),
    { place: ['callback_url'], schema: callback },
  ].map(({ place, schema }) => ({ name: place.at(-1) ?? '', place, schema, required: false }));
}

/** The place of the model's own parameters in the body. */
export const inputPlace: JsonPlace = ['input'];

/** Fields that are never asked for: the service has rules for them that no schema describes. @see service document §2.4 */
const neverAsked = new Set(countFieldNames);

/** Options that the service sets on a draft and its final, and those that a final takes from its draft. @see service document §3 */
const setByStep: readonly string[] = optionsThat(({ ofFinal }) => ofFinal === 'step');
export const optionsOfDraft: readonly string[] = [...inheritedOptions, 'draft'];

/** The field at a place as its schema describes it; undefined for a place that no schema describes. */
export function fieldAt(place: JsonPlace, composition: Composition): Field | undefined {
  const entry = entryOf(composition);
  const member =
    place[0] !== 'input'
      ? envelopeMembers(entry).find((one) => isSamePlace(one.place, place))
      : place.length === 1
        ? inputMember(entry)
        : memberOf(chosenFieldAt(place.slice(0, -1), composition), place.at(-1));
  return member && readOnce(member, settingOf(place, composition));
}

/** As `fieldAt`, but reads a value that may be of several kinds as the chosen kind, or as the kind that its current value fits. */
export function chosenFieldAt(place: JsonPlace, composition: Composition): Field | undefined {
  let field = fieldAt(place, composition);
  // Kinds within a kind are rare, so they get no question: the first that fits is taken.
  for (let depth = 0; depth < kindsMost && field?.shape.kind === 'variant'; depth += 1) {
    const of = depth === 0 ? composition : { ...composition, variants: {} };
    const { default: usual, name, required, shape }: Field = field;
    const kind = shape.options[variantOf(place, field, of)];
    if (kind === undefined) return field;
    field = readOnce({ name, required, schema: kind.schema }, settingOf(place, composition));
    // A default beside the kinds belongs to the kind that it fits.
    if (usual !== undefined && fitsSchema(usual, field.schema, field.document))
      field = { ...field, preset: usual, default: usual };
  }
  return field;
}

/** Kinds within kinds are read so deep. */
const kindsMost = 5;

/** The index of a value's kind: the chosen one, else the first that the value fits, else the first. */
export function variantOf(place: JsonPlace, field: Field, composition: Composition): number {
  const { shape, document } = field;
  if (shape.kind !== 'variant') return 0;
  const chosen = variantAt(composition, place);
  if (chosen !== undefined && chosen < shape.options.length) return chosen;
  const value = valueAsSent(composition, place) ?? field.preset;
  if (value === undefined) return 0;
  const fitting = shape.options.findIndex(({ schema }) => fitsSchema(value, schema, document));
  return Math.max(0, fitting);
}

/** The members of an object field that are asked for, in order. An input's prompt is not among them: it has a step of its own. */
export function askedMembers(place: JsonPlace, field: Field, composition: Composition): readonly Member[] {
  if (field.shape.kind !== 'object') return [];
  const { members } = field.shape;
  if (place.length > 1) return members;
  const shape = promptShapeOf(modelOf(composition) ?? '', field.document.root);
  const input = inputOf(composition);
  const ofStep = input.draft === true ? setByStep : [];
  const setElsewhere = isFinal(composition) ? [...setByStep, ...optionsOfDraft] : ofStep;
  return members.filter(
    ({ name }) =>
      !neverAsked.has(name) &&
      // A value that it has all the same can be changed, and taken out.
      (!setElsewhere.includes(name) || Object.hasOwn(input, name)) &&
      (name !== 'prompt' || shape === 'content'),
  );
}

function memberOf(field: Field | undefined, step: string | number | undefined): Member | undefined {
  if (field?.shape.kind === 'object') return membersByName(field.shape.members).get(step);
  if (field?.shape.kind === 'list') return { name: field.name, schema: field.shape.item, required: true };
  return undefined;
}

function settingOf(place: JsonPlace, composition: Composition): FieldSetting {
  const { id, inputSchema } = entryOf(composition);
  const isInput = place[0] === 'input';
  const document = { root: (isInput ? inputSchema : undefined) ?? {}, tools: composition.facts.tools };
  return { document, model: id, isTop: isInput && place.length === 2 };
}

/** The input as a member of the body. Without a schema it has only the prompt, in the shape that the family takes. */
const inputMember = oncePer(({ id, inputSchema }: ModelEntry): Member => {
  const shape = promptShapeOf(id, inputSchema);
  const words = shape === 'content' ? { type: 'array' } : { type: 'string' };
  const usual = { type: 'object', required: [shape], properties: { [shape]: words } };
  const schema = inputSchema === undefined ? usual : { type: 'object', ...inputSchema };
  return { name: 'input', schema, required: true };
});

/** As `fieldAt`; of a place that no schema describes, a field that takes any JSON. */
export function describedField(place: JsonPlace, composition: Composition): Field {
  const member = { name: String(place.at(-1) ?? 'body'), schema: {}, required: false };
  const setting = { document: { root: {} }, model: '', isTop: false };
  return fieldAt(place, composition) ?? readField(member, setting);
}

const membersByName = oncePer(
  (members: readonly Member[]) =>
    new Map<string | number | undefined, Member>(members.map((member) => [member.name, member])),
);

/** The fields that each schema was read as. */
const fieldsOf = oncePer((_: object) => new Map<string, Field>());

/**
 * `readField` with a memory, since the same schemas are needed again and again: a menu may have thousands of members, and a deep
 * value needs all fields above it.
 */
function readOnce(member: Member, setting: FieldSetting): Field {
  const schema = objectOf(member.schema);
  if (schema === undefined) return readField(member, setting);
  const key = JSON.stringify([member.name, member.required, setting.isTop, setting.model]);
  return oncePerKey(fieldsOf(schema), key, () => readField(member, setting));
}
