import { outcomeOfStatus } from '../../rules/retry.ts';
import { ExchangeError, type ExchangeResponse } from '../transport/exchange.ts';
import { noAnswer, refusedStatus, type Trouble } from '../transport/trouble/trouble.ts';
import { contentLength, parseContentRange, strongEtag } from './content-range.ts';
import { DeadLinkError, downloadRefused, keyRefused, notTheMedia, tooLarge } from './download-errors.ts';
import { type DownloadSource, requestOutput } from './download-request.ts';
import { hasSignature, kindOfName, kindOfTypes, type OutputKind, signatureBytes } from './output-kind.ts';
import type { PartFile } from './part-file.ts';
import { createThroughputFloor } from './throughput-floor.ts';

/** What is known of a download between its attempts, beside the bytes in its part. */
export interface DownloadState {
  part: PartFile;
  /** Path of the finished file. */
  path: string;
  bytesMost: number;
  /** The job's word for the type. */
  contentType: string | undefined;
  onProgress: ((bytesDone: number, bytesTotal: number | undefined) => void) | undefined;
  /** ETag of the bytes in the part; undefined where they can't be continued. */
  etag: string | undefined;
  totalBytes: number | undefined;
  /** The host's word for the type. */
  servedContentType: string | undefined;
}

/**
 * Progress is reported after this many bytes or this much time: on a slow line half a MiB may take a minute. Unit: bytes, ms.
 */
const progressBytes = 512 * 1024;
const progressMs = 250;
const goneStatuses = [401, 403, 404, 410];

/**
 * Makes one request for the bytes that the part still lacks. Returns undefined when they are all there, or the trouble where
 * another attempt may help. Throws where none can help (DeadLinkError, RefusedError, AuthError, MachineError).
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

/** Checks that the answer fits the bytes in the part: a 206 must continue where they end; a 200 starts again from zero. */
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

/** Takes an output that came inside the job's answer. Throws MachineError where it is not the expected media. */
export function takeInline(state: DownloadState, bytes: Uint8Array): void {
  state.part.write(bytes);
  state.totalBytes = bytes.byteLength;
  checkHead(state);
  state.onProgress?.(bytes.byteLength, bytes.byteLength);
}

/** The expected kind of the file by its content types. Where they don't tell, the file name and the first bytes decide. */
export function kindOf({
  part,
  path,
  contentType,
  servedContentType,
}: DownloadState): OutputKind | undefined {
  return kindOfTypes([contentType, servedContentType]) ?? kindOfName(path, part.head);
}

function checkHead(state: DownloadState): void {
  const { part } = state;
  const kind = kindOf(state);
  if (part.bytes === 0) throw notTheMedia(part.path, 'It is empty.');
  if (kind !== undefined && !hasSignature(kind, part.head))
    throw notTheMedia(part.path, `It should be ${kind} and does not begin like it.`);
}

/** Drops the bytes in the part, because they can't be continued: the next attempt starts from zero. */
function startAgain(state: DownloadState, code: string, message: string): ExchangeError {
  state.part.restart();
  state.etag = undefined;
  state.totalBytes = undefined;
  return new ExchangeError('unknown', code, message);
}
