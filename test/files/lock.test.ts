import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LockOptions, LockTimeoutError, withLock } from '../../src/files/lock.ts';
import { newHolder } from '../../src/files/owner-mark.ts';
import { give, killNow, runTogether, startProcess } from './fixtures/processes.ts';
import { tempFolder } from './fixtures/temp-folder.ts';

const noon = Date.UTC(2025, 0, 1, 12);

/** Options under a clock that stands still; pauses take no time and are written down. */
function patience(over: Partial<LockOptions> = {}) {
  const pauses: number[] = [];
  const options: LockOptions = {
    timeoutMs: 1000,
    staleMs: 60_000,
    now: () => noon,
    random: () => 0.5,
    sleep: async (delayMs) => {
      pauses.push(delayMs);
    },
    ...over,
  };
  return { options, pauses };
}

/** The text of a lock file left by some other holder. */
function lockOf(over: { pid?: number; host?: string; startedAt?: number; takenAt?: number }): string {
  return JSON.stringify({ pid: 1, host: hostname(), startedAt: 1, takenAt: noon, token: 'theirs', ...over });
}

async function pidOfTheDead(): Promise<number> {
  const child = await startProcess();
  await killNow(child);
  return child.pid ?? 0;
}

describe('a lock', () => {
  it('gives back what the work gave, and is gone afterwards', async () => {
    const folder = tempFolder();
    const path = join(folder, 'lock');
    const result = await withLock(path, patience().options, () => {
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
      expect(statSync(path).mode & 0o777).toBe(0o600);
      return 'done';
    });
    expect(result).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is gone after work that failed, too', async () => {
    const folder = tempFolder();
    const failing = withLock(join(folder, 'lock'), patience().options, async () => {
      throw new RangeError('no luck');
    });
    await expect(failing).rejects.toThrow(RangeError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps apart two calls in one process', async () => {
    const path = join(tempFolder(), 'lock');
    const { options } = patience({ sleep: () => new Promise(setImmediate), timeoutMs: 1_000_000 });
    let inside = 0;
    const work = async () => {
      inside += 1;
      const most = inside;
      await new Promise(setImmediate);
      inside -= 1;
      return most;
    };
    const most = await Promise.all([1, 2, 3, 4].map(() => withLock(path, options, work)));
    expect(most).toEqual([1, 1, 1, 1]);
  });

  it('keeps apart 4 processes that count in one file', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'counter'), '0');
    await runTogether(
      Array.from({ length: 4 }, () => ({ do: 'count under locks', folder, names: ['counter'], times: 30 })),
    );
    expect(readFileSync(join(folder, 'counter'), 'utf8')).toBe('120');
    expect(readdirSync(folder)).toEqual(['counter']);
  });

  it('fails with the native code where there is no folder', async () => {
    const path = join(tempFolder(), 'missing', 'lock');
    await expect(withLock(path, patience().options, () => 'done')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a lock that is held', () => {
  it('ends the waiting with ELOCKED, in pauses that grow and add up to the time-out', async () => {
    const path = join(tempFolder(), 'lock');
    const text = lockOf({ pid: process.ppid });
    writeFileSync(path, text);
    const { options, pauses } = patience();
    const waiting = withLock(path, options, () => 'done');
    await expect(waiting).rejects.toThrow(LockTimeoutError);
    await expect(waiting).rejects.toMatchObject({ code: 'ELOCKED', path, waitedMs: 1000 });
    await expect(waiting).rejects.toThrow(
      `process ${process.ppid} on ${hostname()} since 2025-01-01T12:00:00.000Z`,
    );
    expect(pauses.slice(0, 6)).toEqual([3, 5, 9, 17, 33, 51]);
    expect(pauses.reduce((sum, delayMs) => sum + delayMs, 0)).toBe(1000);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('is tried once where there is no time to wait', async () => {
    const path = join(tempFolder(), 'lock');
    writeFileSync(path, lockOf({ pid: process.ppid }));
    const { options, pauses } = patience({ timeoutMs: 0 });
    await expect(withLock(path, options, () => 'done')).rejects.toMatchObject({ code: 'ELOCKED' });
    expect(pauses).toEqual([]);
  });

  it('is waited for until it is let go', async () => {
    const path = join(tempFolder(), 'lock');
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const first = withLock(path, patience().options, () => gate);
    const { options } = patience({
      sleep: async () => {
        open?.();
        await first;
      },
    });
    expect(await withLock(path, options, () => 'done')).toBe('done');
  });

  it('is waited for no longer once the signal says so', async () => {
    const path = join(tempFolder(), 'lock');
    writeFileSync(path, lockOf({ pid: process.ppid }));
    const reason = new Error('interrupted');
    const before = withLock(path, patience({ signal: AbortSignal.abort(reason) }).options, () => 'done');
    await expect(before).rejects.toBe(reason);
    const controller = new AbortController();
    const { signal } = controller;
    const real = { timeoutMs: 60_000, staleMs: 60_000, now: () => noon, signal };
    const during = withLock(path, real, () => 'done');
    controller.abort(reason);
    await expect(during).rejects.toBe(reason);
  });

  it('stays with its new holder when the old one, robbed for being slow, comes to let go', async () => {
    const path = join(tempFolder(), 'lock');
    await withLock(path, patience().options, () => writeFileSync(path, lockOf({ pid: process.ppid })));
    expect(readFileSync(path, 'utf8')).toBe(lockOf({ pid: process.ppid }));
  });
});

describe('a lock whose holder is gone', () => {
  async function expectTakeover(text: string, prepare: (path: string) => void = () => {}) {
    const folder = tempFolder();
    const path = join(folder, 'lock');
    writeFileSync(path, text);
    prepare(path);
    const { options, pauses } = patience();
    expect(await withLock(path, options, () => 'done')).toBe('done');
    expect(readdirSync(folder)).toEqual([]);
    return pauses;
  }

  async function expectRespect(text: string) {
    const path = join(tempFolder(), 'lock');
    writeFileSync(path, text);
    await expect(withLock(path, patience().options, () => 'done')).rejects.toMatchObject({ code: 'ELOCKED' });
    expect(readFileSync(path, 'utf8')).toBe(text);
  }

  it('is taken over at once after kill -9', async () => {
    const path = join(tempFolder(), 'lock');
    const holder = await startProcess();
    await give(holder, { do: 'hold a lock for ever', path });
    const { options, pauses } = patience({ now: Date.now });
    await expect(withLock(path, options, () => 'done')).rejects.toMatchObject({ code: 'ELOCKED' });
    pauses.length = 0;
    await killNow(holder);
    expect(await withLock(path, options, () => 'done')).toBe('done');
    expect(pauses).toEqual([]);
  });

  it('is taken over by one of 4 processes at a time', async () => {
    const folder = tempFolder();
    const pid = await pidOfTheDead();
    const names = Array.from({ length: 40 }, (_, number) => `counter-${number}`);
    for (const name of names) {
      writeFileSync(join(folder, name), '0');
      writeFileSync(join(folder, `${name}.lock`), lockOf({ pid, takenAt: Date.now() }));
    }
    await runTogether(
      Array.from({ length: 4 }, () => ({ do: 'count under locks', folder, names, times: 1 })),
    );
    expect(names.map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual(names.map(() => '4'));
    expect(readdirSync(folder).sort()).toEqual([...names].sort());
  });

  it('is told by age alone on another machine', async () => {
    // A pid that runs nowhere here says nothing about a process over there.
    const pid = await pidOfTheDead();
    await expectTakeover(lockOf({ pid, host: 'elsewhere', takenAt: noon - 60_001 }));
    await expectRespect(lockOf({ pid, host: 'elsewhere', takenAt: noon - 60_000 }));
  });

  it('is told by age where its pid runs again as something else', async () => {
    await expectTakeover(lockOf({ pid: process.ppid, takenAt: noon - 60_001 }));
  });

  it('is told by an age in the future, after the clock was set back', async () => {
    await expectTakeover(lockOf({ pid: process.ppid, takenAt: noon + 60_001 }));
  });

  it('is told from this process where an earlier one had the same pid, as in a container', async () => {
    await expectTakeover(lockOf({ pid: process.pid }));
    await expectRespect(newHolder(noon).text);
  });

  it.each(['', '{"pid":', 'null', '{"pid":-1,"host":"","startedAt":1,"takenAt":1}'])(
    'is told by the age of the file where its text is %j',
    async (text) => {
      const old = (path: string) => utimesSync(path, noon / 1000 - 61, noon / 1000 - 61);
      await expectTakeover(text, old);
      const path = join(tempFolder(), 'lock');
      writeFileSync(path, text);
      utimesSync(path, noon / 1000, noon / 1000);
      await expect(withLock(path, patience().options, () => 'done')).rejects.toThrow('left no name');
    },
  );

  it('is taken over although an earlier taker died at it', async () => {
    const text = lockOf({ pid: await pidOfTheDead() });
    const pauses = await expectTakeover(text, (path) => writeFileSync(`${path}.takeover`, text));
    expect(pauses).toHaveLength(1);
  });

  it('is left to the taker that is at it', async () => {
    const folder = tempFolder();
    const path = join(folder, 'lock');
    writeFileSync(path, lockOf({ pid: await pidOfTheDead() }));
    writeFileSync(`${path}.takeover`, lockOf({ pid: process.ppid }));
    await expect(withLock(path, patience().options, () => 'done')).rejects.toMatchObject({ code: 'ELOCKED' });
    expect(readdirSync(folder).sort()).toEqual(['lock', 'lock.takeover']);
  });
});
