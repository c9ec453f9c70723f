import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markOfTempFile } from '../../src/files/temp-file.ts';
import { openTextSpool } from '../../src/files/text-spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a spool of texts', () => {
  it('gives each text back by its place, in any order', () => {
    const spool = openTextSpool(join(temporaryFolder('genctl-'), 'spool'));
    const places = ['a fox', '', 'Füchse 🦊'].map((text) => spool.put(text));
    expect(places.toReversed().map((place) => spool.read(place))).toEqual(['Füchse 🦊', '', 'a fox']);
    spool.close();
  });

  it('makes no file before the first text, one that is swept after a kill, and none is left behind', () => {
    const folder = join(temporaryFolder('genctl-'), 'spool');
    const spool = openTextSpool(folder);
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    spool.put('a fox');
    expect(readdirSync(folder).map((name) => markOfTempFile(name)?.pid)).toEqual([process.pid]);
    spool.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
