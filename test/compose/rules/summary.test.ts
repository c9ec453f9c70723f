import { describe, expect, it } from 'vitest';
import { compositionFindings } from '../../../src/compose/rules/local-files.ts';
import { changeFor, changesOf, summaryQuestion } from '../../../src/compose/rules/summary.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import {
  back,
  begin,
  done,
  give,
  having,
  lineOf,
  masking,
  model,
  text,
  warned,
  worded,
} from './any-model.ts';

const content = corpusSchema('content-parts').entry;
const words = { type: 'text', text: 'a fox' };
const seen = { findings: [], offers: [], keptAs: undefined, dryRun: false, hasJourney: false };

describe('what is missing and not answered', () => {
  it('is asked for at once: who goes back from it gets to the summary, where a line leads to it', () => {
    const mask = { give: 'enter', place: ['input', 'mask'] } as const;
    const options = worded(masking, 'a fox', mask, give('https://example.com/m.png'), back);
    const summary = having(options, back, done);
    expect(summary.position).toEqual({ at: 'summary' });
    expect(compositionFindings(summary, {}).map(({ where }) => where)).toContain('input.image');
    const question = summaryQuestion(summary, seen);
    const row = question.rows[question.preset ?? -1];
    expect(question.message).toBe('Not complete');
    expect(row).toMatchObject({ name: 'change --ref-image', answer: { give: 'go' } });
    const again = having(summary, { give: 'go', to: { at: 'value', place: ['input', 'image'] } });
    expect(lineOf(again).read('')).toHaveProperty('fault');
  });

  it('is told of where no question can have it for an answer, and written as JSON', () => {
    const entry = model({
      type: 'object',
      required: ['prompt', 'never'],
      properties: { prompt: text, never: false, parts: { type: 'object', properties: { a: text } } },
    });
    const composed = worded(entry, 'a fox', done);
    expect(composed.position).toEqual({ at: 'summary' });
    const change = changesOf(composed).find(({ isMissing }) => isMissing);
    const answer = { give: 'go', to: { at: 'json', place: ['input'] } };
    expect(change).toMatchObject({ place: ['input', 'never'], row: { answer } });
    expect(compositionFindings(composed, {}).map(({ where }) => where)).toContain('input.never');
  });
});

describe('a finding', () => {
  it('about a part of a content list leads to the pictures, and one about the words to the prompt', () => {
    const draft = { type: 'draft_task', draft_task: { id: 'x' } };
    const body = { model: content.id, input: { content: [words, draft] } };
    const changes = changesOf(begin([content], { body }));
    const named = (where: string) => changes[changeFor(where, changes)]?.row.name;
    expect(named('input.content[1].draft_task.id')).toBe('change pictures, clips, sound');
    expect(named('input.content[0].text')).toBe('change prompt');
    expect(named('input.content')).toBe('change pictures, clips, sound');
  });

  it('leads to the field that it names, however that is called and however deep it is in it', () => {
    const entry = model({
      type: 'object',
      properties: { prompt: text, 'a.b': text, 'a b': { type: 'array' }, a: { type: 'object' }, ab: text },
    });
    const body = { model: entry.id, input: { 'a.b': 1, 'a b': [1], a: { b: 1 }, ab: 1 } };
    const changes = changesOf(begin([entry], { body }));
    const named = (where: string) => changes[changeFor(where, changes)]?.place.at(-1);
    expect(named('input["a.b"]')).toBe('a.b');
    expect(named('input["a b"][0]')).toBe('a b');
    expect(named('input.a.b')).toBe('a');
    expect(named('input.ab')).toBe('ab');
    expect(changes[changeFor('body', changes)]?.row.name).toBe('more options');
  });
});

it('pictures can be added to a request without words, however empty it is', () => {
  for (const input of [{}, { content: [] }]) {
    const changes = changesOf(begin([content], { body: { model: content.id, input } }));
    expect(changes.map(({ row }) => row.answer)).toContainEqual({
      give: 'go',
      to: { at: 'menu', place: ['input', 'content'] },
    });
  }
});

it('the arrow is at the way out, where there is one, and it is no change of the prompt', () => {
  const asked = begin([content], { body: { model: content.id, input: { content: [words] } } });
  const offers = [
    { name: 'keep the draft alone', detail: '', to: asked, mends: true },
    { name: 'render a draft first', detail: '', to: asked, mends: false },
  ];
  const { message, preset, rows } = summaryQuestion(asked, { ...seen, findings: [warned], offers });
  expect(message).toBe('Not ready');
  expect(rows[preset ?? -1]).toMatchObject({ name: 'keep the draft alone', answer: { give: 'take' } });
  expect(rows.at(-2)?.name).toBe('render a draft first');
});

it('nothing that is paid for is preset', () => {
  const asked = begin([content], { body: { model: content.id, input: { content: [words] } } });
  expect(summaryQuestion(asked, seen)).toMatchObject({ message: 'Ready', preset: undefined });
  expect(summaryQuestion(asked, { ...seen, dryRun: true }).preset).toBe(0);
});
