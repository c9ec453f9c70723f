import { describe, expect, it } from 'vitest';
import { type Answer, answered } from '../../../src/compose/rules/answer.ts';
import { type Composition, startComposition } from '../../../src/compose/rules/composition.ts';
import { compositionFindings } from '../../../src/compose/rules/next-question.ts';
import { questionOf } from '../../../src/compose/rules/question.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';

const content = corpusSchema('content-parts').entry;
const nested = corpusSchema('nested-objects').entry;
const picture = corpusSchema('cog-picture').entry;
const facts = { tools, models: [content, nested, picture] };

function having(answers: readonly Answer[], from: Composition = startComposition()): Composition {
  return answers.reduce((composition, answer) => answered(composition, answer, facts), from);
}

function menuOf(composition: Composition) {
  const question = questionOf(composition, facts);
  if (question.ask !== 'menu') throw new Error(`asked ${question.ask}`);
  return question.menu;
}

/** Picks the line of that label. */
function picked(composition: Composition, label: string): Composition {
  const entry = menuOf(composition).entries.find((one) => 'label' in one && one.label === label);
  if (entry === undefined || !('go' in entry)) throw new Error(`no line ${label}`);
  return having([{ give: 'go', to: entry.go }], composition);
}

const begun = having([
  { give: 'model', id: content.id },
  { give: 'prompt', words: 'a fox' },
]);

describe('a request without words', () => {
  const chosen = having([{ give: 'model', id: content.id }]);

  it('needs no prompt where the model takes pictures, clips or a draft instead', () => {
    const question = questionOf(chosen, facts);
    if (question.ask !== 'prompt') throw new Error(`asked ${question.ask}`);
    expect(question.need.required).toBe(false);
    expect(question.fault('')).toBeUndefined();
    expect(menuOf(having([{ give: 'prompt', words: '' }], chosen)).of).toBe('content');
  });
});

describe('the order of questions', () => {
  it('is model, prompt, what is required, what is optional, summary', () => {
    expect(questionOf(startComposition(), facts).ask).toBe('model');
    const chosen = having([{ give: 'model', id: nested.id }]);
    expect(questionOf(chosen, facts).ask).toBe('prompt');
    const video = having([{ give: 'prompt', words: 'a fox' }], chosen);
    expect(questionOf(video, facts)).toMatchObject({
      ask: 'json',
      place: ['input', 'output', 'video'],
      isDeep: true,
      field: { required: true, preset: { codec: 'h264', quality: {} } },
    });
    const value = { codec: 'av1', quality: { crf: 20 } };
    const optional = having([{ give: 'value', value }], video);
    expect(optional.position).toEqual({ at: 'menu', place: ['input', 'output'] });
    const rest = having([{ give: 'done' }], optional);
    expect(rest.position).toEqual({ at: 'menu', place: ['input'] });
    expect(having([{ give: 'done' }], rest).position).toEqual({ at: 'summary' });
  });

  it('leaves the prompt out where the schema has no place for it', () => {
    const upscaler = corpusSchema('no-words').entry;
    const composition = answered(
      startComposition(),
      { give: 'model', id: upscaler.id },
      { tools, models: [upscaler] },
    );
    expect(composition.position).toEqual({ at: 'value', place: ['input', 'image'] });
  });

  it('x-order orders what is optional', () => {
    const composition = having([
      { give: 'model', id: picture.id },
      { give: 'prompt', words: 'a fox' },
    ]);
    const labels = menuOf(composition).entries.flatMap((entry) =>
      entry.pick === 'member' ? [entry.label] : [],
    );
    expect(labels.slice(0, 4)).toEqual(['mask', 'width', 'num_outputs', 'scheduler']);
  });
});

describe('going back', () => {
  it('asks the question before again, with its answer, and forgets none', () => {
    const composition = having([{ give: 'back' }, { give: 'back' }], begun);
    expect(questionOf(composition, facts)).toMatchObject({ ask: 'model', current: content.id });
    const again = having([{ give: 'model', id: content.id }], composition);
    expect(questionOf(again, facts)).toMatchObject({ ask: 'prompt', current: 'a fox' });
  });

  it('ends at the first question', () => {
    expect(having([{ give: 'back' }]).position).toEqual({ at: 'model' });
  });
});

