import type { Line } from '../errors/hint.ts';
/** The signals that end a run: its rooms abort by them, and end in order. */
export interface Interruptible {
  /** Aborts on SIGINT, SIGTERM and SIGHUP; until it is first asked for, they end the process at once. */
  interruption(): AbortSignal;
  /** Aborts on the second of these signals, from when that is expected. */
  interruptedAgain: AbortSignal;
  /** Lets the second of these signals end the work that goes on after the first one, instead of the process. */
  expectSecondSignal(): void;
  /** Registers what is done just before a signal ends the process; it can't wait. Returns a function that takes it back. */
  beforeKilled(act: () => void): () => void;
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
  /** Jobs that were canceled because of the signal. */
  canceled?: readonly string[];
  /** The command line that goes on, where that is another one than a wait for these jobs. */
  line?: Line;
}
