import { describe, expect, it } from 'vitest';
import { type Answer, answered } from '../../../src/compose/rules/answer.ts';
import {
  type ComposeFacts,
  type Composition,
  startComposition,
} from '../../../src/compose/rules/composition.ts';
import { changesOf } from '../../../src/compose/rules/menu.ts';
import { compositionFindings } from '../../../src/compose/rules/next-question.ts';
import { type Question, questionOf } from '../../../src/compose/rules/question.ts';
import { judgeTools } from '../../../src/request/models/judge-tools.ts';
import { hostileModel, hostileModels, manyProperties } from './hostile-schemas.ts';

const tools = judgeTools();
const wordy = `${'a'.repeat(36)}!`;

/** What somebody answers who takes what comes first, whether it fits or not. */
function anyAnswer(question: Exclude<Question, { ask: 'summary' }>): Answer {
  switch (question.ask) {
    case 'model':
      return { give: 'model', id: question.models[0]?.id ?? '' };
    case 'prompt':
      question.fault(wordy);
      return { give: 'prompt', words: 'a fox' };
    case 'variant':
      return { give: 'variant', index: question.current };
    case 'part':
      return { give: 'part', choice: question.choice, source: 'https://example.com/a.png' };
    case 'menu': {
      const { entries, preset } = question.menu;
      const entry = entries.find(({ pick }) => pick === 'done') ?? entries[preset];
      return entry !== undefined && 'go' in entry ? { give: 'go', to: entry.go } : { give: 'done' };
    }
    default: {
      question.fault(wordy);
      const { shape, preset } = question.field;
      const value = question.ask === 'json' ? {} : shape.kind === 'number' ? 1 : 'x';
      return { give: 'value', value: preset ?? (shape.kind === 'choice' ? shape.values[0] : value) };
    }
  }
}

/** The questions up to the summary, or the first ones of so many. */
function questionsOf(facts: ComposeFacts, most: number) {
  const asked: Question[] = [];
  let composition: Composition = startComposition();
  while (asked.length < most) {
    const question = questionOf(composition, facts);
    asked.push(question);
    if (question.ask === 'summary') break;
    composition = answered(composition, anyAnswer(question), facts);
  }
  return { asked, composition };
}

describe('a schema of someone who means no good', () => {
  it.each(hostileModels.map((model) => [model.id, model] as const))(
    '%s is asked for question by question, and looked over',
    (_, model) => {
      const facts = { models: [model], tools };
      const { asked, composition } = questionsOf(facts, 40);
      expect(asked.length).toBeGreaterThan(2);
      expect(changesOf(composition, facts).length).toBeLessThan(300);
      expect(compositionFindings(composition, facts, {}).length).toBeLessThan(300);
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
    const { asked } = questionsOf({ models: model === undefined ? [] : [model], tools }, 100);
    expect(asked.at(-1)?.ask).toBe('summary');
    expect(asked.length).toBeLessThan(40);
    expect(asked.some((question) => question.ask === 'json' && question.isDeep)).toBe(true);
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
    const facts = { models: [model], tools };
    const composition = answered(startComposition(), { give: 'model', id: model.id }, facts);
    const before = reads;
    const question = questionOf(composition, facts);
    expect(question.ask === 'menu' && question.menu.entries.length).toBeGreaterThan(10_000);
    expect(reads - before).toBeLessThan(1_000);
  });
});
