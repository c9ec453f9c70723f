import { InterruptedError, type InterruptSignal, interruptExits } from '../errors/interrupted-error.ts';
import { resumeCommand } from '../ui/render/resume-command.ts';
import type { Surroundings } from './surroundings.ts';

/** Hears the signals that end a command, once someone cares to end well. */
export interface Interruption {
  /** From the first call on, a signal aborts instead of ending the process; a second one of its kind ends it. */
  signal(): AbortSignal;
  throwIfInterrupted(jobIds: readonly string[]): void;
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
            controller.abort();
          }),
        );
      }
      return controller.signal;
    },
    throwIfInterrupted(jobIds) {
      if (heard === undefined) return;
      throw new InterruptedError(heard, {
        code: 'interrupted',
        message: `Stopped by ${heard}`,
        why:
          jobIds.length === 0
            ? undefined
            : `${jobIds.length === 1 ? `${jobIds[0]} goes` : `${jobIds.length} jobs go`} on.`,
        hint: jobIds.length === 0 ? undefined : resumeCommand(jobIds),
        jobId: jobIds.length === 1 ? jobIds[0] : undefined,
      });
    },
    stop() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}
