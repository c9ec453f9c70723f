import { outcomeOfStatus } from '../../rules/retry.ts';
import { ExchangeError, type ExchangeResponse } from '../transport/exchange.ts';
import { noAnswer, refusedStatus, type Trouble } from '../transport/trouble.ts';
import { contentLength, parseContentRange, strongEtag } from './content-range.ts';
import { DeadLinkError } from './dead-link-error.ts';
import { downloadRefused, keyRefused, notTheMedia, tooLarge } from './download-errors.ts';
import { type DownloadSource, requestOutput } from './download-request.ts';
import { hasSignature, kindOfName, kindOfTypes, type MediaKind, signatureBytes } from './media-signature.ts';
import type { PartFile } from './part-file.ts';
import { createThroughputFloor } from './throughput-floor.ts';

/** A download between its attempts: what is known of the file beside the bytes of its part. */
export interface DownloadState {
  part: PartFile;
  /** Of the finished file. */
  path: string;
  bytesMost: number;
  /** As the job says. */
  contentType: string | undefined;
  onProgress: ((bytesDone: number, bytesTotal: number | undefined) => void) | undefined;
  /** Of the bytes in the part; undefined where they can't be continued. */
  etag: string | undefined;
  totalBytes: number | undefined;
  /** As the host says. */
  servedContentType: string | undefined;
}

/** Progress is told once this much came, or this time went by: half a MiB may take a slow line a minute. Unit: bytes, ms. */
const progressBytes = 512 * 1024;
const progressMs = 250;
const goneStatuses = [401, 403, 404, 410];

/**
 * Asks once for what the part still lacks. Undefined: it is all there. Trouble may be tried again; what can't be is
 * thrown (DeadLinkError, RefusedError, AuthError, MachineError).
 */
export async function downloadOnce(
  source: DownloadSource,
  state: DownloadState,
  attempt: number,
): Promise<Trouble | undefined> {
  const { part } = state;
  if (part.bytes > 0 && state.etag === undefined) part.restart();
  const range: Record<string, string> =
    part.bytes > 0 && state.etag !== undefined
      ? { range: `bytes=${part.bytes}-`, 'if-range': state.etag }
      : {};
  try {
    const { response, url, withKey } = await requestOutput(source, range, attempt);
    const { status } = response;
    if (status === 200 || status === 206) {
      begin(state, response);
      await receive(source, state, response, url.host);
      return undefined;
    }
    void response.discard();
    if (status === 416 && part.bytes > 0) throw startAgain(state, 'RANGE', 'The range was not taken');
    if (status === 401 && withKey) throw keyRefused(url.host, source.keyMend);
    if (goneStatuses.includes(status)) throw new DeadLinkError(status, url.host);
    if (outcomeOfStatus(status) === 'other' || status < 400) throw downloadRefused(status, url.host);
    return refusedStatus(response, '', source.clock.nowMs());
  } catch (error) {
    source.signal?.throwIfAborted();
    if (error instanceof ExchangeError) return noAnswer(error);
    throw error;
  }
}

/** Fits the answer to the bytes that are there: a 206 must go on where they end, a 200 starts again. */
function begin(state: DownloadState, { status, headers }: ExchangeResponse): void {
  const { part } = state;
  const etag = strongEtag(headers.etag);
  if (status === 200) {
    if (part.bytes > 0) part.restart();
    state.etag = etag;
    state.totalBytes = contentLength(headers);
  } else {
    const range = parseContentRange(headers['content-range']);
    const fits =
      range?.start === part.bytes &&
      (range.totalBytes ?? state.totalBytes) === (state.totalBytes ?? range.totalBytes) &&
      (etag === undefined || etag === state.etag);
    if (!fits) throw startAgain(state, 'WRONG_RANGE', 'Another range came than the one asked for');
    state.totalBytes ??= range.totalBytes;
  }
  state.servedContentType = headers['content-type'] ?? state.servedContentType;
}

async function receive(
  source: DownloadSource,
  state: DownloadState,
  response: ExchangeResponse,
  host: string,
): Promise<void> {
  const { part, bytesMost, onProgress } = state;
  const encoding = response.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw notTheMedia(part.path, `${host} sent it encoded (${encoding}), which was not asked for.`);
  if ((state.totalBytes ?? 0) > bytesMost) throw tooLarge(host, bytesMost);
  const noteThroughput = createThroughputFloor(source.clock);
  let toldBytes = 0;
  let toldMs = 0;
  const progress = (): void => {
    toldBytes = part.bytes;
    toldMs = source.clock.monotonicMs();
    onProgress?.(part.bytes, state.totalBytes);
  };
  progress();
  for await (const chunk of response.body) {
    part.write(chunk);
    if (part.bytes > bytesMost) throw tooLarge(host, bytesMost);
    if (part.head.byteLength === signatureBytes) checkHead(state);
    noteThroughput(chunk.byteLength);
    if (part.bytes - toldBytes >= progressBytes || source.clock.monotonicMs() - toldMs >= progressMs)
      progress();
  }
  if (state.totalBytes !== undefined && part.bytes > state.totalBytes)
    throw startAgain(state, 'TOO_LONG', `${part.bytes} bytes came of ${state.totalBytes}`);
  if (state.totalBytes !== undefined && part.bytes < state.totalBytes)
    throw new ExchangeError(
      'unknown',
      'BODY_CUT',
      `It broke off at ${part.bytes} of ${state.totalBytes} bytes`,
    );
  checkHead(state);
  if (toldBytes !== part.bytes) progress();
}

/** Takes an output that is here already. Throws MachineError where it is not the media. */
export function takeInline(state: DownloadState, bytes: Uint8Array): void {
  state.part.write(bytes);
  state.totalBytes = bytes.byteLength;
  checkHead(state);
  state.onProgress?.(bytes.byteLength, bytes.byteLength);
}

/** What the file should be, as far as anybody says; where only its name does, any media that it begins as. */
export function kindOf({ part, path, contentType, servedContentType }: DownloadState): MediaKind | undefined {
  return kindOfTypes([contentType, servedContentType]) ?? kindOfName(path, part.head);
}

function checkHead(state: DownloadState): void {
  const { part } = state;
  const kind = kindOf(state);
  if (part.bytes === 0) throw notTheMedia(part.path, 'It is empty.');
  if (kind !== undefined && !hasSignature(kind, part.head))
    throw notTheMedia(part.path, `It should be ${kind} and does not begin like it.`);
}

/** What is there can't be continued: it is dropped, and the next attempt starts from zero. */
function startAgain(state: DownloadState, code: string, message: string): ExchangeError {
  state.part.restart();
  state.etag = undefined;
  state.totalBytes = undefined;
  return new ExchangeError('unknown', code, message);
}
