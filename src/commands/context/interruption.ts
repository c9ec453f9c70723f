import type { CliErrorParts } from '../../errors/cli-error.ts';
import {
  InterruptedError,
  type InterruptSignal,
  interruptExits,
  SignalAbort,
} from '../../errors/interrupted-error.ts';
import type { Onward } from '../journey/onward.ts';
import type { Surroundings } from './surroundings.ts';

/** Listens for the signals that end a command, from when the command has something to end in good order. */
export interface Interruption {
  /** From the first call on, a signal aborts instead of ending the process; a second one of its kind ends it. */
  signal(): AbortSignal;
  /** Throws InterruptedError where a signal has come, with the command that continues with these jobs. */
  throwIfInterrupted(jobIds: readonly string[], left?: LeftBehind): void;
  /** Stops listening: a signal ends the process again. */
  stop(): void;
}

/** What a signal left unfinished besides the jobs that go on. */
interface LeftBehind {
  /** The key of a submit whose answer was not waited for. */
  idempotencyKey?: string | undefined;
  /** Whether `recover` can find the job of that submit. It can't on v1, which has no key. */
  recoverable?: boolean;
  /** Jobs that are over and whose files did not all come. */
  missing?: readonly string[];
}

const names = Object.keys(interruptExits) as InterruptSignal[];

export function createInterruption(
  { onSignal }: Pick<Surroundings, 'onSignal'>,
  onward: Onward,
): Interruption {
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
    throwIfInterrupted(jobIds, left = {}) {
      if (heard === undefined) return;
      throw new InterruptedError(heard, interruptedParts(heard, onward, jobIds, left));
    },
    stop() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

function interruptedParts(
  signal: InterruptSignal,
  onward: Onward,
  jobIds: readonly string[],
  { idempotencyKey, missing = [], recoverable = false }: LeftBehind,
): CliErrorParts {
  const parts = { code: 'interrupted', message: `Stopped by ${signal}`, idempotencyKey };
  if (idempotencyKey !== undefined) {
    const hint = recoverable
      ? (onward.lineOnceKnown() ?? 'genctl recover')
      : 'genctl recover, which says what was sent and when';
    return { ...parts, why: 'The submit was under way; its intent is kept.', hint };
  }
  const ids = [...jobIds, ...missing];
  if (ids.length === 0) return parts;
  const why = [
    ...(jobIds.length === 0
      ? []
      : [`${jobIds.length === 1 ? `${jobIds[0]} goes` : `${jobIds.length} jobs go`} on.`]),
    ...(missing.length === 0
      ? []
      : [`The files of ${missing.length === 1 ? missing[0] : `${missing.length} jobs`} are not all here.`]),
  ].join(' ');
  const hint = onward.line(ids, jobIds.length === 0 ? 'download' : 'wait', {
    unfinished: missing.length === 0,
  });
  return { ...parts, why, hint, jobId: ids.length === 1 ? ids[0] : undefined };
}
