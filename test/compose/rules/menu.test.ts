import { describe, expect, it } from 'vitest';
import { startComposition } from '../../../src/compose/rules/composition.ts';
import { changeFor, changesOf } from '../../../src/compose/rules/menu.ts';
import { compositionFindings } from '../../../src/compose/rules/next-question.ts';
import { questionOf } from '../../../src/compose/rules/question.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { begun, having, model, text } from './any-model.ts';

describe('what is missing and not answered', () => {
  const entry = model({
    type: 'object',
    required: ['prompt'],
    properties: { prompt: text, mask: text, image: text },
    dependentRequired: { mask: ['image'] },
  });
  const asked = having(entry, [
    begun,
    { give: 'prompt', words: 'a fox' },
    { give: 'go', to: { at: 'value', place: ['input', 'mask'] } },
    { give: 'value', value: 'https://example.com/m.png' },
    { give: 'done' },
  ]);

  it('is asked for once: who goes back from it gets to the summary, where a line leads to it', () => {
    const left = having(entry, [{ give: 'back' }, { give: 'done' }], asked);
    expect(left.position).toEqual({ at: 'summary' });
    const change = changesOf(left, { models: [entry] }).find(({ isMissing }) => isMissing);
    expect(change).toMatchObject({
      place: ['input', 'image'],
      go: { at: 'value', place: ['input', 'image'] },
    });
    expect(compositionFindings(left, { models: [entry] }, {}).map(({ where }) => where)).toContain(
      'input.image',
    );
    const again = having(entry, [{ give: 'go', to: change?.go ?? { at: 'summary' } }], left);
    expect(questionOf(again, { models: [entry] })).toMatchObject({ field: { required: true } });
  });

  it('is told of where no question can have it for an answer, and written as JSON', () => {
    const hopeless = model({
      type: 'object',
      required: ['prompt', 'never'],
      properties: { prompt: text, never: false, parts: { type: 'object', properties: { a: text } } },
    });
    const composed = having(hopeless, [begun, { give: 'prompt', words: 'a fox' }, { give: 'done' }]);
    expect(composed.position).toEqual({ at: 'summary' });
    const facts = { models: [hopeless] };
    const changes = changesOf(composed, facts);
    const change = changes.find(({ isMissing }) => isMissing);
    expect(change).toMatchObject({ place: ['input', 'never'], go: { at: 'json', place: ['input'] } });
    expect(compositionFindings(composed, facts, {}).map(({ where }) => where)).toContain('input.never');
  });
});

describe('a finding', () => {
  it('about a part of a content list leads to the pictures, and one about the words to the prompt', () => {
    const entry = corpusSchema('content-parts').entry;
    const body = {
      model: entry.id,
      input: {
        content: [
          { type: 'text', text: 'a fox' },
          { type: 'image_url', image_url: { url: 'x' } },
        ],
      },
    };
    const changes = changesOf(startComposition(body), { models: [entry] });
    const named = (where: string) => changes[changeFor(where, changes)]?.of;
    expect(named('input.content[1].image_url')).toBe('content');
    expect(named('input.content[0].text')).toBe('prompt');
    expect(named('input.content')).toBe('prompt');
  });

  it('leads to the field that it names, however that is called and however deep it is in it', () => {
    const entry = model({
      type: 'object',
      properties: { prompt: text, 'a.b': text, 'a b': { type: 'array' }, a: { type: 'object' }, ab: text },
    });
    const body = { model: entry.id, input: { 'a.b': 1, 'a b': [1], a: { b: 1 }, ab: 1 } };
    const changes = changesOf(startComposition(body), { models: [entry] });
    const named = (where: string) => changes[changeFor(where, changes)]?.place.at(-1);
    expect(named('input["a.b"]')).toBe('a.b');
    expect(named('input["a b"][0]')).toBe('a b');
    expect(named('input.a.b')).toBe('a');
    expect(named('input.ab')).toBe('ab');
    expect(changes[changeFor('body', changes)]?.of).toBe('options');
  });

  it('about a picture leads to the pictures, and about the words to the prompt', () => {
    const { entry } = corpusSchema('content-parts');
    const content = [
      { type: 'text', text: 'a fox' },
      { type: 'draft_task', draft_task: { id: 'x' } },
    ];
    const changes = changesOf(startComposition({ model: entry.id, input: { content } }), { models: [entry] });
    const named = (where: string) => changes[changeFor(where, changes)]?.of;
    expect(['input.content[1].draft_task.id', 'input.content[0]'].map(named)).toEqual(['content', 'prompt']);
    expect(changes.find(({ of }) => of === 'content')?.go).toEqual({
      at: 'menu',
      place: ['input', 'content'],
    });
  });
});

it('pictures can be added to a request without words, however empty it is', () => {
  const entry = corpusSchema('content-parts').entry;
  for (const input of [{}, { content: [] }]) {
    const asked = { ...startComposition({ model: entry.id, input }), position: { at: 'summary' } } as const;
    const change = changesOf(asked, { models: [entry] }).find(({ of }) => of === 'content');
    expect(change?.go).toEqual({ at: 'menu', place: ['input', 'content'] });
  }
});
