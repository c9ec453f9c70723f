import { describe, expect, it } from 'vitest';
import { type Answer, answered } from '../../../src/compose/rules/answer.ts';
import { type Composition, startComposition } from '../../../src/compose/rules/composition.ts';
import { questionOf } from '../../../src/compose/rules/question.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';

const sized = corpusSchema('pydantic-any-of').entry;
const facts = { tools, models: [sized] };

function having(answers: readonly Answer[], from: Composition = startComposition()): Composition {
  return answers.reduce((composition, answer) => answered(composition, answer, facts), from);
}

describe('a value of several kinds', () => {
  const asked = having([
    { give: 'model', id: sized.id },
    { give: 'prompt', words: 'a fox' },
  ]);

  it('offers the default that stands beside its kinds', () => {
    expect(questionOf(asked, facts)).toMatchObject({ ask: 'variant', current: 0 });
    const named = having([{ give: 'variant', index: 0 }], asked);
    expect(questionOf(named, facts)).toMatchObject({ ask: 'value', field: { preset: 'landscape_16_9' } });
  });

  it('of another kind leaves the value of the first behind', () => {
    const named = having(
      [
        { give: 'variant', index: 0 },
        { give: 'value', value: 'square' },
      ],
      asked,
    );
    const back = having([{ give: 'back' }, { give: 'back' }, { give: 'variant', index: 1 }], named);
    expect(back.position).toEqual({ at: 'value', place: ['input', 'size', 'width'] });
    const whole = having(
      [
        { give: 'value', value: 640 },
        { give: 'value', value: 480 },
      ],
      back,
    );
    expect(whole.body.input).toMatchObject({ size: { width: 640, height: 480 } });
  });
});

describe('what can be one value only', () => {
  const camera = corpusSchema('one-of-objects').entry;
  const known = { tools, models: [camera] };
  const answers: Answer[] = [
    { give: 'model', id: camera.id },
    { give: 'prompt', words: 'a fox' },
    { give: 'variant', index: 1 },
  ];
  const turned = answers.reduce((one, answer) => answered(one, answer, known), startComposition());

  it('is filled in and not asked', () => {
    expect(turned.body.input).toEqual({ prompt: 'a fox', camera: { kind: 'orbit' } });
    expect(turned.position).toEqual({ at: 'value', place: ['input', 'camera', 'degrees'] });
  });

  it('is not gone back to either', () => {
    expect(answered(turned, { give: 'back' }, known).position).toEqual({
      at: 'variant',
      place: ['input', 'camera'],
    });
  });
});
