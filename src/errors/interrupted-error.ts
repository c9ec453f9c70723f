import { CliError, type CliErrorParts } from './cli-error.ts';
import type { ExitName } from './exit-codes.ts';

/** The signals that end a command, with the exit of each. */
export const interruptExits = {
  SIGHUP: 'hangup',
  SIGINT: 'interrupted',
  SIGTERM: 'terminated',
} as const satisfies Partial<Record<NodeJS.Signals, ExitName>>;

export type InterruptSignal = keyof typeof interruptExits;

/** How an error says that a signal ended the command. */
export function stoppedBy(signal: InterruptSignal): string {
  return signal === 'SIGINT' ? 'Stopped (Ctrl-C)' : `Stopped by ${signal}`;
}

/** A signal ended the command; its jobs go on. */
export class InterruptedError extends CliError {
  override readonly name = 'InterruptedError';
  readonly signal: InterruptSignal;

  constructor(signal: InterruptSignal, parts: CliErrorParts) {
    super(interruptExits[signal], parts);
    this.signal = signal;
  }
}

/** The reason of an abort by a signal. It is an AbortError, as other code expects, and knows its signal. */
export class SignalAbort extends DOMException {
  readonly signal: InterruptSignal;

  constructor(signal: InterruptSignal) {
    super(stoppedBy(signal), 'AbortError');
    this.signal = signal;
  }
}

/** The abort by a signal that an error is, or was caused by; undefined for any other error. Node names the reason of an abort as a cause. */
export function signalAbortOf(error: unknown): SignalAbort | undefined {
  if (error instanceof SignalAbort) return error;
  return error instanceof Error && error.cause !== undefined ? signalAbortOf(error.cause) : undefined;
}

/** Tells whether a signal alone is why something ended. */
export function isOfSignal(error: unknown): boolean {
  return (
    error instanceof InterruptedError || (!(error instanceof CliError) && signalAbortOf(error) !== undefined)
  );
}
