import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTextSpool } from '../../src/files/text-spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a spool of texts', () => {
  it('gives each text back by its place, in any order', () => {
    const spool = openTextSpool(join(temporaryFolder('genctl-'), 'spool'));
    const long = 'fox'.repeat(600_000);
    const texts = [
      'a fox',
      '',
      'Füchse 🦊',
      ...Array.from({ length: 3000 }, (_, place) => `${place}`.repeat(200)),
    ];
    const all = [...texts, long, 'behind', long, ''];
    for (const text of all) spool.put(text);
    expect(spool.size).toBe(all.length);
    for (const place of [...all.keys()].toReversed()) expect(spool.read(place) === all[place]).toBe(true);
    spool.close();
  });

  it('makes no file for a few texts, and then one in a folder of its own that has no name, so that no kill can leave it', () => {
    const folder = join(temporaryFolder('genctl-'), 'spool');
    const spool = openTextSpool(folder);
    spool.put('a fox');
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    spool.put('x'.repeat(2_000_000));
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(spool.read(0)).toBe('a fox');
    spool.close();
  });
});
