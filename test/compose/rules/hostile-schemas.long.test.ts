import { expect, it } from 'vitest';
import { answered } from '../../../src/compose/rules/answer.ts';
import { startComposition } from '../../../src/compose/rules/composition.ts';
import { questionOf } from '../../../src/compose/rules/question.ts';
import { objectOf } from '../../../src/text/json-object.ts';
import { counted } from '../../schema/fixtures/counted.ts';
import { hostileSchemas } from '../../schema/fixtures/hostile.ts';
import { tools } from '../../schema/tools.ts';
import { answerTo, hurried, NothingFits } from './scripted-answerer.ts';

/** All that a few answers may read of a schema; an answer without an end reads more than this at once. */
const readsMost = 10_000_000;
const answersMost = 8;

it.each(hostileSchemas)('$name: a few answers are taken', ({ schema }) => {
  const inputSchema = (counted(objectOf(schema) ?? {}, readsMost) ?? {}) as Record<string, unknown>;
  const entry = { id: 'm', medium: 'video', runtimeSeconds: 1, maxOutputCount: 1, inputSchema };
  const facts = { models: [entry], tools };
  const talk = () => {
    let composition = answered(startComposition(), { give: 'model', id: entry.id }, facts);
    for (let given = 0; given < answersMost; given += 1) {
      const question = questionOf(composition, facts);
      if (question.ask === 'summary') return;
      composition = answered(composition, answerTo(question, entry.id, [], hurried), facts);
    }
  };
  expect(errorOf(talk)).toBeUndefined();
});

/** Some of these take no value at all, which is no fault of who asks. */
function errorOf(talk: () => void): unknown {
  try {
    talk();
  } catch (error) {
    if (!(error instanceof NothingFits)) return error;
  }
  return undefined;
}
