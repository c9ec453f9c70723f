import { expect, it } from 'vitest';
import type { ManifestRow } from '../../../src/batch/manifest/manifest-rows.ts';
import { chosenLines } from '../../../src/batch/plan/chosen-lines.ts';
import { createGraphBuilder } from '../../../src/batch/rules/line-graph.ts';

type Choosing = Parameters<typeof chosenLines>[0];

/** The ids of the lines that are chosen of these, each with those that it waits for; `?` has an id that can't be read. */
async function chosen(
  lines: readonly [id: string, ...parents: string[]][],
  input: Partial<Choosing['input']>,
) {
  const builder = createGraphBuilder();
  for (const [id, ...parents] of lines) if (id !== '?') builder.add(id, parents);
  const rows = lines.map(([id], place): ManifestRow => {
    return { place, line: place + 1, columns: new Map(id === '?' ? [] : [['ID', id]]) };
  });
  const batch = {
    context: { throwIfInterrupted() {} },
    chains: { graph: builder.graph() },
    input: { idColumn: 'id', file: 'shots.jsonl', ...input },
    manifest: {
      size: rows.length,
      async *rows() {
        yield* rows;
      },
    },
  };
  const isChosen = await chosenLines(batch as unknown as Choosing);
  return lines.flatMap(([id], place) => (isChosen(place) ? [id] : []));
}

it.each([
  [['a'], 0, ['a', 'b', 'c']],
  [['a'], 2, ['a', 'b']],
  [['a'], 9, ['a', 'b', 'c']],
] as const)('the first lines are chosen, or all: %s %s', async (_, limit, ids) => {
  const lines: [string][] = [['a'], ['b'], ['c']];
  expect(await chosen(lines, limit === 0 ? {} : { limit })).toEqual(ids);
});

it.each([
  [1, ['z']],
  [2, ['y', 'z']],
  [3, ['x', 'y', 'z']],
  [4, ['x', 'y', 'z', '?']],
  [5, ['x', 'y', 'z', '?', 'b']],
] as const)(
  'what a line waits for comes first and counts, as does a line that can’t be read: %s',
  async (limit, ids) => {
    const lines: [string, ...string[]][] = [['x', 'y', 'job_1'], ['y', 'z'], ['z'], ['?'], ['b', 'z']];
    expect(await chosen(lines, { limit })).toEqual(ids);
  },
);

it('a circle ends', async () => {
  expect(await chosen([['a', 'b'], ['b', 'a'], ['c']], { limit: 2 })).toEqual(['a', 'b']);
});

it('ids choose their lines, and lines without one where an id is missing', async () => {
  const lines: [string][] = [['a'], ['?'], ['b']];
  expect(await chosen(lines, { only: ['b'] })).toEqual(['b']);
  expect(await chosen(lines, { only: ['b', 'fox'] })).toEqual(['?', 'b']);
  await expect(chosen([['a'], ['b']], { only: ['b', 'A'] })).rejects.toMatchObject({ code: 'only_unknown' });
});
