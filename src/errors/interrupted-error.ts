import { CliError, type CliErrorParts } from './cli-error.ts';
import type { ExitName } from './exit-codes.ts';

/** The signals that end a command, with the exit of each. */
export const interruptExits = {
  SIGHUP: 'hangup',
  SIGINT: 'interrupted',
  SIGTERM: 'terminated',
} as const satisfies Partial<Record<NodeJS.Signals, ExitName>>;

export type InterruptSignal = keyof typeof interruptExits;

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
    super(`Stopped by ${signal}`, 'AbortError');
    this.signal = signal;
  }
}
