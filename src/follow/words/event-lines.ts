import type { ExecRun, FlowEvent } from '../../ledger/events.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import { signedLines } from '../../text/aligned.ts';
import { formatAge, formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import { countJobs, type ProgressState, transferName, transferWords } from './progress-line.ts';
import { paintStatus, statusSymbol } from './status-word.ts';

/** The line that an event leaves even where a moving line shows progress: for warnings, uploads, and a job that existed before. */
export function lastingLine(event: FlowEvent, wallMs: number, look: Look): string | undefined {
  const { colors, symbols } = look;
  if (event.kind === 'warning') {
    const sign = { text: symbols.warn, paint: colors.warn };
    return signedLines(sign, { text: safeLine(look.ids.within(event.message)) }, look).join('\n');
  }
  if (event.kind === 'verified') return findingLines(event, look);
  if (event.kind === 'uploading')
    return colors.dim(`uploading ${safeLine(event.where)} (${formatBytes(event.bytes)})`);
  if (event.kind === 'submitted' && event.replayed) {
    const createdMs = Date.parse(event.createdAt ?? '');
    const age = Number.isNaN(createdMs) ? '' : `, created ${formatAge(wallMs - createdMs)}`;
    return `${colors.bold(safeLine(look.ids.of(event.jobId)))} already exists${age}`;
  }
  return undefined;
}

/** Lines that say what is wrong with a file, or odd about it; undefined where nothing is. */
function findingLines(
  { findings, path }: Extract<FlowEvent, { kind: 'verified' }>,
  look: Look,
): string | undefined {
  const { colors, symbols } = look;
  const lines = findings.flatMap(({ message, severity }) => {
    const sign =
      severity === 'mismatch'
        ? { text: symbols.bad, paint: colors.bad }
        : { text: symbols.warn, paint: colors.warn };
    return signedLines(sign, { text: `${safeLine(path)}: ${safeLine(message)}` }, look);
  });
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** The line of an event where no progress is shown: the lasting line, or that a request is being repeated and so takes longer. */
export function unwatchedLine(event: FlowEvent, wallMs: number, look: Look): string | undefined {
  if (event.kind === 'retrying') return look.colors.dim(retryLine(event));
  return lastingLine(event, wallMs, look) ?? rightLine(event, look);
}

/** The line of a file that `--verify` found to be as it was asked for; undefined for any other event. */
function rightLine(event: FlowEvent, { colors, symbols }: Look): string | undefined {
  if (event.kind !== 'verified' || event.findings.length > 0) return undefined;
  return `${colors.good(symbols.good)} ${safeLine(event.path)}: ${safeLine(event.right)}`;
}

function retryLine({ delayMs, reason, what }: Extract<FlowEvent, { kind: 'retrying' }>): string {
  return `${safeLine(what)}: ${safeLine(reason)}, again in ${formatDuration(delayMs)}`;
}

type ExecEnded = Extract<FlowEvent, { kind: 'exec-ended' }>;

/** With more jobs than this, only failures stay on the screen, not each success. */
const shownSuccesses = 20;

/**
 * The line that the end of a job leaves where a moving line shows progress; also that of a file that did not come, or a command that
 * failed, among several. The error at the end names only one, which is enough for a single one.
 */
export function endLine(event: FlowEvent, state: ProgressState, look: Look): string | undefined {
  const { statuses, transfers } = state;
  const isOfMany = statuses.size > shownSuccesses;
  const signed = (words: string | undefined): string | undefined =>
    words && `${look.colors.bad(look.symbols.bad)} ${words}`;
  switch (event.kind) {
    case 'download-stopped':
      return statuses.size > 1 || transfers.begun() > 1 ? signed(lostFileWords(event)) : undefined;
    case 'exec-ended':
      return statuses.size > 1 ? signed(failedExecWords(event, look)) : undefined;
    case 'verified':
      return isOfMany ? undefined : rightLine(event, look);
    case 'state': {
      if (!isTerminal(event.status) || (event.status === 'succeeded' && isOfMany)) return undefined;
      const sign = paintStatus(event.status, statusSymbol(event.status, look), look);
      const word = paintStatus(event.status, safeLine(event.status), look);
      return `${sign} ${safeLine(look.ids.of(event.jobId))} ${word} after ${formatDuration(event.ageMs)}`;
    }
    default:
      return undefined;
  }
}

/** Undefined where the person interrupted the download, and so knows. */
function lostFileWords({
  path,
  reason,
}: Extract<FlowEvent, { kind: 'download-stopped' }>): string | undefined {
  return reason === undefined ? undefined : `${safeLine(path)} was not downloaded: ${safeLine(reason)}`;
}

/** How a command of `--exec` failed; undefined where it ended with 0, or the person interrupted it, and so knows. */
export function execFault(run: ExecRun): string | undefined {
  switch (run.how) {
    case 'ended':
      return run.exitCode === 0 ? undefined : `ended with exit code ${run.exitCode}`;
    case 'killed':
      return `was ended by ${run.signal}`;
    case 'not-started':
      return `could not be started: ${run.why}`;
    case 'interrupted':
      return undefined;
  }
}

function failedExecWords({ jobId, run }: ExecEnded, { ids }: Look): string | undefined {
  const fault = execFault(run);
  return fault && `--exec failed for ${safeLine(ids.of(jobId))}: it ${safeLine(fault)}`;
}

/** The line of a change where no moving line shows it: a job's state, a repeated request, a file. */
export function changeLine(event: FlowEvent, state: ProgressState, look: Look): string | undefined {
  switch (event.kind) {
    case 'state': {
      const isNews = event.previous !== undefined || isTerminal(event.status);
      const after = isNews ? ` after ${formatDuration(event.ageMs)}` : '';
      return `${safeLine(look.ids.of(event.jobId))} ${paintStatus(event.status, safeLine(event.status), look)}${after}`;
    }
    case 'retrying':
      return retryLine(event);
    case 'download-progress': {
      const large = state.transfers.foundLarge(event);
      if (large === undefined) return undefined;
      const size = large.bytesTotal === undefined ? '' : ` (${formatBytes(large.bytesTotal)})`;
      return `downloading ${safeLine(large.path)}${size}`;
    }
    case 'downloaded':
      return `downloaded ${safeLine(event.path)} (${formatBytes(event.bytes)})`;
    case 'download-stopped':
      return lostFileWords(event);
    case 'verified':
      return rightLine(event, look);
    case 'exec-started':
      return `${safeLine(look.ids.of(event.jobId))}: --exec starts`;
    case 'exec-ended':
      return failedExecWords(event, look) ?? execDoneWords(event, look);
    case 'exec-known':
      return `${safeLine(look.ids.of(event.jobId))}: --exec was done before`;
    default:
      return undefined;
  }
}

function execDoneWords({ jobId, run, tookMs }: ExecEnded, { ids }: Look): string | undefined {
  if (run.how !== 'ended') return undefined;
  return `${safeLine(ids.of(jobId))}: --exec is done after ${formatDuration(tookMs)}`;
}

/** The line that shows that the program is still waiting; undefined where it waits for nothing. */
export function heartbeatLine(state: ProgressState, nowMs: number, { ids }: Look): string | undefined {
  const { left, unfinished } = countJobs(state);
  const [only] = left;
  const sum = state.transfers.sum(nowMs);
  const downloading =
    sum === undefined ? [] : [`downloading ${transferName(sum)}: ${transferWords(sum).join(', ')}`];
  const { exec } = state;
  const running =
    exec === undefined
      ? []
      : [
          `--exec for ${safeLine(ids.of(exec.jobId))} still runs after ${formatDuration(nowMs - exec.sinceMs)}`,
        ];
  const beside = [...downloading, ...running];
  if (only === undefined || state.sinceMs === undefined)
    return beside.length === 0 ? undefined : beside.join('; ');
  const jobs =
    left.length === 1
      ? `${safeLine(ids.of(only.jobId))} still ${safeLine(only.status)} after ${formatDuration(nowMs - only.bornMs)}`
      : `${[...unfinished].map(([status, count]) => `${count} ${safeLine(status)}`).join(', ')} after ${formatDuration(nowMs - state.sinceMs)}`;
  return [jobs, ...beside].join('; ');
}
