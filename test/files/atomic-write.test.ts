import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDurably, writeFileAtomic } from '../../src/files/atomic-write.ts';
import { runAtOnce } from '../../src/files/durable-work.ts';
import { createRecordFolder } from '../../src/files/record-folder.ts';
import { flushesOf } from './fixtures/flushes.ts';
import { give, killNow, runTogether, startProcess } from './fixtures/processes.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

describe('writing a file atomically', () => {
  it('leaves the new bytes, readable by the owner only, and nothing else', () => {
    const folder = tempFolder();
    const path = join(folder, 'record');
    writeFileAtomic(path, Buffer.from('old and longer'));
    writeFileAtomic(path, Buffer.from('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['record']);
  });

  it('takes another mode', () => {
    const path = join(tempFolder(), 'record');
    writeFileAtomic(path, Buffer.from(''), { mode: 0o400 });
    expect(statSync(path).mode & 0o777).toBe(0o400);
  });

  it('takes a name as long as the file system allows', () => {
    const path = join(tempFolder(), 'x'.repeat(255));
    writeFileAtomic(path, Buffer.from('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('replaces a link and leaves alone what it points to', () => {
    const folder = tempFolder();
    const victim = join(folder, 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(folder, 'record'));
    writeFileAtomic(join(folder, 'record'), Buffer.from('new'));
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(() => readlinkSync(join(folder, 'record'))).toThrow(expect.objectContaining({ code: 'EINVAL' }));
  });

  it('fails with the native code where there is no folder, or a file in its place', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    const write = (path: string) => () => writeFileAtomic(join(folder, path), Buffer.from('new'));
    expect(write('missing/record')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    expect(write('file/record')).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it('leaves no temporary file where the rename fails', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'record'));
    expect(() => writeFileAtomic(join(folder, 'record'), Buffer.from('new'))).toThrow(
      expect.objectContaining({ code: 'EISDIR' }),
    );
    expect(readdirSync(folder)).toEqual(['record']);
  });

  it('keeps the old bytes and reports the native code where the new ones do not fit', async () => {
    const folder = tempFolder();
    const path = join(folder, 'record');
    writeFileAtomic(path, Buffer.from('old'));
    const limited = await startProcess("trap '' XFSZ; ulimit -f 8");
    expect(await give(limited, { do: 'write once', path, bytes: 1_000_000 })).toBe('EFBIG');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['record']);
  });

  it('loses none of 50 writes by each of 6 processes, and mixes none', async () => {
    const folder = join(tempFolder(), 'records');
    const writers = [...'abcdef'];
    await runTogether(writers.map((writer) => ({ do: 'write', folder, writer, count: 50 })));
    const records = createRecordFolder(folder);
    const expected = writers.flatMap((writer) =>
      Array.from({ length: 50 }, (_, number) => `${writer}-${number}`),
    );
    expect(records.names().sort()).toEqual([...expected, 'shared'].sort());
    const wrong = expected.filter((name) => {
      const [writer, number] = name.split('-');
      return records.read(name)?.toString() !== `${writer} wrote ${number}`;
    });
    expect(wrong).toEqual([]);
    expect(records.read('shared')?.toString()).toMatch(/^([a-f])\1{19999}$/);
    expect(readdirSync(folder)).toHaveLength(301);
  });

  it('shows whole files only, while one is rewritten and after its writer was killed', async () => {
    const folder = join(tempFolder(), 'records');
    const records = createRecordFolder(folder);
    records.write('record', Buffer.alloc(300_000, 'z'));
    const writer = await startProcess();
    writer.send({ do: 'rewrite for ever', folder, name: 'record', bytes: 300_000 });
    const seen = new Set<string>();
    while (seen.size < 10) {
      const text = records.read('record')?.toString() ?? '';
      expect(text === (text[0] ?? '').repeat(300_000)).toBe(true);
      seen.add(text[0] ?? '');
      await new Promise(setImmediate);
    }
    await killNow(writer);
    const text = records.read('record')?.toString() ?? '';
    expect(text === (text[0] ?? '').repeat(300_000)).toBe(true);
    expect(records.names()).toEqual(['record']);
  });
});

describe('writing a new file atomically', () => {
  const noLinks = () => {
    throw Object.assign(new Error('no links here'), { code: 'ENOTSUP' });
  };

  it.each([
    ['with links', undefined],
    ['without links', noLinks],
  ])('leaves its bytes and nothing else, readable by the owner only, on a disk %s', (_, link) => {
    const folder = tempFolder();
    const path = join(folder, 'new');
    expect(runAtOnce(createDurably(path, Buffer.from('bytes'), { link }))).toBe(true);
    expect(readFileSync(path, 'utf8')).toBe('bytes');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['new']);
  });

  it('has its bytes on the disk before its name, and that before it is told', () => {
    const folder = tempFolder();
    const steps = createDurably(join(folder, 'new'), Buffer.from('bytes'));
    expect(flushesOf(steps)).toEqual({ result: true, flushes: ['bytes', { namesIn: folder }] });
  });

  it.each([
    ['with links', undefined],
    ['without links', noLinks],
  ])('leaves whatever has its name alone, a link that leads nowhere too, on a disk %s', (_, link) => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), 'mine');
    mkdirSync(join(folder, 'folder'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    for (const name of ['file', 'folder', 'link'])
      expect(runAtOnce(createDurably(join(folder, name), Buffer.from('new'), { link }))).toBe(false);
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('mine');
    expect(readdirSync(folder).toSorted()).toEqual(['file', 'folder', 'link']);
  });
});
