import { describe, expect, it } from 'vitest';
import { compositionFindings } from '../../../src/compose/rules/local-files.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { tools } from '../../schema/tools.ts';
import { back, begin, done, give, go, having, lineOf, namesOf, picked, pickOf } from './any-model.ts';

const content = corpusSchema('content-parts').entry;
const nested = corpusSchema('nested-objects').entry;
const picture = corpusSchema('cog-picture').entry;
const upscaler = corpusSchema('no-words').entry;

const start = begin([content, nested, picture, upscaler], { facts: { tools } });
const begun = having(start, give(content.id), give('a fox'));
const optionsMenu = { at: 'menu', place: ['input'] } as const;

it('a request needs no words where the model takes pictures, clips or a draft instead', () => {
  const chosen = having(start, give(content.id));
  expect(lineOf(chosen).read('')).toMatchObject({ answer: give('') });
  const wordless = having(chosen, give(''));
  expect(pickOf(wordless).message).toBe('Pictures, clips, sound');
  expect(pickOf(wordless).rows.map(({ answer }) => answer.give)).not.toContain('done');
});

describe('the order of questions', () => {
  it('is model, prompt, what is required, what is optional, summary', () => {
    expect(pickOf(start).message).toBe('Model');
    const chosen = having(start, give(nested.id));
    expect(lineOf(chosen).message).toBe('Prompt');
    const video = having(chosen, give('a fox'));
    expect(lineOf(video)).toMatchObject({
      message: 'output.video, as JSON',
      preset: '{"codec":"h264","quality":{"crf":0}}',
      hints: expect.arrayContaining(['too deeply nested to ask for field by field']),
    });
    expect(lineOf(video).read('')).toHaveProperty('fault');
    const optional = having(video, give({ codec: 'av1', quality: { crf: 20 } }));
    expect(optional.position).toEqual({ at: 'menu', place: ['input', 'output'] });
    const rest = having(optional, done);
    expect(rest.position).toEqual(optionsMenu);
    expect(having(rest, done).position).toEqual({ at: 'summary' });
  });

  it('leaves the prompt out where the schema has no place for it', () => {
    expect(having(start, give(upscaler.id)).position).toEqual({ at: 'value', place: ['input', 'image'] });
  });

  it('x-order orders what is optional', () => {
    const names = namesOf(pickOf(having(start, give(picture.id), give('a fox'))));
    expect(names.slice(0, 4)).toEqual(['mask', 'width', 'num_outputs', 'scheduler']);
  });
});

describe('going back', () => {
  it('asks the question before again, with its answer, and forgets none', () => {
    const composition = having(begun, back, back);
    expect(pickOf(composition)).toMatchObject({ message: 'Model', preset: 0 });
    expect(lineOf(having(composition, give(content.id)))).toMatchObject({
      message: 'Prompt',
      preset: 'a fox',
    });
  });

  it('ends at the first question', () => {
    expect(having(start, back).position).toEqual({ at: 'model' });
  });
});

describe('a content list', () => {
  const image = { type: 'image_url', image_url: { url: 'a.png' }, role: 'reference_image' };
  const asked = picked(begun, 'add a reference picture');
  const added = having(asked, give(image));

  it('names its parts as the prompt may call them: pictures and clips share their numbers', () => {
    expect(lineOf(asked).read(' a.png ')).toEqual({ answer: give(image) });
    expect(lineOf(picked(added, 'add a reference clip'))).toMatchObject({ message: 'Clip 2' });
    expect(lineOf(picked(begun, 'add the first frame'))).toMatchObject({ message: 'First frame' });
    expect(added.body.input).toEqual({ content: [{ type: 'text', text: 'a fox' }, image] });
  });

  it('a part is removed, and its list asked about again', () => {
    const item = picked(added, 'image 1');
    expect(lineOf(item).initial).toBe('a.png');
    expect(lineOf(item).read('')).toEqual({ answer: give(undefined) });
    const removed = having(item, give(undefined));
    expect(removed.position).toEqual({ at: 'menu', place: ['input', 'content'] });
    expect(removed.body.input).toEqual({ content: [{ type: 'text', text: 'a fox' }] });
    expect(having(removed, back).position).toEqual({ at: 'prompt' });
  });

  it('the words are changed where they are, and the pictures stay', () => {
    const changed = having(added, go({ at: 'prompt' }), give('two foxes'));
    expect(changed.body.input).toMatchObject({
      content: [{ text: 'two foxes' }, { role: 'reference_image' }],
    });
  });
});

describe('once the summary was seen', () => {
  const reviewed = having(begun, done, done);

  it('a change leads back to it', () => {
    expect(reviewed.position).toEqual({ at: 'summary' });
    const changed = having(reviewed, go({ at: 'prompt' }), give('an owl'));
    expect(changed.position).toEqual({ at: 'summary' });
    const option = having(changed, { give: 'enter', place: ['input', 'duration'] }, give(7));
    expect(option.position).toEqual({ at: 'summary' });
  });

  it('another model keeps the words and what fits, and asks for what it needs', () => {
    const long = having(reviewed, { give: 'enter', place: ['input', 'seed'] }, give(7), go({ at: 'model' }));
    const changed = having(long, give(nested.id));
    expect(changed.body).toEqual({ model: nested.id, input: { prompt: 'a fox' } });
    expect(changed.position).toEqual({ at: 'json', place: ['input', 'output', 'video'] });
    const other = having(long, give(picture.id));
    expect(other.body).toEqual({ model: picture.id, input: { prompt: 'a fox', seed: 7 } });
    expect(other.position).toEqual({ at: 'summary' });
  });
});

it('what is optional and empty is left out, in the envelope too', () => {
  const counted = having(picked(having(begun, done), '--count'), give(2));
  expect(counted.body.output).toEqual({ count: 2 });
  const left = having(picked(counted, '--count'), give(undefined));
  expect(left.body).not.toHaveProperty('output');
});

it('the input written as a whole may hold what its schema does not allow; the summary says so', () => {
  const whole = having(begun, go({ at: 'json', place: ['input'] }));
  expect(lineOf(whole).read('[]')).toMatchObject({ fault: 'It takes an object.' });
  const input = { content: [{ type: 'text', text: 'a fox' }], duration: 99 };
  expect(lineOf(whole).read(JSON.stringify(input))).toEqual({ answer: give(input) });
  const written = having(whole, give(input));
  expect(written.position).toEqual({ at: 'summary' });
  expect(compositionFindings(written, {})).toMatchObject([{ where: 'input.duration' }]);
});
