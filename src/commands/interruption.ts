import type { CliErrorParts } from '../errors/cli-error.ts';
import {
  InterruptedError,
  type InterruptSignal,
  interruptExits,
  SignalAbort,
} from '../errors/interrupted-error.ts';
import { resumeCommand } from '../ui/render/resume-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Hears the signals that end a command, once someone cares to end well. */
export interface Interruption {
  /** From the first call on, a signal aborts instead of ending the process; a second one of its kind ends it. */
  signal(): AbortSignal;
  /** `idempotencyKey` is that of a submit whose answer was not waited for. */
  throwIfInterrupted(jobIds: readonly string[], idempotencyKey?: string): void;
  /** Signals end the process again. */
  stop(): void;
}

const names = Object.keys(interruptExits) as InterruptSignal[];

export function createInterruption({ onSignal }: Pick<Surroundings, 'onSignal'>): Interruption {
  const controller = new AbortController();
  let heard: InterruptSignal | undefined;
  let stops: (() => void)[] = [];
  return {
    signal() {
      if (stops.length === 0 && heard === undefined) {
        stops = names.map((name) =>
          onSignal(name, () => {
            heard ??= name;
            controller.abort(new SignalAbort(name));
          }),
        );
      }
      return controller.signal;
    },
    throwIfInterrupted(jobIds, idempotencyKey) {
      if (heard === undefined) return;
      throw new InterruptedError(heard, interruptedParts(heard, jobIds, idempotencyKey));
    },
    stop() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

function interruptedParts(
  signal: InterruptSignal,
  jobIds: readonly string[],
  idempotencyKey: string | undefined,
): CliErrorParts {
  const parts = { code: 'interrupted', message: `Stopped by ${signal}`, idempotencyKey };
  const [only, ...others] = jobIds;
  if (idempotencyKey !== undefined) {
    return { ...parts, why: 'The submit was under way; its intent is kept.', hint: 'genctl recover' };
  }
  if (only === undefined) return parts;
  const why = others.length === 0 ? `${only} goes on.` : `${jobIds.length} jobs go on.`;
  return { ...parts, why, hint: resumeCommand(jobIds), jobId: others.length === 0 ? only : undefined };
}
