import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTextSpool } from '../../src/files/text-spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a spool of texts', () => {
  it('gives each text back by its place, in any order', () => {
    const spool = openTextSpool(join(temporaryFolder('genctl-'), 'spool'));
    const places = ['a fox', '', 'Füchse 🦊'].map((text) => spool.put(text));
    expect(places.toReversed().map((place) => spool.read(place))).toEqual(['Füchse 🦊', '', 'a fox']);
    spool.close();
  });

  it('makes no file before the first text, and then one without a name, which no kill can leave', () => {
    const folder = join(temporaryFolder('genctl-'), 'spool');
    const spool = openTextSpool(folder);
    expect(() => readdirSync(folder)).toThrow('ENOENT');
    const place = spool.put('a fox');
    expect(readdirSync(folder)).toEqual([]);
    expect(spool.read(place)).toBe('a fox');
    spool.close();
  });
});