describe('a content list', () => {
  const image = (source: string): Answer[] => [
    {
      give: 'part',
      choice: { type: 'image_url', role: 'reference_image', label: '' },
      source,
    },
  ];

  it('names its parts as the prompt may call them: pictures and clips share their numbers', () => {
    const first = having(image('a.png'), picked(begun, 'a reference picture'));
    const clip = picked(first, 'a reference clip');
    expect(questionOf(clip, facts)).toMatchObject({ ask: 'part', name: 'clip 2' });
    expect(questionOf(picked(begun, 'the first frame'), facts)).toMatchObject({ name: 'first frame' });
    expect(clip.body.input).toEqual({
      content: [
        { type: 'text', text: 'a fox' },
        { type: 'image_url', image_url: { url: 'a.png' }, role: 'reference_image' },
      ],
    });
  });

  it('a part is removed, and its list asked about again', () => {
    const added = having(image('a.png'), picked(begun, 'a reference picture'));
    const item = picked(added, 'image 1');
    expect(questionOf(item, facts)).toMatchObject({ ask: 'part', current: 'a.png' });
    const removed = having([{ give: 'value', value: undefined }], item);
    expect(removed.position).toEqual({ at: 'menu', place: ['input', 'content'] });
    expect(removed.body.input).toEqual({ content: [{ type: 'text', text: 'a fox' }] });
    expect(having([{ give: 'back' }], removed).position).toEqual({ at: 'prompt' });
  });

  it('the words are changed where they are, and the pictures stay', () => {
    const added = having(image('a.png'), picked(begun, 'a reference picture'));
    const changed = having(
      [
        { give: 'go', to: { at: 'prompt' } },
        { give: 'prompt', words: 'two foxes' },
      ],
      added,
    );
    expect(changed.body.input).toMatchObject({
      content: [{ text: 'two foxes' }, { role: 'reference_image' }],
    });
  });

  it('is not complete while it is empty', () => {
    const wordless = having([
      { give: 'model', id: content.id },
      { give: 'prompt', words: '' },
    ]);
    expect(menuOf(wordless).entries.map(({ pick }) => pick)).not.toContain('done');
  });
});

describe('once the summary was seen', () => {
  const reviewed = having([{ give: 'done' }, { give: 'done' }], begun);

  it('a change leads back to it', () => {
    expect(reviewed.position).toEqual({ at: 'summary' });
    const changed = having(
      [
        { give: 'go', to: { at: 'prompt' } },
        { give: 'prompt', words: 'an owl' },
      ],
      reviewed,
    );
    expect(changed.position).toEqual({ at: 'summary' });
    const option = having(
      [
        { give: 'go', to: { at: 'value', place: ['input', 'duration'] } },
        { give: 'value', value: 7 },
      ],
      changed,
    );
    expect(option.position).toEqual({ at: 'summary' });
  });

  it('another model keeps the words and what fits, and asks for what it needs', () => {
    const long = having(
      [
        { give: 'go', to: { at: 'value', place: ['input', 'seed'] } },
        { give: 'value', value: 7 },
      ],
      reviewed,
    );
    const changed = having(
      [
        { give: 'go', to: { at: 'model' } },
        { give: 'model', id: nested.id },
      ],
      long,
    );
    expect(changed.body).toEqual({ model: nested.id, input: { prompt: 'a fox' } });
    expect(changed.position).toEqual({ at: 'json', place: ['input', 'output', 'video'] });
    const other = having(
      [
        { give: 'go', to: { at: 'model' } },
        { give: 'model', id: picture.id },
      ],
      long,
    );
    expect(other.body).toEqual({ model: picture.id, input: { prompt: 'a fox', seed: 7 } });
    expect(other.position).toEqual({ at: 'summary' });
  });
});

it('what is optional and empty is left out, in the envelope too', () => {
  const menu = having([{ give: 'done' }], begun);
  const counted = having([{ give: 'value', value: 2 }], picked(menu, 'count'));
  expect(counted.body.output).toEqual({ count: 2 });
  const left = having([{ give: 'value', value: undefined }], picked(counted, 'count'));
  expect(left.body).not.toHaveProperty('output');
});

it('the input written as a whole may hold what its schema does not allow; the summary says so', () => {
  const whole = having([{ give: 'go', to: { at: 'json', place: ['input'] } }], begun);
  const question = questionOf(whole, facts);
  if (question.ask !== 'json') throw new Error(`asked ${question.ask}`);
  expect(question.fault([])).toBe('an object');
  const input = { content: [{ type: 'text', text: 'a fox' }], duration: 99 };
  expect(question.fault(input)).toBeUndefined();
  const written = having([{ give: 'value', value: input }], whole);
  expect(written.position).toEqual({ at: 'summary' });
  expect(compositionFindings(written, facts, {})).toMatchObject([{ where: 'input.duration' }]);
});
