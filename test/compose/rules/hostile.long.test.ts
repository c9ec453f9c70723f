import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/compose/rules/answer.ts';
import { questionOf } from '../../../src/compose/rules/asked-question.ts';
import { compositionFindings } from '../../../src/compose/rules/local-files.ts';
import type { Question } from '../../../src/compose/rules/question.ts';
import { changesOf } from '../../../src/compose/rules/summary.ts';
import { judgeTools } from '../../../src/request/models/judge-tools.ts';
import type { ModelEntry } from '../../../src/service/model.ts';
import { begin, give, having, pickOf } from './any-model.ts';
import { hostileModel, hostileModels, manyProperties } from './hostile-schemas.ts';

const facts = { tools: judgeTools() };
const wordy = `${'a'.repeat(36)}!`;

/** What somebody answers who takes what comes first, whether it fits or not. */
function anyAnswer(question: Question): Answer {
  if (question.ask === 'pick') {
    const { preset = 0, rows } = question;
    return (rows.find(({ answer }) => answer.give === 'done') ?? rows[preset])?.answer ?? give('x');
  }
  question.read(wordy);
  const reading = question.read(question.preset ?? '1');
  return 'answer' in reading ? reading.answer : give('x');
}

/** The questions up to the summary, or the first ones of so many. */
function questionsOf(model: ModelEntry, most: number) {
  const asked: Question[] = [];
  let composition = begin([model], { facts });
  while (asked.length < most) {
    const question = questionOf(composition);
    if (question === undefined) break;
    asked.push(question);
    composition = having(composition, anyAnswer(question));
  }
  return { asked, composition };
}

describe('a schema of someone who means no good', () => {
  it.each(hostileModels.map((model) => [model.id, model] as const))(
    '%s is asked for question by question, and looked over',
    (_, model) => {
      const { asked, composition } = questionsOf(model, 40);
      expect(asked.length).toBeGreaterThan(2);
      expect(changesOf(composition).length).toBeLessThan(300);
      expect(compositionFindings(composition, {}).length).toBeLessThan(300);
    },
  );

  it.each([
    'required-circle',
    'required-circle-of-two',
    'mutual-circle',
    'circle-of-all-of',
    'circle-of-the-root',
  ])('%s is asked to a bounded depth, what is deeper as JSON, and that is said', (name) => {
    const model = hostileModels.find(({ id }) => id === `hostile/${name}`);
    const { asked, composition } = questionsOf(model ?? hostileModel('none', {}), 100);
    expect(composition.position).toEqual({ at: 'summary' });
    expect(asked.length).toBeLessThan(40);
    expect(asked.flatMap(({ hints = [] }) => hints)).toContain('too deeply nested to ask for field by field');
  });

  it('a menu of thousands reads a schema once it is looked at', () => {
    let reads = 0;
    const counted = {
      get type() {
        reads += 1;
        return 'string';
      },
    };
    const properties = manyProperties(10_000, () =>
      Object.create(Object.prototype, Object.getOwnPropertyDescriptors(counted)),
    );
    const model = hostileModel('counted', { type: 'object', properties });
    const composition = having(begin([model], { facts }), give(model.id));
    const before = reads;
    expect(pickOf(composition).rows.length).toBeGreaterThan(10_000);
    expect(reads - before).toBeLessThan(1_000);
  });
});
