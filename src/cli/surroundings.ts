import { UsageError } from '../errors/endings.ts';
import type { Hint } from '../errors/hint.ts';
import { isOtherFolder } from '../files/real-place.ts';
import type { Job } from '../service/job.ts';
import type { Terminal, TerminalParts } from '../terminal/terminal.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { SandboxPort } from './sandbox/sandbox-port.ts';
import type { TypedCommand } from './typed-line.ts';

/** The environment as the program reads it; an empty value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything of the process that a command line may touch; main hands it over. */
export interface Surroundings {
  /** Without the interpreter and the script. */
  argv: readonly string[];
  environment: Environment;
  /** Opens stdin, which happens only when it is needed. */
  stdin: () => NodeJS.ReadStream;
  stdinIsTerminal: () => boolean;
  stdout: TerminalParts['stdout'];
  stderr: TerminalParts['stderr'];
  platform: NodeJS.Platform;
  /** Absolute. Reading it throws Node's error where the folder was removed, which only concerns the commands that need it. */
  readonly workingFolder: string;
  version: string;
  /** The folder of the package, which has completions/ beside the code. */
  packageFolder: string;
  /**
   * Calls `hear` at each such signal, instead of ending the process; where it returns `end`, the process ends as if nobody
   * listened. Returns a function that stops listening.
   */
  onSignal(signal: NodeJS.Signals, hear: () => 'go on' | 'end'): () => void;
  sandbox: SandboxPort;
}

/** A command line and where it was typed. */
export interface CommandLine {
  around: Surroundings;
  globals: GlobalFlags;
  terminal: Terminal;
  /** The command as it was named, and the flags that it declares. */
  typed: TypedCommand;
}

/** The signals that end a run: its rooms abort by them, and end in order. */
export interface Interruptible {
  /** Aborts on SIGINT, SIGTERM and SIGHUP; until it is first asked for, they end the process at once. */
  interruption(): AbortSignal;
  /** Aborts as that does, once that was asked for. */
  interrupted: AbortSignal;
  /** Aborts on the second of these signals, from when that is expected. */
  interruptedAgain: AbortSignal;
  /** Lets the second of these signals end the work that goes on after the first one, instead of the process. */
  expectSecondSignal(): void;
  /** Registers what is done just before a signal ends the process; it can't wait. Returns a function that takes it back. */
  beforeKilled(act: () => void): () => void;
  /**
   * Registers what is left where a second signal ends the process: its line is told then. It can't wait. Returns a function that takes
   * it back.
   */
  leftIfKilled(left: () => LeftIfKilled): () => void;
  /** Throws InterruptedError where a signal has come, with the command that continues with these jobs. */
  throwIfInterrupted(jobIds: readonly string[], left?: LeftBehind): void;
}

/** Work that a signal left unfinished besides the jobs that go on. */
export interface LeftBehind {
  /** The key of a submit whose answer was not waited for. */
  idempotencyKey?: string | undefined;
  /** True if `recover` can find the job of that submit. It can't on v1, which has no key. */
  recoverable?: boolean;
  /** Jobs that are over and whose files did not all come. */
  missing?: readonly string[];
  /** Jobs for which the command of `--exec` has not ended. */
  unrun?: readonly string[];
  /** Jobs that were to be canceled because of the signal, and are over now: some may have ended by themselves. */
  stopped?: readonly { id: string; job: Job }[];
  /** The command line that goes on, where that is another one than a wait for these jobs. */
  line?: Hint | undefined;
}

export interface LeftIfKilled extends LeftBehind {
  /** The jobs that go on. */
  jobIds?: readonly string[];
}

/**
 * The working folder. Where its name is not UTF-8, Node gives the name of another folder, and files would go there.
 *
 * @param path as Node gives it.
 * @throws UsageError where the folder is not the one that the path names.
 */
export function wholeFolder(path: string): string {
  if (!isOtherFolder(path)) return path;
  throw new UsageError({
    code: 'folder_not_utf8',
    message: `genctl can't work in ${path}`,
    why: 'A part of its name is not UTF-8, so files would go to another folder.',
    hint: 'cd to a folder whose name is UTF-8, or rename this one (convmv, mv)',
  });
}
