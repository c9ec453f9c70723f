import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepTempFiles } from '../../src/files/sweep-temp-files.ts';
import { uniquePathBeside } from '../../src/files/temp-file.ts';
import { killNow, startProcess } from './fixtures/processes.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const hourMs = 60 * 60 * 1000;

/** The number of a process that has ended. */
const { pid: deadPid } = spawnSync(process.execPath, ['--version']);

/** A folder, and the names there of what another process of this machine would be writing. */
function bench() {
  const folder = tempFolder();
  const mine = basename(uniquePathBeside(join(folder, 'record')));
  const nameOf = (pid: number) => mine.replace(`.${process.pid}-`, `.${pid}-`);
  const sweep = (laterMs: number, isPrivate = false) =>
    sweepTempFiles(folder, { nowMs: Date.now() + laterMs, isPrivate });
  return { folder, mine, nameOf, sweep, names: () => readdirSync(folder).toSorted() };
}

describe('what killed processes left half written', () => {
  it('goes an hour later, and not before', () => {
    const { folder, mine, nameOf, sweep, names } = bench();
    writeFileSync(join(folder, nameOf(deadPid)), 'x');
    // A predecessor under the number that is ours now began at another time.
    writeFileSync(join(folder, mine.replace(/-([0-9a-f]{6})[0-9a-f]{12}/, '-$1000000000001')), 'x');
    expect(sweep(hourMs - 60_000)).toBe(0);
    expect(names()).toHaveLength(2);
    expect(sweep(hourMs + 60_000)).toBe(2);
    expect(names()).toEqual([]);
  });

  it('stays while its process lives, on another machine, and where it only looks alike', () => {
    const { folder, mine, nameOf, sweep, names } = bench();
    const dead = nameOf(deadPid);
    mkdirSync(join(folder, dead));
    const left = [
      mine,
      nameOf(process.ppid),
      dead.replace(/-[0-9a-f]{6}/, '-aaaaaa'),
      dead.slice(1),
      `${dead}.png`,
      `.${deadPid}-0011223344556677.tmp`,
      'config.json.tmp-1760000000abcdef',
    ];
    for (const name of left) writeFileSync(join(folder, name), 'x');
    expect(sweep(1000 * hourMs)).toBe(0);
    expect(names()).toEqual([dead, ...left].toSorted());
  });

  it('goes from a folder of genctl alone a day later where its name says less', () => {
    const { folder, sweep, names } = bench();
    writeFileSync(join(folder, 'config.json.tmp-1760000000abcdef'), 'x');
    expect(sweep(23 * hourMs, true)).toBe(0);
    expect(sweep(25 * hourMs, true)).toBe(1);
    expect(names()).toEqual([]);
  });

  it('is not followed where it is a link, and a folder that is not there is no trouble', () => {
    const { folder, nameOf, sweep } = bench();
    writeFileSync(join(folder, 'precious'), 'precious');
    symlinkSync(join(folder, 'precious'), join(folder, nameOf(deadPid)));
    expect(sweep(2 * hourMs)).toBe(1);
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('precious');
    expect(sweepTempFiles(join(folder, 'nowhere'), { nowMs: 0, isPrivate: true })).toBe(0);
  });

  it('is known as that of a process which kill -9 ended in the middle of a write', async () => {
    const folder = tempFolder();
    const child = await startProcess();
    child.send({ do: 'rewrite for ever', folder, name: 'record', bytes: 20_000_000 });
    const isTemp = (name: string) => name.endsWith('.tmp');
    for (let left: string[] = []; left.length === 0; left = readdirSync(folder).filter(isTemp))
      await new Promise(setImmediate);
    await killNow(child);
    const left = readdirSync(folder).filter(isTemp);
    const past = new Date(Date.now() - 2 * hourMs);
    for (const name of left) utimesSync(join(folder, name), past, past);
    expect(sweepTempFiles(folder, { nowMs: Date.now(), isPrivate: false })).toBe(left.length);
    expect(existsSync(folder)).toBe(true);
  });
});
