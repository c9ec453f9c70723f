import { describe, expect, it } from 'vitest';
import { soonestFirst } from '../../src/outputs/files-here.ts';

describe('files that are to be fetched', () => {
  it('come in the order in which their links end; what has ended keeps nobody from what ends soon', () => {
    const nowMs = 1_000;
    const ends = {
      ended: 10,
      soon: 1_500,
      never: Number.POSITIVE_INFINITY,
      justNow: 1_000,
      later: 9_000,
      older: Number.POSITIVE_INFINITY,
    };
    const jobs = Object.entries(ends).map(([id, endsMs]) => ({ id, endsMs }));
    expect(soonestFirst(jobs, nowMs).map(({ id }) => id)).toEqual([
      'soon',
      'later',
      'never',
      'older',
      'justNow',
      'ended',
    ]);
  });
});
