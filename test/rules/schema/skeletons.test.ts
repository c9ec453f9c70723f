import { describe, expect, it } from 'vitest';
import { inputSkeleton } from '../../../src/rules/schema/skeleton.ts';
import { filledIn } from './filled-skeleton.ts';
import { corpus } from './fixtures/corpus.ts';
import { refereeOf } from './fixtures/referee.ts';

describe.each(corpus)('$name', ({ entry, samples }) => {
  const referee = refereeOf(entry.inputSchema);

  it('has a skeleton that is valid once its empty texts are filled in', () => {
    const skeleton = inputSkeleton(entry);
    expect(referee(filledIn(skeleton, referee, samples)), JSON.stringify(skeleton)).toEqual([]);
  });
});
