import type { ExecRun, FlowEvent } from '../../ledger/events.ts';
import { isTerminal } from '../../service/lifecycle.ts';
import { signedLines } from '../../text/aligned.ts';
import { formatAge, formatDuration } from '../../text/duration.ts';
import type { Look } from '../../text/look.ts';
import { safeLine } from '../../text/safe-text.ts';
import { formatBytes } from '../../text/size.ts';
import type { ProgressState } from './progress-line.ts';
import { paintStatus, statusSymbol } from './status-word.ts';

/** The progress that an event is told beside. */
interface Beside {
  state: ProgressState;
  /** True if a moving line shows it: then a change of a job or a file leaves no line, but its end does. */
  isMoving: boolean;
}

/**
 * The line that an event leaves; undefined for one that leaves none. Without progress beside it, jobs on their way and files that come
 * leave none.
 */
export function eventLine(
  event: FlowEvent,
  wallMs: number,
  look: Look,
  progress?: Beside,
): string | undefined {
  const { colors, symbols } = look;
  switch (event.kind) {
    case 'warning': {
      const sign = { text: symbols.warn, paint: colors.warn };
      return signedLines(sign, { text: safeLine(look.ids.within(event.message)) }, look).join('\n');
    }
    case 'uploading':
      return colors.dim(`uploading ${safeLine(event.where)} (${formatBytes(event.bytes)})`);
    case 'submitted': {
      if (!event.replayed) return undefined;
      const createdMs = Date.parse(event.createdAt ?? '');
      const age = Number.isNaN(createdMs) ? '' : `, created ${formatAge(wallMs - createdMs)}`;
      return `${colors.bold(safeLine(look.ids.of(event.jobId)))} already exists${age}`;
    }
    case 'retrying': {
      const { delayMs, reason, what } = event;
      if (progress?.isMoving === true) return undefined;
      return colors.dim(`${safeLine(what)}: ${safeLine(reason)}, again in ${formatDuration(delayMs)}`);
    }
    case 'verified':
      return verifiedLines(event, look, progress);
    default:
      return progress && flowLine(event, look, progress);
  }
}

/** With more jobs than this, only failures stay on the screen, not each success. */
const shownSuccesses = 20;

function isOfMany({ isMoving, state }: Beside): boolean {
  return isMoving && state.statuses.size > shownSuccesses;
}

/** Lines that say what is wrong with a file, or odd about it, or that it is as it was asked for. */
function verifiedLines(
  { findings, path, right }: Extract<FlowEvent, { kind: 'verified' }>,
  look: Look,
  progress: Beside | undefined,
): string | undefined {
  const { colors, symbols } = look;
  if (findings.length === 0 && progress !== undefined && isOfMany(progress)) return undefined;
  if (findings.length === 0) return `${colors.good(symbols.good)} ${safeLine(path)}: ${safeLine(right)}`;
  const lines = findings.flatMap(({ message, severity }) => {
    const as = severity === 'mismatch' ? 'bad' : 'warn';
    const text = `${safeLine(path)}: ${safeLine(message)}`;
    return signedLines({ text: symbols[as], paint: colors[as] }, { text }, look);
  });
  return lines.join('\n');
}

/**
 * The line of what happens to a job or its files. A file that did not come, or a command that failed, leaves one beside a moving line only
 * among several: the error at the end names one, which is enough for a single one.
 */
function flowLine(event: FlowEvent, look: Look, progress: Beside): string | undefined {
  const { isMoving, state } = progress;
  const { statuses, transfers } = state;
  const { colors, symbols } = look;
  const idOf = (jobId: string): string => safeLine(look.ids.of(jobId));
  const failed = (words: string, isAmongSeveral: boolean): string | undefined => {
    if (!isMoving) return words;
    return isAmongSeveral ? `${colors.bad(symbols.bad)} ${words}` : undefined;
  };
  switch (event.kind) {
    case 'state': {
      const { ageMs, jobId, previous, status } = event;
      const isOver = isTerminal(status);
      if (isMoving && (!isOver || (status === 'succeeded' && isOfMany(progress)))) return undefined;
      const sign = isMoving ? `${paintStatus(status, statusSymbol(status, look), look)} ` : '';
      const after = isOver || previous !== undefined ? ` after ${formatDuration(ageMs)}` : '';
      return `${sign}${idOf(jobId)} ${paintStatus(status, safeLine(status), look)}${after}`;
    }
    case 'download-stopped': {
      const { path, reason } = event;
      // The person interrupted it, and so knows.
      if (reason === undefined) return undefined;
      const words = `${safeLine(path)} was not downloaded: ${safeLine(reason)}`;
      return failed(words, statuses.size > 1 || transfers.begun() > 1);
    }
    case 'exec-ended': {
      const { jobId, run, tookMs } = event;
      const fault = execFault(run);
      const words = `--exec failed for ${idOf(jobId)}: it ${safeLine(fault ?? '')}`;
      if (fault !== undefined) return failed(words, statuses.size > 1);
      if (isMoving || run.how !== 'ended') return undefined;
      return `${idOf(jobId)}: --exec is done after ${formatDuration(tookMs)}`;
    }
    default:
      return isMoving ? undefined : stepLine(event, state, idOf);
  }
}

/** The line of a step on the way, where no moving line shows it. */
function stepLine(
  event: FlowEvent,
  { transfers }: ProgressState,
  idOf: (jobId: string) => string,
): string | undefined {
  switch (event.kind) {
    case 'download-progress': {
      const large = transfers.foundLarge(event);
      if (large === undefined) return undefined;
      const size = large.bytesTotal === undefined ? '' : ` (${formatBytes(large.bytesTotal)})`;
      return `downloading ${safeLine(large.path)}${size}`;
    }
    case 'downloaded':
      return `downloaded ${safeLine(event.path)} (${formatBytes(event.bytes)})`;
    case 'exec-started':
      return `${idOf(event.jobId)}: --exec starts`;
    case 'exec-known':
      return `${idOf(event.jobId)}: --exec was done before`;
    default:
      return undefined;
  }
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
