import { describe, expect, it } from 'vitest';
import { isInPlace, soonestFirst } from '../../src/outputs/files-here.ts';

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

it.each([
  ['/work/out/a.mp4', 'out', true],
  ['/work/out/deep/a.mp4', 'out/', true],
  ['/work/a.mp4', 'out', false],
  ['/work/outside/a.mp4', 'out', false],
  ['s3://shots/takes/a.mp4', 's3://shots/takes', true],
  ['s3://shots/takes-2/a.mp4', 's3://shots/takes', false],
  ['s3://shots/takes/a.mp4', 'out', false],
  ['/work/out/a.mp4', 's3://shots', false],
])('%s in the place %s: %s', (path, dir, isIn) => {
  expect(isInPlace(path, { dir, workingFolder: '/work' })).toBe(isIn);
});
