import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { errorCode } from '../../errors/error-code.ts';
import { type InterruptSignal, SignalAbort } from '../../errors/interrupted-error.ts';
import { whyNotStarted } from '../../errors/not-started.ts';
import type { ExecRun } from '../../ledger/events.ts';
import { type PrintClock, printOutput } from './print-output.ts';
import { processGroupOf } from './process-group.ts';

export interface ShellOptions {
  /** What it gets: no secret is left in it. */
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
