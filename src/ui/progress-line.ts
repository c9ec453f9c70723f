import { formatDuration } from '../rules/duration.ts';
import { safeLine } from '../rules/safe-text.ts';
import type { Look } from './look.ts';
import { countJobs, type ProgressState, type Transfer } from './progress-state.ts';
import type { Cell } from './render/aligned.ts';
import { formatBytes, formatTransfer } from './render/size.ts';
import { paintStatus } from './render/status-word.ts';
import { cutToWidth, textWidth } from './render/text-width.ts';

/** The speed of a transfer is not told before this time, nor is what is left. Unit: ms. */
const speedAfterMs = 1_000;

/** The facts of the one line that stands for everything going on, the most important first. */
export function progressFacts(state: ProgressState, nowMs: number, look: Look): Cell[] {
  return [
    ...jobFacts(state, nowMs, look),
    ...transferFacts(state, nowMs, look),
    ...retryFacts(state, nowMs, look),
  ];
}

/** The facts on one line of at most that many columns: the last ones are left out, then the first one is cut. */
export function progressLine(facts: readonly Cell[], columns: number, look: Look): string {
  const between = ` ${look.symbols.dot} `;
  let kept = [...facts];
  while (kept.length > 1 && textWidth(kept.map(({ text }) => text).join(between)) > columns)
    kept = kept.slice(0, -1);
  const [first, ...others] = kept;
  if (first === undefined) return '';
  const texts = [{ ...first, text: cutToWidth(first.text, columns, look.symbols.ellipsis) }, ...others];
  return texts
    .map(({ text, paint }) => (paint === undefined ? text : paint(text)))
    .join(look.colors.dim(between));
}

function jobFacts(state: ProgressState, nowMs: number, look: Look): Cell[] {
  const { colors } = look;
  const counts = countJobs(state);
  const [only] = counts.left;
  if (only === undefined) return [];
  const elapsed: Cell[] =
    state.sinceMs === undefined ? [] : [{ text: formatDuration(nowMs - state.sinceMs), paint: colors.dim }];
  if (counts.total === 1) {
    const model = only.model === undefined ? [] : [{ text: safeLine(only.model), paint: colors.dim }];
    const status = {
      text: safeLine(only.status),
      paint: (text: string) => paintStatus(only.status, text, look),
    };
    return [status, ...elapsed, { text: safeLine(only.jobId) }, ...model];
  }
  const lost = counts.lost === 0 ? [] : [{ text: `${counts.lost} without success`, paint: colors.bad }];
  return [
    { text: `${counts.done} of ${counts.total} done` },
    ...[...counts.unfinished].map(([status, count]) => ({
      text: `${count} ${safeLine(status)}`,
      paint: (text: string) => paintStatus(status, text, look),
    })),
    ...lost,
    ...elapsed,
  ];
}

function transferFacts({ transfers }: ProgressState, nowMs: number, { colors, symbols }: Look): Cell[] {
  const running = [...transfers.values()];
  const [first] = running;
  if (first === undefined) return [];
  const name = running.length === 1 ? safeLine(baseName(first.path)) : `${running.length} files`;
  const sum = sumTransfers(running);
  const seconds = (nowMs - sum.startedMs) / 1_000;
  const speed = seconds * 1_000 < speedAfterMs ? 0 : sum.bytesDone / seconds;
  const facts: Cell[] = [
    { text: `${symbols.down} ${formatTransfer(sum.bytesDone, sum.bytesTotal)}`, paint: colors.accent },
  ];
  if (speed > 0) facts.push({ text: `${formatBytes(speed)}/s`, paint: colors.dim });
  if (speed > 0 && sum.bytesTotal !== undefined) {
    const leftMs = (Math.max(0, sum.bytesTotal - sum.bytesDone) / speed) * 1_000;
    facts.push({ text: `${formatDuration(leftMs)} left`, paint: colors.dim });
  }
  return [...facts, { text: name }];
}

/** Several transfers as one; the whole is known where each one's is. */
function sumTransfers(transfers: readonly Transfer[]): Transfer {
  return transfers.reduce((one, other) => ({
    path: one.path,
    bytesDone: one.bytesDone + other.bytesDone,
    bytesTotal:
      one.bytesTotal === undefined || other.bytesTotal === undefined
        ? undefined
        : one.bytesTotal + other.bytesTotal,
    startedMs: Math.min(one.startedMs, other.startedMs),
  }));
}

function retryFacts({ retry }: ProgressState, nowMs: number, { colors }: Look): Cell[] {
  if (retry === undefined || retry.untilMs <= nowMs) return [];
  const text = `${safeLine(retry.text)}, again in ${formatDuration(retry.untilMs - nowMs)}`;
  return [{ text, paint: colors.warn }];
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
