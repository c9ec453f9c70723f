import { type Answer, answered } from '../../../src/compose/rules/answer.ts';
import { type Composition, startComposition } from '../../../src/compose/rules/composition.ts';
import type { ModelEntry } from '../../../src/service/model.ts';

/** A model of which its schema alone tells anything. */
export function model(schema: Record<string, unknown>): ModelEntry {
  return { id: 'any/one', medium: 'image', runtimeSeconds: 60, maxOutputCount: 1, inputSchema: schema };
}

/** The schema of a text. */
export const text = { type: 'string' };

/** The answer that a composition of it begins with. */
export const begun: Answer = { give: 'model', id: 'any/one' };

/** The composition after answers, one after the other. */
export function having(
  entry: ModelEntry,
  answers: readonly Answer[],
  from: Composition = startComposition(),
): Composition {
  return answers.reduce((composition, answer) => answered(composition, answer, { models: [entry] }), from);
}
