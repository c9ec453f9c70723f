import { reasonOf } from '../../api/trouble/trouble.ts';
import { inlineBytes } from '../../api/ways/inline-picture.ts';
import { MachineError } from '../../errors/endings.ts';
import type { DownloadedFile } from '../../ledger/record.ts';
import { type AttemptEnd, untilAnswered } from '../attempts.ts';
import { UploadLostError } from '../bucket/store-errors.ts';
import { type DownloadState, downloadOnce, kindOf, startOver, takeInline } from './download-attempt.ts';
import { downloadGivenUp, notTheMedia } from './download-errors.ts';
import { type DownloadSource, downloadUrl } from './download-request.ts';
import { type OutputSink, ReceivedBytes } from './output-sink.ts';

/** Opens what takes the bytes of an output. Throws CliError. */
export type OpenSink = (coming: Pick<ReceivedBytes, 'bytes' | 'head' | 'totalBytes'>) => OutputSink;

export interface OutputDownload extends DownloadSource {
  openSink: OpenSink;
  /** The ledger's folder of pictures that came inside an answer; only v1 sends such answers. */
  keptFolder?: string | undefined;
}

/** A complete file under its final name: the one asked for, a numbered name beside it, or the place where its bytes were before. */
export type FetchedFile = Omit<DownloadedFile, 'index'>;

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
export async function fetchOutput(download: OutputDownload): Promise<FetchedFile> {
  const { signal } = download;
  signal?.throwIfAborted();
  const inline = inlineBytes(download.url, download.keptFolder);
  const host = inline === undefined ? downloadUrl(download.url).host : 'this machine';
  const received = new ReceivedBytes();
  const sink = download.openSink(received);
  const served = { etag: undefined, servedContentType: undefined };
  const state = { ...download, ...served, received, sink, keyRefusals: 0 };
  const of = { route: 'download', what: `download from ${host}` } as const;
  try {
    return await untilAnswered(download, of, (attempts) => attemptOutput(state, { attempts, host, inline }));
  } catch (error) {
    // An incomplete file is kept for a person to look at, but not one that was interrupted, or that takes room which is wanted.
    const isKept = error instanceof MachineError && !spaceless.includes(error.code);
    await sink.abandon(isKept && received.bytes > 0 && signal?.aborted !== true);
    throw error;
  }
}

async function attemptOutput(
  state: DownloadState,
  { attempts, host, inline }: { attempts: number; host: string; inline: Uint8Array | undefined },
): Promise<AttemptEnd<FetchedFile>> {
  const { received } = state;
  const before = received.bytes;
  try {
    const trouble = await (inline === undefined ? downloadOnce(state, attempts) : takeInline(state, inline));
    if (trouble === undefined) return { answer: await finish(state) };
    if (trouble === 'again') return trouble;
    return {
      ...trouble,
      reason: reasonOf(trouble),
      isGain: received.bytes - before >= progressThatCounts,
      error: () => downloadGivenUp(trouble, state, { host, attempts }),
    };
  } catch (error) {
    if (!(error instanceof UploadLostError)) throw error;
    await startOver(state);
    return { outcome: 'unknown', reason: 'the object store lost the upload', error: () => error };
  }
}

async function finish(state: DownloadState): Promise<FetchedFile> {
  const { received, sink } = state;
  await sink.seal();
  const kind = kindOf(state);
  if (received.totalBytes === undefined && kind !== undefined && !received.endsWhole(kind))
    throw notTheMedia(state, `The host gave no length, and the file does not end as ${kind} does.`);
  const content = { bytes: received.bytes, sha256: received.digest() };
  return { path: await sink.finish(content), ...content };
}
