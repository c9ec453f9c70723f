import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { partPath, removeAbandonedParts } from '../../../src/outputs/downloads/part-name.ts';

/** A folder, and the name there of a part that another process of this machine would have. */
function folderOfParts() {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-parts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const target = join(folder, 'clip.mp4');
  const mine = basename(partPath(target, 1));
  return { folder, target, mine, of: (pid: number) => mine.replace(`.${process.pid}-`, `.${pid}-`) };
}

/** The number of a process that has ended. */
function deadPid(): number {
  const { pid } = spawnSync(process.execPath, ['--version']);
  return pid;
}

it('a part whose process is gone is removed, also where its number is ours now', () => {
  const { folder, target, mine, of } = folderOfParts();
  writeFileSync(join(folder, of(deadPid())), 'x');
  writeFileSync(join(folder, of(deadPid()).replace('.part', '.2.part')), 'x');
  writeFileSync(join(folder, mine.replace(/-\w+\.part$/, '-1.part')), 'x');
  removeAbandonedParts(target);
  expect(readdirSync(folder)).toEqual([]);
});

it('a part that is being written, here or elsewhere, stays, and so does whatever is no part of this file', () => {
  const { folder, target, mine, of } = folderOfParts();
  const dead = of(deadPid());
  const names = [
    mine,
    basename(partPath(target, 2)),
    of(process.ppid),
    dead.replace(/-[0-9a-f]{6}-/, '-aaaaaa-'),
    dead.replace('clip', 'clip2'),
    `${dead}.png`,
    'clip.mp4',
    'clip.mp4.part',
  ].toSorted();
  for (const name of names) writeFileSync(join(folder, name), 'x');
  removeAbandonedParts(target);
  expect(readdirSync(folder)).toEqual(names);
});

it('of a link only the link is removed, a folder stays, and a folder that is not there is no trouble', () => {
  const { folder, target, of } = folderOfParts();
  writeFileSync(join(folder, 'precious'), 'x');
  symlinkSync(join(folder, 'precious'), join(folder, of(deadPid())));
  const taken = of(deadPid()).replace('.part', '.2.part');
  mkdirSync(join(folder, taken));
  removeAbandonedParts(target);
  expect(readdirSync(folder).toSorted()).toEqual([taken, 'precious'].toSorted());
  removeAbandonedParts(join(folder, 'nowhere', 'clip.mp4'));
});

it('of another file a part whose process is gone goes a day after its last byte, and not before', () => {
  const { folder, target, of } = folderOfParts();
  const dead = of(deadPid()).replace('clip.mp4', 'other.mp4');
  const alive = of(process.ppid).replace('clip.mp4', 'other.mp4');
  const names = [dead, alive, dead.replace(/-[0-9a-f]{6}-/, '-aaaaaa-'), 'other.mp4.part'].toSorted();
  for (const name of names) writeFileSync(join(folder, name), 'x');
  const dayMs = 24 * 60 * 60 * 1000;
  removeAbandonedParts(target, Date.now() + dayMs - 60_000);
  removeAbandonedParts(target);
  expect(readdirSync(folder).toSorted()).toEqual(names);
  removeAbandonedParts(target, Date.now() + dayMs + 60_000);
  expect(readdirSync(folder).toSorted()).toEqual(names.filter((name) => name !== dead));
});

it('a folder that many files go into is read once a minute: a part that was left since then waits for the next look', () => {
  const { folder, target, of } = folderOfParts();
  const dead = of(deadPid());
  const partOf = (number: number) => dead.replace('clip', `clip${number}`);
  for (const number of [1, 2, 3]) writeFileSync(join(folder, partOf(number)), 'x');
  const nowMs = Date.now();
  removeAbandonedParts(target.replace('clip', 'clip1'), nowMs);
  writeFileSync(join(folder, partOf(4)), 'x');
  for (const number of [2, 3, 4])
    removeAbandonedParts(target.replace('clip', `clip${number}`), nowMs + 59_000);
  expect(readdirSync(folder)).toEqual([partOf(4)]);
  removeAbandonedParts(target.replace('clip', 'clip4'), nowMs + 60_000);
  expect(readdirSync(folder)).toEqual([]);
});
