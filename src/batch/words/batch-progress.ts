import { createMovingText, type ProgressClock } from '../../follow/words/progress.ts';
import { progressLine } from '../../follow/words/progress-line.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type Cell, textLines } from '../../text/aligned.ts';
import { formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { formatMoney, usdOf } from '../../text/money.ts';
import type { MoneyRun } from '../money/money-run.ts';
import type { BatchPace } from '../run/shots.ts';
import { type BatchOutcome, lostCounts, type OutcomeBook, sentOrHeld } from './batch-outcome.ts';

/** Time between two lines where nothing moves. Unit: ms. */
const heartbeatMs = 30_000;
/** Time between two drawings of the lines that stand still. Unit: ms. */
const drawMs = 200;

/**
 * Two lines that stand still on stderr where the terminal allows it, while other lines go up above them; otherwise a line every
 * 30 s. The tally is read when it is drawn, however often it changes.
 */
export function createBatchProgress(terminal: Terminal, clock: ProgressClock, tally: () => BatchTally) {
  const { err } = terminal;
  const stopped = new AbortController();
  const draw = (columns: number): string => {
    const now = tally();
    // The spinner takes two columns before the first line; the second is set below its text.
    return `${countsLine(now, columns, err)}\n  ${paceLine(now, columns, err, clock.monotonicMs())}`;
  };
  const moving = terminal.interactive ? createMovingText(err, draw) : undefined;
  return {
    /** Runs until it is stopped. It never rejects. */
    async run(): Promise<void> {
      while (!stopped.signal.aborted) {
        const moves = moving?.moves() === true;
        if (moves) moving?.show();
        await clock.sleep(moves ? drawMs : heartbeatMs, stopped.signal);
        if (moves || stopped.signal.aborted) continue;
        err.lines([tallyLine(tally(), err, clock.monotonicMs())]);
      }
    },
    /** Removes what moves, has `run` resolve, and says how the run ended. */
    stop(): void {
      stopped.abort();
      moving?.hide();
      err.lines(textLines({ text: lastLine(tally(), err, clock.monotonicMs()) }, err));
    },
  };
}

/** How far a batch has come. Times are on the monotonic clock, in ms; amounts are millionths of a USD. */
export type BatchTally = ReturnType<typeof batchTally>;

/** A rate of fewer ends than this tells nothing. */
const leastEnds = 3;

const longestBar = 20;

/** The first line: how many shots stand where. */
export function countsLine(tally: BatchTally, columns: number, look: Look): string {
  return progressLine(countFacts(tally, look), columns, look);
}

/** The second line: a bar of what is over, how quickly it goes on, and what holds it back. */
export function paceLine(tally: BatchTally, columns: number, look: Look, nowMs: number): string {
  const barColumns = Math.min(longestBar, Math.floor(columns / 4));
  const bar = barOf(tally, barColumns, look);
  return `${bar}  ${progressLine(paceFacts(tally, look, nowMs), Math.max(0, columns - barColumns - 2), look)}`;
}

/** Both as one line, for what is no terminal. */
export function tallyLine(tally: BatchTally, look: Look, nowMs: number): string {
  return [...countFacts(tally, look), ...paceFacts(tally, look, nowMs)].map(({ text }) => text).join(', ');
}

/** The words at the end of a run: the counts of shots by their state, how long it took, and the charge. */
export function lastLine(tally: BatchTally, look: Look, nowMs: number): string {
  const { done, failed, fetching, held, sinceMs, total, uncertain } = tally;
  const unended = Math.max(0, total - done - failed - held - uncertain - fetching);
  // A queue tells the jobs of its account, of which other batches may have some.
  const running = Math.min(tally.running, unended);
  const unsent = unended - running;
  return [
    ...countFacts({ ...tally, running, limit: undefined }, look).map(({ text }) => text),
    ...(unsent === 0 ? [] : [`${grouped(unsent)} not sent`]),
    `took ${formatDuration(nowMs - sinceMs)}`,
    ...chargedWords(tally),
  ].join(', ');
}

/** The charge of this run and, where that is more, of the whole batch: `charged $0.09 in this run, $0.27 of $1.00 in all`. */
function chargedWords(tally: BatchTally): string[] {
  const [whole] = moneyFacts(tally);
  if (whole === undefined) return [];
  if (tally.runMicroUsd === tally.chargedMicroUsd) return [`charged ${whole.text}`];
  return [`charged ${formatMoney(usdOf(tally.runMicroUsd))} in this run, ${whole.text} in all`];
}

function countFacts(tally: BatchTally, look: Look): Cell[] {
  const { done, failed, fetching, held, limit, running, total, uncertain } = tally;
  const { colors } = look;
  const ofLimit =
    limit === undefined ? '' : ` (limit ${grouped(limit.jobs)}, ${limit.isSet ? 'set' : 'found'})`;
  return [
    { text: `shots ${grouped(done)}/${grouped(total)} done`, paint: colors.bold },
    ...(failed === 0 ? [] : [{ text: `${grouped(failed)} failed`, paint: colors.bad }]),
    ...(uncertain === 0 ? [] : [{ text: `${grouped(uncertain)} uncertain`, paint: colors.warn }]),
    ...(held === 0 ? [] : [{ text: `${grouped(held)} held`, paint: colors.warn }]),
    ...(running === 0 ? [] : [{ text: `${grouped(running)} running${ofLimit}` }]),
    ...(fetching === 0 ? [] : [{ text: `${grouped(fetching)} coming home` }]),
  ];
}

function paceFacts(tally: BatchTally, { colors }: Look, nowMs: number): Cell[] {
  const { nextSubmitMs } = tally;
  const perMinute = rateOf(tally, nowMs);
  const left = tally.total - tally.done - tally.failed - tally.held - tally.uncertain;
  const pause = nextSubmitMs === undefined || nextSubmitMs <= nowMs ? undefined : nextSubmitMs - nowMs;
  return [
    ...(perMinute === undefined ? [] : [{ text: `${rounded(perMinute)}/min` }]),
    ...(perMinute === undefined || left <= 0
      ? []
      : [{ text: `${formatDuration((left / perMinute) * 60_000)} left` }]),
    ...(pause === undefined ? [] : [{ text: `next submit in ${formatDuration(pause)}`, paint: colors.warn }]),
    ...moneyFacts(tally, colors.dim),
  ];
}

/** The charge, and its limit: `$60.70 of $100.00`. */
function moneyFacts(
  { chargedMicroUsd, maxCostMicroUsd }: BatchTally,
  paint?: (text: string) => string,
): Cell[] {
  if (chargedMicroUsd === 0 && maxCostMicroUsd === undefined) return [];
  const most = maxCostMicroUsd === undefined ? '' : ` of ${formatMoney(usdOf(maxCostMicroUsd))}`;
  return [{ text: `${formatMoney(usdOf(chargedMicroUsd))}${most}`, paint }];
}

/** Ends a minute; undefined while too little has ended to tell. */
function rateOf({ ended, sinceMs }: BatchTally, nowMs: number): number | undefined {
  const tookMs = nowMs - sinceMs;
  return ended < leastEnds || tookMs <= 0 ? undefined : (ended / tookMs) * 60_000;
}

function barOf({ done, failed, held, total, uncertain }: BatchTally, columns: number, look: Look): string {
  const { colors, symbols } = look;
  const share = total === 0 ? 1 : Math.min(1, (done + failed + held + uncertain) / total);
  const full = symbols.bar.at(-1) ?? '#';
  const parts = Math.floor(share * columns * symbols.bar.length);
  const whole = Math.floor(parts / symbols.bar.length);
  const part = symbols.bar[(parts % symbols.bar.length) - 1] ?? '';
  const empty = columns - whole - (part === '' ? 0 : 1);
  return `${colors.good(full.repeat(whole) + part)}${colors.dim(symbols.barRest.repeat(empty))}`;
}

/** A number with its thousands apart. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

function rounded(perMinute: number): string {
  return perMinute < 10 ? perMinute.toFixed(1) : grouped(Math.round(perMinute));
}

interface Tallied {
  outcomes: OutcomeBook;
  money: MoneyRun | undefined;
  /** How many lines the run has to do with. */
  total: number;
  /** How many of them had their ends before. */
  before: number;
  /** On the monotonic clock. Unit: ms. */
  sinceMs: number;
}

