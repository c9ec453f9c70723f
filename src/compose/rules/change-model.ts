import { type JsonPlace, valueAt } from '../../schema/json/json-place.ts';
import { fitsSchema } from '../../schema/judge.ts';
import { objectOf } from '../../text/json-object.ts';
import {
  type ComposeFacts,
  type Composition,
  entryOf,
  inputOf,
  modelOf,
  withoutPlaced,
} from './composition.ts';
import { chosenFieldAt, fieldAt, inputPlace } from './fields-at.ts';
import { takesFiles, valueAsSent } from './local-files.ts';
import { promptNeed, promptOf, withPrompt } from './prompt-words.ts';

/**
 * The composition for another model. The prompt takes the shape that this model wants. Other answers are kept where the model has
 * a field for them and its schema allows them.
 */
export function changeModel(composition: Composition, id: string, facts: ComposeFacts): Composition {
  if (modelOf(composition) === id) return composition;
  const before = entryOf(composition, facts);
  const changed: Composition = {
    ...composition,
    body: { ...composition.body, model: id },
    variants: {},
  };
  const after = entryOf(changed, facts);
  if (after === undefined) return changed;
  const need = promptNeed(after);
  const oldInput = inputOf(composition);
  // The prompt may have either shape: it may have been given before any model was chosen.
  const words = (['prompt', 'content'] as const)
    .map((shape) => promptOf(oldInput, shape))
    .find((text) => text !== undefined);
  const kept = before === undefined && words === undefined ? oldInput : fitting(oldInput, changed, facts);
  const input = need === undefined || words === undefined ? kept : withPrompt(kept, need.shape, words);
  const others = [['output', 'count'], ['prompt_enhance']];
  return others.reduce<Composition>(
    (kept, place) => (isKept(place, kept, facts) ? kept : withoutPlaced(kept, place)),
    { ...changed, body: { ...changed.body, input } },
  );
}

/** Whether the model has a field beside its input for the value at a place, and takes that value. */
function isKept(place: JsonPlace, composition: Composition, facts: ComposeFacts): boolean {
  const value = valueAt(composition.body, place);
  const field = fieldAt(place, composition, facts);
  return value === undefined || (field !== undefined && fitsSchema(value, field.schema, field.document));
}

function fitting(
  input: Record<string, unknown>,
  composition: Composition,
  facts: ComposeFacts,
): Record<string, unknown> {
  const field = chosenFieldAt(inputPlace, composition, facts);
  if (field?.shape.kind !== 'object') return {};
  const { members } = field.shape;
  const entry = entryOf(composition, facts);
  const asSent = objectOf(valueAsSent({ input }, inputPlace)) ?? {};
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => {
      const member = members.find((one) => one.name === name);
      const held = takesFiles(entry, name) ? asSent[name] : value;
      return member !== undefined && fitsSchema(held, member.schema, field.document);
    }),
  );
}
