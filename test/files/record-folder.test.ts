import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRecordFolder, RecordNameError } from '../../src/files/record-folder.ts';
import { TornFileError } from '../../src/files/set-aside.ts';
import { flushesOf } from './fixtures/flushes.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const bytes = (text: string) => Buffer.from(text);

function newRecords(name = 'records') {
  return createRecordFolder(join(tempFolder(), name));
}

describe('a folder of records', () => {
  it('is empty where there is no folder, and reading makes none', () => {
    const records = newRecords();
    expect(records.names()).toEqual([]);
    expect(records.read('one')).toBeUndefined();
    expect(records.remove('one')).toBe(false);
    expect(records.setAside('one', 'cut short')).toBeUndefined();
    expect(existsSync(records.path)).toBe(false);
  });

  it('keeps what was written, under modes that keep others out', () => {
    const records = newRecords();
    records.write('one', bytes('first'));
    records.write('one', bytes('second'));
    expect(records.claim('two', bytes('claimed'))).toBe('claimed');
    expect(records.claim('two', bytes('late'))).toBe('exists');
    expect(records.read('one')?.toString()).toBe('second');
    expect(records.read('two')?.toString()).toBe('claimed');
    expect(records.names().sort()).toEqual(['one', 'two']);
    expect(statSync(records.path).mode & 0o777).toBe(0o700);
    expect(statSync(join(records.path, 'one')).mode & 0o777).toBe(0o600);
  });

  it('forgets what was removed', () => {
    const records = newRecords();
    records.write('one', bytes('first'));
    expect(records.remove('one')).toBe(true);
    expect(records.remove('one')).toBe(false);
    expect(records.names()).toEqual([]);
  });

  it('has each change on the disk before it is told, but for a removal that may be undone', () => {
    const { path, steps } = newRecords();
    const names = { namesIn: path };
    expect(flushesOf(steps.write('one', bytes('first'))).flushes).toEqual(['bytes', names]);
    expect(flushesOf(steps.remove('one')).flushes).toEqual([names]);
    expect(flushesOf(steps.claim('one', bytes('first'))).flushes).toEqual(['bytes', names]);
    expect(flushesOf(steps.remove('one', { durable: false })).flushes).toEqual([]);
  });

  it('does not list what a killed writer left behind', () => {
    const records = newRecords();
    records.write('one', bytes('first'));
    writeFileSync(join(records.path, '.4711-0011223344556677.tmp'), 'ha');
    expect(records.names()).toEqual(['one']);
  });

  it('reports the native code where a file is in the place of the folder', () => {
    const records = newRecords();
    writeFileSync(records.path, '');
    expect(() => records.read('one')).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    expect(() => records.names()).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
    expect(() => records.write('one', bytes(''))).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });
});

describe('a torn record', () => {
  it('is set aside whole, each under a number of its own, and is listed no more', () => {
    const records = newRecords();
    records.write('one', bytes('{"cut'));
    const first = records.setAside('one', 'it ends in the middle');
    records.write('one', bytes('{"cut again'));
    const second = records.setAside('one', 'it ends in the middle');
    expect(first).toBeInstanceOf(TornFileError);
    expect(first).toMatchObject({ code: 'ETORN', path: join(records.path, 'one.torn-1') });
    expect(first?.message).toContain('it ends in the middle');
    expect(readFileSync(first?.path ?? '', 'utf8')).toBe('{"cut');
    expect(readFileSync(second?.path ?? '', 'utf8')).toBe('{"cut again');
    expect(records.names()).toEqual([]);
    expect(records.read('one')).toBeUndefined();
    expect(records.claim('one', bytes('{}'))).toBe('claimed');
  });

  it('leaves no trace where it was gone already', () => {
    const records = newRecords();
    records.write('two', bytes(''));
    expect(records.setAside('one', 'empty')).toBeUndefined();
    expect(readdirSync(records.path)).toEqual(['two']);
  });
});

describe('the name of a record', () => {
  it.each(['a', 'job_01H.json', 'g1-0f', 'A..b', '-dash', 'x'.repeat(200), 'console', 'one.torn'])(
    'can be %s',
    (name) => {
      const records = newRecords();
      records.write(name, bytes('kept'));
      expect(records.names()).toEqual([name]);
    },
  );

  it.each([
    '',
    '.',
    '..',
    '.hidden',
    'dot.',
    'a/b',
    '../a',
    'a\\b',
    'a:b',
    'a b',
    'a\n',
    'a\0',
    'ä',
    '\u202e',
    'x'.repeat(201),
    'CON',
    'nul.json',
    'Com1',
    'one.torn-1',
  ])('can not be %j, in any method', (name) => {
    const records = newRecords();
    for (const use of [
      () => records.read(name),
      () => records.write(name, bytes('')),
      () => records.claim(name, bytes('')),
      () => records.remove(name),
      () => records.setAside(name, ''),
    ]) {
      expect(use).toThrow(RecordNameError);
    }
    expect(existsSync(records.path)).toBe(false);
  });
});
