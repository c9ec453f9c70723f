import { redact } from './redaction.ts';
import { safeLine } from './safe-text.ts';

/** How a program ended. `bytes` is its stdout, as it printed it. */
export type CommandEnd =
  | { kind: 'ended'; exitCode: number | null; stdout: string; stderr: string; bytes: Uint8Array }
  /** The program printed more than is read, and no part of it is taken for the whole. */
  | { kind: 'printed too much'; most: number }
  | { kind: 'timed out' }
  /** `why` names the program. */
  | { kind: 'not started'; why: string };

/** The limits of a program. */
interface CommandLimits {
  /** How long it may run. A program that the signal ends counts as timed out. */
  timeoutMs: number;
  /** How much it may print on stdout; 64 KiB unless given. */
  bytesMost?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** Runs a program with its arguments, without a shell. */
export type RunCommand = (command: readonly string[], limits: CommandLimits) => Promise<CommandEnd>;

/** How much of what a program said is shown. Unit: characters. */
const shownCharacters = 300;

/**
 * Why a program did not bring what was wanted, with its name: how it ended, and what it said last.
 *
 * @param hide takes the secrets out of what it said.
 */
export function whyFailed(program: string, end: CommandEnd, timeoutMs: number, hide = redact): string {
  switch (end.kind) {
    case 'timed out':
      return `${program}: it was ended after ${timeoutMs / 1000} s`;
    case 'printed too much':
      return `${program}: it printed more than ${end.most} bytes`;
    case 'not started':
      return end.why;
    case 'ended':
      return `${program}: ${end.exitCode === null ? 'it was killed' : `it ended with ${end.exitCode}`}${saidBy(end, hide)}`;
  }
}

/** The end of what a program wrote to stderr: that is where programs say what went wrong. */
export function saidBy({ stderr }: { stderr: string }, hide = redact): string {
  const words = safeLine(hide(stderr.trim()));
  return words === '' ? '' : `: ${words.slice(-shownCharacters)}`;
}
