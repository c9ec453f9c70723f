import { type ChildProcess, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { errorCode } from '../../errors/error-code.ts';
import { type InterruptSignal, SignalAbort } from '../../errors/interrupted-error.ts';
import { whyNotStarted } from '../../errors/system-trouble.ts';
import type { ExecRun } from '../../ledger/events.ts';

export interface ShellOptions {
  /** The environment that it gets: no secret is left in it. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The folder that it runs in. Absolute. */
  folder: string;
  platform: NodeJS.Platform;
  clock: PrintClock;
  /** Aborting it ends the command and all that it started, which get the signal of its reason first. */
  signal: AbortSignal;
  /** Takes what the command prints, in whole lines, and resolves when there is room for more. */
  print(text: string): Promise<void>;
  /** Registers what has to be done before a second signal ends this process; returns a function that takes it back. */
  beforeKilled(act: () => void): () => void;
}

/**
 * Runs a command by the shell: `sh -c`, on Windows `cmd /d /s /c`. It has no stdin, and both its streams are printed. Programs
 * that it leaves in the background go on after it, without a stream to print to. Rejects for a defect only.
 */
export async function runShell(command: string, options: ShellOptions): Promise<ExecRun> {
  const { spawn } = await import('node:child_process');
  try {
    const child = spawn(command, {
      shell: true,
      cwd: options.folder,
      env: { ...options.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that it can be ended with all that it started.
      detached: options.platform !== 'win32',
      windowsHide: true,
    });
    return await runOf(child, options);
  } catch (error) {
    // An environment that is too large for the system is thrown; other reasons come as an event.
    if (errorCode(error) === undefined) throw error;
    return { how: 'not-started', why: whyNotRun(error, options.folder) };
  }
}

async function runOf(child: ChildProcess, options: ShellOptions): Promise<ExecRun> {
  const { beforeKilled, clock, print, signal } = options;
  const ended = endOf(child, options.folder);
  const { pid, stderr, stdout } = child;
  if (pid === undefined || stdout === null || stderr === null) return ended;
  const group = processGroupOf(pid, options);
  const takeBack = beforeKilled(group.kill);
  const output = printOutput([stdout, stderr], print, clock);
  try {
    const end = await unlessAborted(ended, signal);
    if (end === undefined) {
      await group.end(signalOf(signal));
      await ended;
      return { how: 'interrupted' };
    }
    await unlessAborted(output.settle(), signal);
    return end;
  } finally {
    takeBack();
    output.stop();
  }
}

function endOf(child: ChildProcess, folder: string): Promise<ExecRun> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ how: 'not-started', why: whyNotRun(error, folder) }));
    child.once('exit', (exitCode, signal) =>
      resolve(exitCode === null ? { how: 'killed', signal: String(signal) } : { how: 'ended', exitCode }),
    );
  });
}

/** The value of a promise, or undefined as soon as the signal aborts. */
async function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value | undefined> {
  if (signal.aborted) return undefined;
  let hear = (): void => {};
  const aborted = new Promise<undefined>((resolve) => {
    hear = () => resolve(undefined);
    signal.addEventListener('abort', hear, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', hear);
  }
}

/** The signal that this process got, for the command to get as well. */
function signalOf({ reason }: AbortSignal): InterruptSignal {
  return reason instanceof SignalAbort ? reason.signal : 'SIGTERM';
}

/** A folder that is gone is told of as a program that is. */
function whyNotRun(error: unknown, folder: string): string {
  if (errorCode(error) === 'ENOENT' && !existsSync(folder)) return `the folder ${folder} is gone`;
  return whyNotStarted('the shell', error);
}

interface PrintClock {
  sleep(ms: number): Promise<void>;
}

/** How long nothing comes from a stream that a program in the background holds open. Unit: ms. */
const idleMs = 100;

/** Prints streams line by line, so that lines of two streams, or a line that is drawn meanwhile, do not run into each other. */
function printOutput(
  streams: readonly Readable[],
  print: (text: string) => Promise<void>,
  { sleep }: PrintClock,
) {
  let pieces = 0;
  let underWay = 0;
  async function printAll(stream: Readable): Promise<void> {
    for await (const text of wholeLines(stream)) {
      pieces += 1;
      underWay += 1;
      await print(text);
      underWay -= 1;
    }
  }
  const all = Promise.all(streams.map(printAll)).then(() => true);
  return {
    /**
     * Resolves when all is printed. A program that the command left in the background may hold a stream open: it is not waited
     * for once nothing comes any more.
     */
    async settle(): Promise<void> {
      for (let before = -1; before !== pieces || underWay > 0; ) {
        before = pieces;
        if (await Promise.race([all, sleep(idleMs).then(() => false)])) return;
      }
    },
    /** Reads no more. */
    stop(): void {
      for (const stream of streams) stream.destroy();
    },
  };
}

/** A line that is longer than this is cut, so that it does not fill the memory. Unit: characters. */
const lineMost = 64 * 1024;

/** The text of a stream in pieces that end with a newline. A stream that is stopped ends as any other. */
async function* wholeLines(stream: Readable): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of stream.setEncoding('utf8')) {
      const text = `${rest}${piece}`;
      const end = text.length > lineMost ? text.length : text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      if (end > 0) yield text.slice(0, end);
    }
  } catch {
    // It was stopped, or can't be read any more: what came is printed.
  }
  if (rest !== '') yield `${rest}\n`;
}

/** How long they have to end after the signal: the whole program has two seconds. Unit: ms. */
const graceMs = 1_000;
/** Time between two looks whether any of them is left. Unit: ms. */
const lookMs = 20;

interface GroupSurroundings {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  clock: { sleep(ms: number): Promise<void> };
}

/**
 * The group that a process leads, and all that it started. `end` sends the signal to all of them, gives them a moment to end, and kills
 * those that are left; `kill` does that at once. Windows has no groups and no signals: there its tree of processes is killed.
 */
function processGroupOf(
  pid: number,
  { clock, environment, platform }: GroupSurroundings,
): { end(signal: InterruptSignal): Promise<void>; kill(): void } {
  if (platform === 'win32') {
    const kill = (): void => {
      spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], {
        env: environment,
        stdio: 'ignore',
        windowsHide: true,
      });
    };
    return { kill, end: async () => kill() };
  }
  /** Returns false where none of them is left. */
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return process.kill(-pid, signal);
    } catch (error) {
      // On macOS EPERM stands for a group whose last process has ended and was not waited for yet.
      if (errorCode(error) === 'ESRCH' || errorCode(error) === 'EPERM') return false;
      throw error;
    }
  };
  return {
    kill: () => void send('SIGKILL'),
    async end(signal) {
      send(signal);
      for (let waitedMs = 0; waitedMs < graceMs && send(0); waitedMs += lookMs) await clock.sleep(lookMs);
      send('SIGKILL');
    },
  };
}
