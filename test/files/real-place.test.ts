import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isReallyInside, realPlace } from '../../src/files/real-place.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

/** A project with links in it, and a folder outside of it. */
function project() {
  const root = realpathSync(tempFolder());
  const [inside, outside] = [join(root, 'project'), join(root, 'outside')];
  mkdirSync(join(inside, 'shots'), { recursive: true });
  mkdirSync(outside);
  symlinkSync('../outside', join(inside, 'out'));
  symlinkSync('../nothing', join(inside, 'dangling'));
  symlinkSync('dangling', join(inside, 'chained'));
  symlinkSync('shots', join(inside, 'in'));
  symlinkSync('circle', join(inside, 'circle'));
  symlinkSync('project', join(root, 'alias'));
  return { root, inside, outside };
}

describe('where a path really leads', () => {
  it('is through every link, as far as there is something, and on by its names', () => {
    const { inside, outside, root } = project();
    expect(realPlace(join(inside, 'out', 'a', 'b'))).toBe(join(outside, 'a', 'b'));
    expect(realPlace(join(inside, 'in', 'a'))).toBe(join(inside, 'shots', 'a'));
    expect(realPlace(join(inside, 'chained', 'a'))).toBe(join(root, 'nothing', 'a'));
    expect(() => realPlace(join(inside, 'circle', 'a'))).toThrow('ELOOP');
  });

  it.each([
    ['shots/a', true],
    ['.', true],
    ['in/a/b', true],
    ['out', false],
    ['out/a', false],
    ['dangling', false],
    ['chained/a', false],
  ])('tells whether %s is inside', (path, isInside) => {
    const { inside, root } = project();
    expect(isReallyInside(inside, join(inside, path))).toBe(isInside);
    expect(isReallyInside(join(root, 'alias'), join(inside, path))).toBe(isInside);
  });
});
