import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SignalAbort } from '../../../src/errors/interrupted-error.ts';
import { runShell } from '../../../src/follow/exec/run-shell.ts';

/** A folder, and what a command that runs there prints. */
function newShell() {
  const folder = mkdtempSync(join(tmpdir(), 'genctl-exec-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stop = new AbortController();
  const printed: string[] = [];
  let killers: (() => void)[] = [];
  let heard = (): void => {};
  const run = (command: string, environment: Record<string, string> = {}) =>
    runShell(command, {
      environment: { PATH: process.env.PATH, ...environment },
      folder,
      platform: process.platform,
      clock: { sleep: (ms) => sleep(ms) },
      signal: stop.signal,
      async print(text) {
        printed.push(text);
        heard();
      },
      beforeKilled(act) {
        killers.push(act);
        return () => {
          killers = killers.filter((other) => other !== act);
        };
      },
    });
  /** Resolves when the command has printed something. */
  const firstWords = new Promise<void>((resolve) => {
    heard = resolve;
  });
  return {
    firstWords,
    folder,
    kill: () => killers.map((act) => act()),
    killers: () => killers,
    printed,
    run,
    stop,
  };
}

/** Whether a process that wrote its id to a file still runs. One that has ended may be listed until somebody asks for its end. */
function isAlive(pidFile: string): boolean {
  const pid = readFileSync(pidFile, 'utf8').trim();
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z');
}

describe('a command of the shell', () => {
  it('gets its words and its environment as they are, and no stdin', async () => {
    const { folder, printed, run } = newShell();
    const end = await run('printf "%s|" "$A" "$PWD" $((1 + 2)); cat; echo', { A: '$(rm -rf x) "q" \n2' });
    expect(end).toEqual({ how: 'ended', exitCode: 0 });
    expect(printed.join('')).toBe(`$(rm -rf x) "q" \n2|${folder}|3|\n`);
  });

  it('has both its streams printed in whole lines', async () => {
    const { printed, run } = newShell();
    await run('printf one; printf two >&2; printf " and more"; echo; echo; printf last >&2');
    expect(printed.every((text) => text.endsWith('\n'))).toBe(true);
    expect(printed.join('').split('\n').sort()).toEqual(['', '', 'one and more', 'twolast']);
  });

  it('prints any amount, however slowly it is taken', async () => {
    const { printed, run } = newShell();
    await run('seq 1 40000');
    expect(printed.join('').split('\n')).toHaveLength(40_001);
    expect(printed.join('')).toMatch(/40000\n$/);
  });

  it('ends with its exit code, or by a signal', async () => {
    const { run } = newShell();
    expect(await run('exit 7')).toEqual({ how: 'ended', exitCode: 7 });
    expect(await run('kill -9 $$')).toEqual({ how: 'killed', signal: 'SIGKILL' });
    expect(await run('no-such-program-here')).toEqual({ how: 'ended', exitCode: 127 });
  });

  it('that can not be started says why', async () => {
    const { folder, run } = newShell();
    rmSync(folder, { recursive: true });
    expect(await run('true')).toEqual({ how: 'not-started', why: `the folder ${folder} is gone` });
    const large = newShell();
    expect(await large.run('true', { A: 'x'.repeat(4_000_000) })).toEqual({
      how: 'not-started',
      why: 'the shell: its arguments and variables are longer than the system allows',
    });
  });

  it('is not waited for where it leaves a program in the background', async () => {
    const { folder, printed, run } = newShell();
    const startedMs = performance.now();
    await run('sleep 60 & echo $! > pid; echo done');
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(printed.join('')).toBe('done\n');
    expect(isAlive(join(folder, 'pid'))).toBe(true);
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')));
  });
});

describe('a signal', () => {
  it('reaches the command and all that it started, which may still tidy up', async () => {
    const { firstWords, folder, run, stop } = newShell();
    writeFileSync(
      join(folder, 'child.sh'),
      'trap "echo tidied > tidied; exit" TERM\necho $$ > pid; echo begun; while :; do sleep 0.02; done',
    );
    const running = run('sh child.sh & wait');
    await firstWords;
    stop.abort(new SignalAbort('SIGTERM'));
    expect(await running).toEqual({ how: 'interrupted' });
    expect(readFileSync(join(folder, 'tidied'), 'utf8')).toBe('tidied\n');
    expect(isAlive(join(folder, 'pid'))).toBe(false);
  });

  it('ends what does not listen to it as well', async () => {
    const { firstWords, folder, run, stop } = newShell();
    const running = run(
      'trap "" INT TERM; (echo $(exec sh -c \'echo $PPID\') > pid; echo begun; sleep 60) & wait',
    );
    await firstWords;
    const startedMs = performance.now();
    stop.abort(new SignalAbort('SIGINT'));
    expect(await running).toEqual({ how: 'interrupted' });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    expect(isAlive(join(folder, 'pid'))).toBe(false);
  });

  it('that ends this process kills it before, and afterwards nothing is left to kill', async () => {
    const { firstWords, kill, killers, run } = newShell();
    const running = run('trap "" INT; echo begun; sleep 60');
    await firstWords;
    expect(kill()).toHaveLength(1);
    expect(await running).toEqual({ how: 'killed', signal: 'SIGKILL' });
    expect(killers()).toEqual([]);
  });
});
