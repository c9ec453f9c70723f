import { expect, it } from 'vitest';
import { startComposition } from '../../../src/compose/rules/composition.ts';
import { questionOf } from '../../../src/compose/rules/question.ts';
import { corpusSchema } from '../../schema/fixtures/corpus.ts';

const { entry } = corpusSchema('content-parts');
const facts = { models: [entry] };
const picture = (role: string) => ({
  type: 'image_url',
  image_url: { url: 'https://a.example/a.png' },
  role,
});
const draft = { type: 'draft_task', draft_task: { id: 'job_1' } };

/** The kinds of parts that the menu of a list offers, and its note. */
function offered(...content: readonly object[]) {
  const asked = startComposition({ model: entry.id, input: { content } });
  const position = { at: 'menu', place: ['input', 'content'] } as const;
  const question = questionOf({ ...asked, position }, facts);
  if (question.ask !== 'menu') throw new Error(question.ask);
  const labels = question.menu.entries.flatMap((one) => (one.pick === 'add' ? [one.label] : []));
  return { labels, note: question.menu.note };
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
