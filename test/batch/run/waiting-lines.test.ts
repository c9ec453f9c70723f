import { describe, expect, it } from 'vitest';
import { createParentBook } from '../../../src/batch/chains/parent-book.ts';
import type { ParentState } from '../../../src/batch/rules/parents.ts';
import { createWaitingLines, type WaitingLine } from '../../../src/batch/run/waiting-lines.ts';

const clock = { nowMs: () => 0, monotonicMs: () => 0, sleep: () => Promise.resolve() };
const there = { kind: 'there', jobId: 'job_1' } as const;
const toCome = { kind: 'to come', jobId: undefined } as const;
const failed = (of: string): ParentState => ({ kind: 'lost', how: 'failed', of });

/** The lines that wait, and what became of those that are not sent. */
function bench() {
  const book = createParentBook();
  const ends: string[] = [];
  const lines = createWaitingLines<WaitingLine>({
    book,
    clock,
    childrenOf: () => ['s1', 's2', 's3', 's4'],
    onHeld: ({ shot }, { message }) => ends.push(`${shot} ${message}`),
    onUnsent: ({ shot }) => ends.push(`${shot} unsent`),
  });
  for (const id of ['s1', 's2', 's3', 's4']) book.note(id, toCome);
  lines.begin('s1');
  return { book, ends, lines };
}

describe('lines that wait for others', () => {
  it('are ready once all that they wait for is there', async () => {
    const { lines } = bench();
    lines.add({ shot: 's3', parents: ['s1', 's2'] });
    lines.settle('s1', there);
    expect(lines.takeReady()).toBeUndefined();
    lines.settle('s2', there);
    expect((await lines.next())?.shot).toBe('s3');
    expect(await lines.next()).toBeUndefined();
  });

  it('are ready at once where that is there already', () => {
    const { lines } = bench();
    lines.settle('s1', there);
    lines.add({ shot: 's2', parents: ['s1'] });
    expect(lines.takeReady()?.shot).toBe('s2');
  });

  it('are told why they are not sent, down the whole chain', async () => {
    const { ends, lines } = bench();
    lines.add({ shot: 's2', parents: ['s1'] });
    lines.add({ shot: 's3', parents: ['s2'] });
    lines.settle('s1', failed('s1'));
    expect(ends).toEqual([
      's2 depends on s1, which failed',
      's3 depends on s2, and that on s1, which failed',
    ]);
    lines.add({ shot: 's4', parents: ['s3'] });
    expect(ends.at(-1)).toBe('s4 depends on s3, and that on s1, which failed');
    expect(await lines.next()).toBeUndefined();
  });

  it('are not sent after one that was not', () => {
    const { ends, lines } = bench();
    lines.add({ shot: 's3', parents: ['s2'] });
    lines.add({ shot: 's2', parents: ['s1'] });
    lines.settle('s1', { kind: 'unsent' });
    expect(ends).toEqual(['s2 unsent', 's3 unsent']);
  });

  it('are waited for until one is ready, and no longer than until they are stopped', async () => {
    const { lines } = bench();
    lines.add({ shot: 's2', parents: ['s1'] });
    const next = lines.next();
    lines.settle('s1', there);
    expect((await next)?.shot).toBe('s2');
    lines.begin('s2');
    lines.add({ shot: 's3', parents: ['s2'] });
    const none = lines.next();
    lines.stop();
    expect(await none).toBeUndefined();
  });

  it('are given up where nothing is under way that they wait for', async () => {
    const { ends, lines } = bench();
    lines.add({ shot: 's3', parents: ['s2'] });
    lines.add({ shot: 's4', parents: ['s3'] });
    lines.settle('s1', there);
    expect(await lines.next()).toBeUndefined();
    expect(ends).toEqual(['s3 unsent', 's4 unsent']);
  });
});
