import { expect, it } from 'vitest';
import { objectOf } from '../../../src/text/json-object.ts';
import { counted } from '../../schema/fixtures/counted.ts';
import { hostileSchemas } from '../../schema/fixtures/hostile.ts';
import { tools } from '../../schema/tools.ts';
import { begin, give, having } from './any-model.ts';
import { answerTo, hurried, NothingFits } from './scripted-answerer.ts';

/** All that a few answers may read of a schema; an answer without an end reads more than this at once. */
const readsMost = 10_000_000;
const answersMost = 8;

it.each(hostileSchemas)('$name: a few answers are taken', ({ schema }) => {
  const inputSchema = (counted(objectOf(schema) ?? {}, readsMost) ?? {}) as Record<string, unknown>;
  const entry = { id: 'm', medium: 'video', runtimeSeconds: 1, maxOutputCount: 1, inputSchema };
  const talk = () => {
    let composition = having(begin([entry], { facts: { tools } }), give(entry.id));
    for (let given = 0; given < answersMost && composition.position.at !== 'summary'; given += 1)
      composition = having(composition, answerTo(composition, [], hurried));
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
