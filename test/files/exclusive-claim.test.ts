import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimFile, claimSteps } from '../../src/files/exclusive-claim.ts';
import { flushesOf } from './fixtures/flushes.ts';
import { runTogether } from './fixtures/processes.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

function failLinks(code: string): () => never {
  return () => {
    throw Object.assign(new Error(`${code}: link`), { code });
  };
}

describe('claiming a name', () => {
  it('gives it to the first and shows the second what the first wrote', () => {
    const folder = tempFolder();
    const path = join(folder, 'name');
    expect(claimFile(path, Buffer.from('first'))).toBe('claimed');
    expect(claimFile(path, Buffer.from('second'))).toBe('exists');
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['name']);
  });

  it('gives each of 50 names to exactly one of 5 processes', async () => {
    const folder = tempFolder();
    const names = Array.from({ length: 50 }, (_, number) => `name-${number}`);
    const claimants = Array.from({ length: 5 }, (_, number) => `claimant ${number}`);
    const won = await runTogether(claimants.map((claimant) => ({ do: 'claim', folder, names, claimant })));
    expect(won.flat().sort()).toEqual([...names].sort());
    for (const [index, claimant] of claimants.entries()) {
      for (const name of (won[index] ?? []) as string[]) {
        expect(readFileSync(join(folder, name), 'utf8')).toBe(claimant.padEnd(4000, '.'));
      }
    }
    expect(readdirSync(folder)).toHaveLength(50);
  });

  it.each(['EPERM', 'EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK'])(
    'works without links (%s)',
    (code) => {
      const folder = tempFolder();
      const path = join(folder, 'name');
      const link = failLinks(code);
      expect(claimFile(path, Buffer.from('first'), { link })).toBe('claimed');
      expect(claimFile(path, Buffer.from('second'), { link })).toBe('exists');
      expect(readFileSync(path, 'utf8')).toBe('first');
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['name']);
    },
  );

  it('is on the disk before anybody acts on it: its bytes, and its name for those that lose it, too', () => {
    const folder = tempFolder();
    const path = join(folder, 'name');
    const names = { namesIn: folder };
    const first = flushesOf(claimSteps(path, Buffer.from('first')));
    expect(first).toEqual({ result: 'claimed', flushes: ['bytes', names] });
    const second = flushesOf(claimSteps(path, Buffer.from('second')));
    expect(second).toEqual({ result: 'exists', flushes: ['bytes', names] });
    const linkless = claimSteps(join(folder, 'other'), Buffer.from('first'), { link: failLinks('ENOTSUP') });
    expect(flushesOf(linkless)).toEqual({ result: 'claimed', flushes: ['bytes', 'bytes', names] });
  });

  it('is refused with the native code, and leaves nothing, where the disk is at fault', () => {
    const folder = tempFolder();
    const path = join(folder, 'name');
    expect(() => claimFile(path, Buffer.from('first'), { link: failLinks('EIO') })).toThrow(
      expect.objectContaining({ code: 'EIO' }),
    );
    expect(readdirSync(folder)).toEqual([]);
    writeFileSync(path, '');
    expect(() => claimFile(join(path, 'name'), Buffer.from('first'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    );
    expect(() => claimFile(join(folder, 'missing', 'name'), Buffer.from('first'))).toThrow(
      expect.objectContaining({ code: 'ENOENT' }),
    );
  });
});
