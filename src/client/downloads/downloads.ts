import type { CliError } from '../../errors/cli-error.ts';
import { MachineError } from '../../errors/endings.ts';
import { nextAttempt } from '../../rules/retry.ts';
import { sleepOrThrow } from '../transport/clock.ts';
import { createRetryBudget, type RetryBudget } from '../transport/retry-budget.ts';
import { reasonOf, type Trouble } from '../transport/trouble.ts';
import { inlineBytes } from '../ways/inline-output.ts';
import { type DownloadState, downloadOnce, kindOf, takeInline } from './download-attempt.ts';
import { downloadGivenUp, notTheMedia } from './download-errors.ts';
import { downloadUrl } from './download-link.ts';
import type { DownloadSource } from './download-request.ts';
import { giveFinishedName } from './finished-name.ts';
import { endsWhole } from './media-end.ts';
import { createPartFile } from './part-file.ts';

export interface OutputDownload extends DownloadSource {
  /** Absolute path of the finished file; its folder is made as needed. */
  path: string;
  /** Replace what is there; else a suffix is chosen. False unless given. */
  overwrite?: boolean | undefined;
  /** Names under which this very file may stand already; the bytes tell. */
  earlier?: readonly string[] | undefined;
  /** Whether a name may be this file's; every one may unless given. */
  mayBe?: ((path: string) => boolean) | undefined;
  /** What the job says the file is. */
  contentType?: string | undefined;
  /** Longest file that is taken; 8 GiB unless given. Unit: bytes. */
  bytesMost?: number | undefined;
  /** Where the ledger keeps pictures that came inside an answer, as only those of v1 do. */
  keptFolder?: string | undefined;
  /** In [0, 1). */
  random: () => number;
  budget?: RetryBudget | undefined;
  /** Told at the start, every half MiB or quarter of a second, and at the end; the total is undefined where the host does not say. */
  onProgress?: ((bytesDone: number, bytesTotal: number | undefined) => void) | undefined;
  onRetry?:
    | ((notice: { what: string; reason: string; attempt: number; delayMs: number }) => void)
    | undefined;
}

export interface FetchedOutput {
  /** Where it is now: the path asked for, a name beside it, or where the same bytes stood already. */
  path: string;
  bytes: number;
  /** Hex. */
  sha256: string;
  /** As its host says, else as the job does. */
  contentType: string | undefined;
}

const bytesMostByDefault = 8 * 1024 ** 3;
/** An attempt that brought this much starts the count again. Unit: bytes. */
const progressThatCounts = 1024 * 1024;

/**
 * Fetches one output: to a part beside the target, whole and checked, durable, and only then under its name.
 *
 * Rejects with DeadLinkError (ask the job for its link again), MachineError (not whole, not the media, disk; the part is
 * kept where it holds anything), UnreachableError, RateLimitError, RefusedError, AuthError, or the signal's reason (the
 * part is removed).
 * @see service document §2.2, §4.9, §4.10
 */
export async function fetchOutput(download: OutputDownload): Promise<FetchedOutput> {
  const { path, clock, signal } = download;
  signal?.throwIfAborted();
  const inline = inlineBytes(download.url, download.keptFolder);
  const host = inline === undefined ? downloadUrl(download.url).host : 'this machine';
  const part = createPartFile(path, clock);
  const state: DownloadState = {
    part,
    path,
    bytesMost: download.bytesMost ?? bytesMostByDefault,
    contentType: download.contentType,
    onProgress: download.onProgress,
    etag: undefined,
    totalBytes: undefined,
    servedContentType: undefined,
  };
  try {
    if (inline === undefined) await downloadUntilWhole(download, state, host);
    else takeInline(state, inline);
    return finish(download, state);
  } catch (error) {
    // What is not whole is worth a look; a bomb, or what was interrupted, is not.
    const isKept = error instanceof MachineError && error.code !== 'download_too_large';
    part.abandon(isKept && part.bytes > 0 && signal?.aborted !== true);
    throw error;
  }
}

async function downloadUntilWhole(
  download: OutputDownload,
  state: DownloadState,
  host: string,
): Promise<void> {
  const { clock, random, signal, onRetry } = download;
  const { part } = state;
  const budget = download.budget ?? createRetryBudget();
  const tally = { attempts: 0, failures: 0, rateLimits: 0, waitedMs: 0, rateLimitedMs: 0 };
  for (;;) {
    tally.attempts += 1;
    const before = part.bytes;
    const trouble = await downloadOnce(download, state, tally.attempts);
    if (trouble === undefined) return;
    if (part.bytes - before >= progressThatCounts) Object.assign(tally, { failures: 0, waitedMs: 0 });
    const isRateLimit = trouble.outcome === 'rate-limited';
    if (isRateLimit) tally.rateLimits += 1;
    else tally.failures += 1;
    const next = nextAttempt({
      route: 'download',
      outcome: trouble.outcome,
      attempt: isRateLimit ? tally.rateLimits : tally.failures,
      // The transfer itself may take its time.
      elapsedMs: isRateLimit ? tally.rateLimitedMs : tally.waitedMs,
      retryAfterMs: trouble.retryAfterMs,
      random,
    });
    if (!next.retry) throw givenUp(trouble, state, host, tally.attempts);
    const delayMs = Math.max(next.delayMs, budget.reserveMs(clock.monotonicMs()));
    onRetry?.({ what: `download from ${host}`, reason: reasonOf(trouble), attempt: tally.attempts, delayMs });
    await sleepOrThrow(clock, delayMs, signal);
    if (isRateLimit) tally.rateLimitedMs += delayMs;
    else tally.waitedMs += delayMs;
  }
}

function givenUp(
  trouble: Trouble,
  { part, totalBytes }: DownloadState,
  host: string,
  attempts: number,
): CliError {
  return downloadGivenUp(trouble, {
    host,
    partPath: part.path,
    bytesDone: part.bytes,
    bytesTotal: totalBytes,
    attempts,
  });
}

function finish(
  { path: target, overwrite = false, earlier, mayBe }: OutputDownload,
  state: DownloadState,
): FetchedOutput {
  const { part } = state;
  const sha256 = part.seal();
  const kind = kindOf(state);
  if (state.totalBytes === undefined && kind !== undefined && !endsWhole(kind, part.descriptor, part.bytes))
    throw notTheMedia(part.path, `It has no length, and does not end as ${kind} does.`);
  part.close();
  const content = { bytes: part.bytes, sha256 };
  const path = giveFinishedName({ path: part.path, ...content }, target, { overwrite, earlier, mayBe });
  return { path, ...content, contentType: state.servedContentType ?? state.contentType };
}
