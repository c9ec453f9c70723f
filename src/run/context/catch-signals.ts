import type { Interruptible, LeftBehind, LeftIfKilled, Surroundings } from '../../cli/surroundings.ts';
import type { CliErrorParts } from '../../errors/cli-error.ts';
import { genctl, type Hint, hintLines, say } from '../../errors/hint.ts';
import {
  InterruptedError,
  type InterruptSignal,
  interruptExits,
  SignalAbort,
  stoppedBy,
} from '../../errors/interrupted-error.ts';
import type { Onward } from '../../request/onward.ts';
import { chargeOf } from '../../service/charge.ts';
import { formatMoney, microUsdOf, usdOf } from '../../text/money.ts';
import type { LastWords } from './last-words.ts';

const names = Object.keys(interruptExits) as InterruptSignal[];

/**
 * Listens for the signals that end a command, from when the command has something to end in good order: from the first call of
 * `interruption` on a signal aborts instead of ending the process; a second one of its kind ends it, with the
 * words for what is left.
 */
export function catchSignals(
  { onSignal }: Pick<Surroundings, 'onSignal'>,
  onward: Onward,
  words: LastWords,
): Interruptible & { stopListening(): void; leftBehind(): LeftIfKilled[] } {
  const controller = new AbortController();
  const last = new Set<() => void>();
  const lefts = new Set<() => LeftIfKilled>();
  /** The kinds of signals that came, each once. */
  const kinds = new Set<InterruptSignal>();
  const second = new AbortController();
  let isExpected = false;
  let heard: InterruptSignal | undefined;
  let stops: (() => void)[] = [];

  const leftBehind = (): LeftIfKilled[] => [...lefts].map((left) => left());

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
    if (isFirst) words.prepare();
    if (isFirstOfKind) return 'go on';
    for (const act of last) act();
    const parts = interruptedParts(name, onward, leftBehind());
    if (parts.hint !== undefined) words.tell(new InterruptedError(name, parts));
    return 'end';
  }
  return {
    interruption() {
      if (stops.length === 0 && heard === undefined)
        stops = names.map((name) => onSignal(name, () => hear(name)));
      return controller.signal;
    },
    interrupted: controller.signal,
    interruptedAgain: second.signal,
    expectSecondSignal() {
      isExpected = true;
    },
    beforeKilled(act) {
      last.add(act);
      return () => last.delete(act);
    },
    leftIfKilled(left) {
      lefts.add(left);
      return () => lefts.delete(left);
    },
    leftBehind,
    throwIfInterrupted(jobIds, left = {}) {
      if (heard === undefined) return;
      throw new InterruptedError(heard, interruptedParts(heard, onward, [{ ...left, jobIds }]));
    },
    /** A signal ends the process again. */
    stopListening() {
      for (const stop of stops) stop();
      stops = [];
    },
  };
}

/** The words for all that is left together. */
function interruptedParts(
  signal: InterruptSignal,
  onward: Onward,
  lefts: readonly LeftIfKilled[],
): CliErrorParts {
  const missing = lefts.flatMap((left) => left.missing ?? []);
  const unrun = lefts.flatMap((left) => left.unrun ?? []);
  const stopped = lefts.flatMap((left) => left.stopped ?? []);
  const over = new Set(stopped.map(({ id }) => id));
  const jobIds = lefts.flatMap((left) => left.jobIds ?? []).filter((id) => !over.has(id));
  const open = lefts.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const line = lefts.findLast((left) => left.line !== undefined)?.line;
  const ids = [...new Set([...jobIds, ...missing, ...unrun])];
  const why = [
    ...endedWords(stopped),
    ...subjectOf(jobIds).map((who) => `${who} ${jobIds.length === 1 ? 'keeps' : 'keep'} running.`),
    ...subjectOf(missing).map((whose) => `Files of ${whose} are missing here.`),
    ...subjectOf(unrun).map((whose) => `--exec has not finished for ${whose}.`),
    ...(open.length === 1 ? ['A submit was under way; genctl kept it.'] : []),
    ...(open.length > 1 ? [`${open.length} submits were under way; genctl kept them.`] : []),
  ].join(' ');
  const usual =
    ids.length === 0
      ? undefined
      : onward.step(ids, jobIds.length === 0 ? 'download' : 'wait', {
          unfinished: ids.length === jobIds.length,
        });
  return {
    code: 'interrupted',
    message: stoppedBy(signal),
    why: why === '' ? undefined : why,
    hint: withRecover(line ?? usual, open, onward),
    idempotencyKey: open.length === 1 ? open[0]?.idempotencyKey : undefined,
    jobId: ids.length === 1 ? ids[0] : undefined,
  };
}

/** A hint with the line that finds the jobs of submits whose answers were not waited for. */
function withRecover(hint: Hint | undefined, open: readonly LeftBehind[], onward: Onward): Hint | undefined {
  if (open.length === 0) return hint;
  const recover = recoverHint(open, onward);
  return hint === undefined ? recover : hintLines([hint, say`for the submits without an answer: ${recover}`]);
}

/** The line that finds the jobs of submits that have no answer, as far as any does. */
export function recoverHint(open: readonly LeftBehind[], onward: Pick<Onward, 'lineOnceKnown'>): Hint {
  return open.every(({ recoverable }) => recoverable)
    ? (onward.lineOnceKnown() ?? genctl`recover`)
    : say`${genctl`recover`}, which shows what was sent and when`;
}

/** Says how many jobs were canceled, and how many had ended before; with their charge, where it is known. */
function endedWords(stopped: NonNullable<LeftBehind['stopped']>): string[] {
  const canceled = stopped.filter(({ job }) => job.status === 'canceled').map(({ id }) => id);
  const before = stopped.filter(({ job }) => job.status !== 'canceled');
  const microUsd = before.reduce((sum, { job }) => sum + microUsdOf(chargeOf(job) ?? 0), 0);
  const charge = microUsd === 0 ? '' : `, charged ${formatMoney(usdOf(microUsd))}`;
  return [
    ...subjectOf(canceled).map((who) => `${who} ${canceled.length === 1 ? 'was' : 'were'} canceled.`),
    ...subjectOf(before.map(({ id }) => id)).map((who) => `${who} had already ended${charge}.`),
  ];
}

/** The id of one job, or how many they are; nothing where there is none. */
function subjectOf(ids: readonly string[]): string[] {
  return ids.length < 2 ? [...ids] : [`${ids.length} jobs`];
}
