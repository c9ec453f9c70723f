import type { TransferSum } from '../../outputs/downloads/transfers.ts';
import type { Cell } from '../../text/aligned.ts';
import { formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes, formatTransfer } from '../../text/size.ts';
import { splitPath } from '../../text/split-path.ts';
import { cutToWidth, textWidth } from '../../text/text-width.ts';
import { countJobs, type ProgressState } from './progress-state.ts';
import { paintStatus } from './status-word.ts';

/** A download or a command is shown only after this time, so that quick ones don't flicker. Unit: ms. */
const shownAfterMs = 300;

/** The facts of the progress line, the most important first. */
export function progressFacts(state: ProgressState, nowMs: number, look: Look): Cell[] {
  return [
    ...jobFacts(state, nowMs, look),
    ...transferFacts(state, nowMs, look),
    ...execFacts(state, nowMs, look),
    ...retryFacts(state, nowMs, look),
  ];
}

/** The facts on one line. Where it has too few columns, the last facts are left out, and then the first one is cut. */
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
  const since = (startMs: number): Cell => ({ text: formatDuration(nowMs - startMs), paint: colors.dim });
  if (counts.total === 1) {
    const model = only.model === undefined ? [] : [{ text: safeLine(only.model), paint: colors.dim }];
    const status = {
      text: safeLine(only.status),
      paint: (text: string) => paintStatus(only.status, text, look),
    };
    return [status, since(only.bornMs), { text: safeLine(look.ids.of(only.jobId)) }, ...model];
  }
  const lost = counts.lost === 0 ? [] : [{ text: `${counts.lost} without success`, paint: colors.bad }];
  return [
    { text: `${counts.done} of ${counts.total} done` },
    ...[...counts.unfinished].map(([status, count]) => ({
      text: `${count} ${safeLine(status)}`,
      paint: (text: string) => paintStatus(status, text, look),
    })),
    ...lost,
    ...(state.sinceMs === undefined ? [] : [since(state.sinceMs)]),
  ];
}

function transferFacts({ transfers }: ProgressState, nowMs: number, { colors, symbols }: Look): Cell[] {
  const sum = transfers.sum(nowMs);
  if (sum === undefined || nowMs - sum.startedMs < shownAfterMs) return [];
  const [bytes = '', ...pace] = transferWords(sum);
  return [
    { text: `${symbols.down} ${bytes}`, paint: colors.accent },
    ...pace.map((text) => ({ text, paint: colors.dim })),
    { text: transferName(sum) },
  ];
}

function execFacts({ exec }: ProgressState, nowMs: number, { colors, ids }: Look): Cell[] {
  if (exec === undefined || nowMs - exec.sinceMs < shownAfterMs) return [];
  const since = formatDuration(nowMs - exec.sinceMs);
  return [
    { text: `--exec ${safeLine(ids.of(exec.jobId))}`, paint: colors.accent },
    { text: since, paint: colors.dim },
  ];
}

function retryFacts({ retry }: ProgressState, nowMs: number, { colors }: Look): Cell[] {
  if (retry === undefined || retry.untilMs <= nowMs) return [];
  const text = `${safeLine(retry.text)}, again in ${formatDuration(retry.untilMs - nowMs)}`;
  return [{ text, paint: colors.warn }];
}

/** The progress of the current downloads: bytes, and the speed and the time left where they are known. */
export function transferWords({ bytesDone, bytesTotal, bytesPerSecond, leftMs }: TransferSum): string[] {
  return [
    formatTransfer(bytesDone, bytesTotal),
    ...(bytesPerSecond === undefined ? [] : [`${formatBytes(bytesPerSecond)}/s`]),
    ...(leftMs === undefined ? [] : [`${formatDuration(leftMs)} left`]),
  ];
}

/** The name of the current downloads: a single file by its name, several by their number; and how many are finished. */
export function transferName({ path, running, arrived }: TransferSum): string {
  const name = path === undefined ? `${running} files` : safeLine(splitPath(path).name);
  return arrived === 0 ? name : `${name}, ${arrived} here`;
}
