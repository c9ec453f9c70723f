import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { LockTimeoutError, takeLock } from '../../src/files/lock.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const noon = Date.UTC(2025, 0, 1, 12);

/** Options under a clock that stands still, whose pauses take no time. */
function patience(over: { renewMs: number; staleMs: number; now?: () => number }) {
  return { timeoutMs: 1000, now: () => noon, random: () => 0.5, sleep: async () => {}, ...over };
}

describe('a lock that is held for hours', () => {
  const renewed = { renewMs: 15_000, staleMs: 120_000 };
  const takenAt = noon - 9 * 3_600_000;
  const elsewhere = JSON.stringify({
    pid: 1,
    host: 'another-machine',
    startedAt: 1,
    takenAt,
    token: 'theirs',
  });
  const touched = (path: string, agoMs: number) => {
    writeFileSync(path, JSON.stringify({ ...JSON.parse(elsewhere), renewed: true }));
    utimesSync(path, new Date(noon - agoMs), new Date(noon - agoMs));
  };

  it('stays with a holder on another machine that has just touched it', async () => {
    const path = join(tempFolder(), 'lock');
    touched(path, 60_000);
    await expect(takeLock(path, patience(renewed))).rejects.toThrow(LockTimeoutError);
  });

  it('is taken from one that gave no sign of life', async () => {
    const path = join(tempFolder(), 'lock');
    touched(path, 121_000);
    const lock = await takeLock(path, patience(renewed));
    expect(lock.isHeld()).toBe(true);
    lock.release();
    expect(lock.isHeld()).toBe(false);
  });

  it('knows that another has taken it, and leaves it to that one', async () => {
    const path = join(tempFolder(), 'lock');
    const lock = await takeLock(path, patience(renewed));
    writeFileSync(path, elsewhere);
    expect(lock.isHeld()).toBe(false);
    lock.release();
    expect(readFileSync(path, 'utf8')).toBe(elsewhere);
  });

  it('is touched at its interval, by the clock of its holder', async () => {
    const path = join(tempFolder(), 'lock');
    let nowMs = noon;
    const lock = await takeLock(path, patience({ staleMs: 120_000, renewMs: 1, now: () => nowMs }));
    nowMs = noon + 90_000;
    await vi.waitFor(() => expect(statSync(path).mtimeMs).toBe(nowMs));
    lock.release();
  });
});