/** How many lines have an end. */
export function endedLines(outcome: BatchOutcome): number {
  return sentOrHeld(outcome) + outcome.unsent;
}

/**
 * Counts what became of the lines of a run. `pace` is undefined while nothing is sent.
 *
 * @param of.paceMs when `pace` was told. Unit: ms of the monotonic clock.
 */
export function batchTally(
  { before, money, outcomes: { outcome }, sinceMs, total }: Tallied,
  { pace, paceMs }: { pace: BatchPace | undefined; paceMs: number },
) {
  const { done, unfetched } = outcome;
  const { failed, left, uncertain } = lostCounts(outcome);
  return {
    ...{ total, done, failed, uncertain, sinceMs },
    ended: endedLines(outcome) - before,
    // A job that was left running by a signal, or by the end of the wait, has no slot any more.
    running: (pace?.running ?? 0) + left - unfetched,
    fetching: Math.max(pace?.fetching ?? 0, unfetched),
    held: outcome.held + outcome.unpicked,
    limit:
      pace === undefined || pace.limitIs === 'sought'
        ? undefined
        : { jobs: pace.limit, isSet: pace.limitIs === 'given' },
    nextSubmitMs: pace?.nextSubmitInMs === undefined ? undefined : paceMs + pace.nextSubmitInMs,
    chargedMicroUsd: money?.sums.spent ?? outcome.chargedMicroUsd,
    runMicroUsd: outcome.runMicroUsd,
    maxCostMicroUsd: money?.sums.most,
  };
}
