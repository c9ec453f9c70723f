import { sleepOrThrow } from '../../api/transport/clock.ts';
import type { RetryBudget } from '../../api/transport/rate-gate.ts';
import { reasonOf } from '../../api/trouble/trouble.ts';
import { inlineBytes } from '../../api/ways/inline-picture.ts';
import { MachineError } from '../../errors/endings.ts';
import { nextAttempt } from '../../service/retries/retry.ts';
import { type DownloadState, downloadOnce, kindOf, takeInline } from './download-attempt.ts';
import { downloadGivenUp, notTheMedia } from './download-errors.ts';
import { type DownloadSource, downloadUrl } from './download-request.ts';
import type { OutputSink } from './output-sink.ts';

export interface OutputDownload extends DownloadSource {
  /** Opens what takes the bytes. Throws CliError. */
  openSink(): OutputSink;
  /** The ledger's folder of pictures that came inside an answer; only v1 sends such answers. */
  keptFolder?: string | undefined;
  /** In [0, 1). */
  random: () => number;
  /** Shared by all that a process asks for. */
  budget: RetryBudget;
  onRetry?:
    | ((notice: { what: string; reason: string; attempt: number; delayMs: number }) => void)
    | undefined;
}

export interface FetchedOutput {
  /** The path of the file now: the one asked for, a numbered name beside it, or the place where its bytes were before. */
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** The content type from the host, or else from the job. */
  contentType: string | undefined;
}

/** The failures for want of room: a part of each of 400 files would keep a full disk full. */
const spaceless: readonly string[] = ['download_too_large', 'disk_full'];
/** An attempt that brought this much starts the count of failures again. Unit: bytes. */
const progressThatCounts = 1024 * 1024;

/**
 * Fetches one output into its sink. It gets its name only once it is whole, checked and durable.
 *
 * Rejects with DeadLinkError (ask the job for its link again), MachineError (cut short, not the media, or the disk; a part that
 * holds anything is kept, unless there is no room), UnreachableError, RateLimitError, RefusedError, AuthError, or the signal's reason (the part is
 * removed).
 * @see service document §2.2, §4.9, §4.10
 */
export async function fetchOutput(download: OutputDownload): Promise<FetchedOutput> {
  const { signal } = download;
  signal?.throwIfAborted();
  const inline = inlineBytes(download.url, download.keptFolder);
  const host = inline === undefined ? downloadUrl(download.url).host : 'this machine';
  const sink = download.openSink();
  const state = {
    ...download,
    ...{ sink, etag: undefined, totalBytes: undefined, servedContentType: undefined },
  };
  try {
    if (inline === undefined) await downloadUntilWhole(state, host);
    else await takeInline(state, inline);
    return await finish(state);
  } catch (error) {
    // An incomplete file is kept for a person to look at, but not one that was interrupted, or that takes room which is wanted.
    const isKept = error instanceof MachineError && !spaceless.includes(error.code);
    await sink.abandon(isKept && signal?.aborted !== true);
    throw error;
  }
}

async function downloadUntilWhole(state: DownloadState & OutputDownload, host: string): Promise<void> {
  const { budget, clock, onRetry, random, signal, sink } = state;
  const tally = { attempts: 0, failures: 0, rateLimits: 0, waitedMs: 0, rateLimitedMs: 0 };
  for (;;) {
    tally.attempts += 1;
    const before = sink.bytes;
    const trouble = await downloadOnce(state, tally.attempts);
    if (trouble === undefined) return;
    if (sink.bytes - before >= progressThatCounts) Object.assign(tally, { failures: 0, waitedMs: 0 });
    const isRateLimit = trouble.outcome === 'rate-limited';
    if (isRateLimit) tally.rateLimits += 1;
    else tally.failures += 1;
    const next = nextAttempt({
      route: 'download',
      outcome: trouble.outcome,
      attempt: isRateLimit ? tally.rateLimits : tally.failures,
      // Only the pauses between attempts count: a transfer may take its time.
      elapsedMs: isRateLimit ? tally.rateLimitedMs : tally.waitedMs,
      retryAfterMs: trouble.retryAfterMs,
      random,
    });
    if (!next.retry) throw downloadGivenUp(trouble, state, { host, attempts: tally.attempts });
    const delayMs = Math.max(next.delayMs, budget.reserveMs(clock.monotonicMs()));
    onRetry?.({ what: `download from ${host}`, reason: reasonOf(trouble), attempt: tally.attempts, delayMs });
    await sleepOrThrow(clock, delayMs, signal);
    if (isRateLimit) tally.rateLimitedMs += delayMs;
    else tally.waitedMs += delayMs;
  }
}

async function finish(state: DownloadState): Promise<FetchedOutput> {
  const { sink } = state;
  const sha256 = await sink.seal();
  const kind = kindOf(state);
  if (state.totalBytes === undefined && kind !== undefined && !sink.endsWhole(kind))
    throw notTheMedia(sink, `The host gave no length, and the file does not end as ${kind} does.`);
  const content = { bytes: sink.bytes, sha256 };
  const path = await sink.finish(content);
  return { path, ...content, contentType: state.servedContentType ?? state.contentType };
}
