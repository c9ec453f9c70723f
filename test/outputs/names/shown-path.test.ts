import { expect, it } from 'vitest';
import { isInPlace } from '../../../src/outputs/names/shown-path.ts';

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
