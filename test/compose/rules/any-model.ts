import { type Answer, answered } from '../../../src/compose/rules/answer.ts';
import { questionOf } from '../../../src/compose/rules/asked-question.ts';
import {
  type ComposeFacts,
  type Composition,
  startComposition,
} from '../../../src/compose/rules/composition.ts';
import type { LineQuestion, PickQuestion, Row } from '../../../src/compose/rules/question.ts';
import type { ShownFinding } from '../../../src/service/checks/preflight-error.ts';
import type { ModelEntry } from '../../../src/service/model.ts';

/** A model of which its schema alone tells anything. */
export function model(schema: Record<string, unknown>): ModelEntry {
  return { id: 'any/one', medium: 'image', runtimeSeconds: 60, maxOutputCount: 1, inputSchema: schema };
}

/** The schema of a text. */
export const text = { type: 'string' };

/** A model that needs an image where it is given a mask. */
export const masking = model({
  type: 'object',
  required: ['prompt'],
  properties: { prompt: text, mask: text, image: text },
  dependentRequired: { mask: ['image'] },
});

/** A warning about a value. */
export const warned: ShownFinding = {
  rule: 'schema-value',
  where: 'input.a',
  severity: 'warning',
  enforcedBy: 'advice',
  message: 'input.a is 1',
  fix: 'set it',
  section: '§2.5',
};

/** A composition of these models; `parts` are those of one that was begun. */
export function begin(
  models: readonly ModelEntry[],
  { facts, ...parts }: Partial<Omit<Composition, 'facts'>> & { facts?: Partial<ComposeFacts> } = {},
): Composition {
  return { ...startComposition(), ...parts, facts: { models, ...facts } };
}

export function give(value: unknown): Answer {
  return { give: 'value', value };
}

export function go(to: Extract<Answer, { give: 'go' }>['to']): Answer {
  return { give: 'go', to };
}

export const done: Answer = { give: 'done' };
export const back: Answer = { give: 'back' };

/** The composition after answers, one after the other. */
export function having(from: Composition, ...answers: readonly Answer[]): Composition {
  return answers.reduce(answered, from);
}

/** The composition of one model after its words and further answers. */
export function worded(entry: ModelEntry, words: string, ...answers: readonly Answer[]): Composition {
  return having(begin([entry]), give(entry.id), give(words), ...answers);
}

export function lineOf(composition: Composition): LineQuestion {
  const question = questionOf(composition);
  if (question?.ask !== 'line') throw new Error(`asked ${question?.message ?? 'nothing'}`);
  return question;
}

export function pickOf(composition: Composition): PickQuestion {
  const question = questionOf(composition);
  if (question?.ask !== 'pick') throw new Error(`asked ${question?.message ?? 'nothing'}`);
  return question;
}

/** The names of the rows, without those that end a menu or write it as JSON. */
export function namesOf({ rows }: PickQuestion): string[] {
  return rows.filter(isOwn).map(({ name }) => name);
}

export function isOwn({ answer, name }: Row): boolean {
  return answer.give !== 'done' && name !== 'write it as JSON';
}

/** Picks the row of that name. */
export function picked(composition: Composition, named: string): Composition {
  const row = pickOf(composition).rows.find(({ name }) => name === named);
  if (row === undefined) throw new Error(`no row ${named}`);
  return having(composition, row.answer);
}
