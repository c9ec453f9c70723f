import { describe, expect, it } from 'vitest';
import { batchNameOf, checkedBatchName, readShard, shardOf } from '../../../src/batch/rules/batch-part.ts';

const ids = Array.from({ length: 2000 }, (_, place) => `shot-${place}`);

describe('--shard', () => {
  it('takes K/N', () => {
    expect(readShard('2/8')).toEqual({ index: 2, total: 8 });
  });

  it.each(['0/8', '9/8', '2', '2/0', 'a/b', '1/2/3', '-1/8', '1/100001', 'auto', 'auto/8'])(
    'refuses %s',
    (text) => {
      expect(() => readShard(text)).toThrow(`There is no shard "${text}"`);
    },
  );

  it.each([
    ['3/2', 'K is from 1 to 2: the first of 2 is 1/2.'],
    ['x', 'It is K/N, in numbers: K from 1 to N, of N parts.'],
  ])('says of %s what K and N are, by the letters of the help and the guide', (text, why) => {
    expect(() => readShard(text)).toThrow(expect.objectContaining({ why }));
  });
});

describe('a line', () => {
  it('is of one shard, and all shards have about as many', () => {
    const shards = [1, 2, 3, 4, 5].map((index) => ids.filter((id) => shardOf(id, { total: 5 }) === index));
    expect(shards.flat().sort()).toEqual([...ids].sort());
    for (const shard of shards) expect(Math.abs(shard.length - 400)).toBeLessThan(80);
  });

  it('stays in its shard for ever', () => {
    const of = (id: string): number => shardOf(id, { total: 8 });
    expect(['s01', 's02', 'shot-1214', 'Füchse 🦊', 'a/b'].map(of)).toMatchInlineSnapshot(`
      [
        7,
        2,
        2,
        1,
        8,
      ]
    `);
  });
});

it.each([
  ['shots.jsonl', 'shots'],
  ['Folge 12.final.csv', 'Folge 12.final'],
  ['.shots', '.shots'],
  ['shots', 'shots'],
])('a batch without a name is called as its file: %s', (file, name) => {
  expect(batchNameOf(file)).toBe(name);
});

it.each(['', '  ', 'a/b', 'a\nb', '@ci', 'x'.repeat(101), '\ud800'])('%j is no name of a batch', (name) => {
  expect(() => checkedBatchName(name)).toThrow("A batch can't be called");
});
