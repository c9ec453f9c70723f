import type { CliErrorParts } from '../errors/cli-error.ts';
import {
  InterruptedError,
  type InterruptSignal,
  interruptExits,
  SignalAbort,
} from '../errors/interrupted-error.ts';
import { resumeCommand } from '../ui/render/resume-command.ts';
import { shellQuote } from '../ui/render/shell-quote.ts';
import type { Surroundings } from './surroundings.ts';

/** Hears the signals that end a command, once someone cares to end well. */
export interface Interruption {
  /** From the first call on, a signal aborts instead of ending the process; a second one of its kind ends it. */
  signal(): AbortSignal;
  /** Throws InterruptedError where a signal has come, with the line that goes on with these jobs. */
  throwIfInterrupted(jobIds: readonly string[], left?: LeftBehind): void;
  /** Signals end the process again. */
  stop(): void;
}

/** Jobs that are over and whose files did not all come, and where they were to go. */
export interface CutShort {
  ids: readonly string[];
  dir: string;
}

/** What else a signal left behind. */
export interface LeftBehind {
  /** That of a submit whose answer was not waited for. */
  idempotencyKey?: string | undefined;
  cutShort?: CutShort | undefined;
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
    throwIfInterrupted(jobIds, left = {}) {
      if (heard === undefined) return;
      throw new InterruptedError(heard, interruptedParts(heard, jobIds, left));
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
  { idempotencyKey, cutShort }: LeftBehind,
): CliErrorParts {
  const parts = { code: 'interrupted', message: `Stopped by ${signal}`, idempotencyKey };
  if (idempotencyKey !== undefined) {
    return { ...parts, why: 'The submit was under way; its intent is kept.', hint: 'genctl recover' };
  }
  const without = cutShort?.ids ?? [];
  const ids = [...jobIds, ...without];
  if (ids.length === 0) return parts;
  const why = [
    ...(jobIds.length === 0
      ? []
      : [`${jobIds.length === 1 ? `${jobIds[0]} goes` : `${jobIds.length} jobs go`} on.`]),
    ...(without.length === 0
      ? []
      : [`The files of ${without.length === 1 ? without[0] : `${without.length} jobs`} are not all here.`]),
  ].join(' ');
  const into =
    cutShort === undefined
      ? ''
      : ` --download${cutShort.dir === '.' ? '' : ` --dir ${shellQuote(cutShort.dir)}`}`;
  // --all is of jobs that go on.
  const hint =
    without.length === 0
      ? `${resumeCommand(jobIds)}${into}`
      : `genctl wait ${ids.map(shellQuote).join(' ')}${into}`;
  return { ...parts, why, hint, jobId: ids.length === 1 ? ids[0] : undefined };
}
