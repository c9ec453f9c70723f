import type { Interruptible, LeftBehind, Surroundings } from '../../cli/surroundings.ts';
import type { CliErrorParts } from '../../errors/cli-error.ts';
import { genctl, say } from '../../errors/hint.ts';
import {
  InterruptedError,
  type InterruptSignal,
  interruptExits,
  SignalAbort,
  stoppedBy,
} from '../../errors/interrupted-error.ts';
import type { Onward } from '../../request/onward.ts';

const names = Object.keys(interruptExits) as InterruptSignal[];

/**
 * Listens for the signals that end a command, from when the command has something to end in good order: from the first call of
 * `interruption` on a signal aborts instead of ending the process; a second one of its kind ends it.
 */
export function catchSignals(
  { onSignal }: Pick<Surroundings, 'onSignal'>,
  onward: Onward,
): Interruptible & { stopListening(): void } {
  const controller = new AbortController();
  const last = new Set<() => void>();
  /** The kinds of signals that came, each once. */
  const kinds = new Set<InterruptSignal>();
  const second = new AbortController();
  let isExpected = false;
  let heard: InterruptSignal | undefined;
  let stops: (() => void)[] = [];

  function hear(name: InterruptSignal): 'go on' | 'end' {
    const isFirst = heard === undefined;
    const isFirstOfKind = !kinds.has(name);
    kinds.add(name);
    heard ??= name;
    controller.abort(new SignalAbort(name));
    if (!isFirst && isExpected && !second.signal.aborted) {
      second.abort(new SignalAbort(name));
      return 'go on';
    }
    if (isFirstOfKind) return 'go on';
    for (const act of last) act();
    return 'end';
  }
  return {
    interruption() {
      if (stops.length === 0 && heard === undefined)
        stops = names.map((name) => onSignal(name, () => hear(name)));
      return controller.signal;
    },
    interruptedAgain: second.signal,
    expectSecondSignal() {
      isExpected = true;
    },
    beforeKilled(act) {
      last.add(act);
      return () => last.delete(act);
    },
    throwIfInterrupted(jobIds, left = {}) {
      if (heard === undefined) return;
      throw new InterruptedError(heard, interruptedParts(heard, onward, jobIds, left));
    },
    /** A signal ends the process again. */
    stopListening() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

function interruptedParts(
  signal: InterruptSignal,
  onward: Onward,
  jobIds: readonly string[],
  { idempotencyKey, missing = [], recoverable = false, unrun = [], canceled = [], line }: LeftBehind,
): CliErrorParts {
  const parts = { code: 'interrupted', message: stoppedBy(signal), idempotencyKey };
  if (idempotencyKey !== undefined) {
    const hint = recoverable
      ? (onward.lineOnceKnown() ?? genctl`recover`)
      : say`${genctl`recover`}, which shows what was sent and when`;
    return { ...parts, why: 'A submit was under way; genctl kept it.', hint };
  }
  const ids = [...new Set([...jobIds, ...missing, ...unrun])];
  const ended = canceled.length === 0 ? [] : [`${countOf(canceled)} canceled.`];
  if (ids.length === 0) return { ...parts, why: ended[0], hint: line };
  const why = [
    ...ended,
    ...(jobIds.length === 0
      ? []
      : [`${jobIds.length === 1 ? `${jobIds[0]} keeps` : `${jobIds.length} jobs keep`} running.`]),
    ...(missing.length === 0
      ? []
      : [`Files of ${missing.length === 1 ? missing[0] : `${missing.length} jobs`} are missing here.`]),
    ...(unrun.length === 0
      ? []
      : [`--exec has not finished for ${unrun.length === 1 ? unrun[0] : `${unrun.length} jobs`}.`]),
  ].join(' ');
  const usual = onward.step(ids, jobIds.length === 0 ? 'download' : 'wait', {
    unfinished: ids.length === jobIds.length,
  });
  const hint = line ?? usual;
  return { ...parts, why, hint, jobId: ids.length === 1 ? ids[0] : undefined };
}

/** The subject of a sentence in the past: the id of one job, or how many they were. */
function countOf(ids: readonly string[]): string {
  return ids.length === 1 ? `${ids[0]} was` : `${ids.length} jobs were`;
}
