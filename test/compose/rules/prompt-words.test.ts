import { expect, it } from 'vitest';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';
import { begin, namesOf, pickOf } from './any-model.ts';

const { entry } = corpusSchema('content-parts');
const picture = (role: string) => ({
  type: 'image_url',
  image_url: { url: 'https://a.example/a.png' },
  role,
});
const draft = { type: 'draft_task', draft_task: { id: 'job_1' } };

/** The kinds of parts that the menu of a list offers, and its note. */
function offered(...content: readonly object[]) {
  const body = { model: entry.id, input: { content } };
  const question = pickOf(begin([entry], { body, position: { at: 'menu', place: ['input', 'content'] } }));
  const added = namesOf(question).filter((name) => name.startsWith('add '));
  return { labels: added.map((name) => name.slice('add '.length)), note: question.hints?.[0] };
}

it('a list that is empty takes every kind of part', () => {
  const { labels, note } = offered();
  expect(labels).toEqual(
    expect.arrayContaining(['a reference picture', 'the first frame', 'the last frame']),
  );
  expect(note).toBeUndefined();
});

it('a reference takes no frame and no draft beside it, and the menu says so', () => {
  const { labels, note } = offered(picture('reference_image'));
  expect(labels).toContain('a reference clip');
  expect(labels.filter((label) => /frame|draft/.test(label))).toEqual([]);
  expect(note).toBe('a reference takes no first or last frame beside it, and no draft');
});

it('a first frame takes the last one beside it, and nothing else', () => {
  expect(offered(picture('first_frame')).labels).toEqual(['the last frame']);
  expect(offered(picture('first_frame'), picture('last_frame')).labels).toEqual([]);
});

it('a draft takes nothing beside it', () => {
  expect(offered(draft)).toEqual({
    labels: [],
    note: 'a final takes its words and references from its draft',
  });
});
