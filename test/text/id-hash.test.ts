import { describe, expect, it } from 'vitest';
import { createHashNumbers, createHashSet, idHash, murmur3 } from '../../src/text/id-hash.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('murmur3', () => {
  it.each([
    ['', 0, 0],
    ['', 1, 0x514e28b7],
    ['a', 0, 0x3c2569b2],
    ['test', 0, 0xba6bd213],
    ['Hello, world!', 0, 0xc0363e43],
    ['Hello, world!', 0x9747b28c, 0x24884cba],
    ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
  ])('of %j with seed %d is the published value', (text, seed, hash) => {
    expect(murmur3(bytes(text), seed)).toBe(hash);
  });
});

it('the hash of an id is the same for ever: the shards of batches that are under way rest on it', () => {
  expect(idHash('s01')).toEqual({ high: idHash('s01').high, low: murmur3(bytes('s01')) });
  expect(['s01', 'shot-1214', 'Füchse 🦊'].map((id) => idHash(id).low)).toMatchInlineSnapshot(`
    [
      3736285726,
      2747514881,
      2003506520,
    ]
  `);
});

describe('a set of hashes', () => {
  it('says of each whether it is new, and grows', () => {
    const set = createHashSet();
    const ids = Array.from({ length: 5000 }, (_, place) => `shot-${place}`);
    expect(ids.filter((id) => set.add(idHash(id)))).toHaveLength(5000);
    expect(ids.filter((id) => set.add(idHash(id)))).toHaveLength(0);
    expect(set.size).toBe(5000);
  });

  it('takes a hash of zeros, which a free slot has as well', () => {
    const set = createHashSet();
    expect(set.add({ high: 0, low: 0 })).toBe(true);
    expect(set.add({ high: 0, low: 0 })).toBe(false);
  });
});

it('the number that a hash came with first is kept, also while the table grows', () => {
  const numbers = createHashNumbers();
  const ids = Array.from({ length: 5000 }, (_, place) => `shot-${place}`);
  const kept = (more: number) => ids.map((id, place) => numbers.keep(idHash(id), place + more));
  expect(kept(0).filter((number) => number !== undefined)).toEqual([]);
  expect(kept(7)).toEqual(ids.map((_, place) => place));
});
