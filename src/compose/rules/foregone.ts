import { fitsSchema } from '../../schema/judge.ts';
import type { Field } from '../../service/fields/field.ts';
import { type ComposeFacts, type Composition, withPlaced } from './composition.ts';
import { chosenFieldAt } from './fields-at.ts';
import { onward } from './way.ts';

/** More than any real schema has one after another. */
const inARowMost = 40;

/** Whether a field is required and can have only one value, so that there is nothing to ask. */
export function isForegone(field: Field | undefined): boolean {
  if (field?.required !== true || field.shape.kind !== 'choice' || field.shape.values.length !== 1)
    return false;
  return fitsSchema(field.shape.values[0], field.schema, field.document);
}

/** Fills in values that can't be any other, and moves on to the first position with something to ask. */
export function withoutForegone(composition: Composition, facts: ComposeFacts): Composition {
  let settled = composition;
  for (let step = 0; step < inARowMost; step += 1) {
    const { position } = settled;
    if (position.at !== 'value') return settled;
    const { place } = position;
    const field = chosenFieldAt(place, settled, facts);
    if (field?.shape.kind !== 'choice' || !isForegone(field)) return settled;
    const changed = withPlaced(settled, place, field.shape.values[0]);
    const next = onward(place, changed, facts);
    settled = { ...changed, position: next, reviewed: changed.reviewed || next.at === 'summary' };
  }
  return settled;
}
