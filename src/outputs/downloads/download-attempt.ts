import { contentLength, parseContentRange, strongEtag } from '../../api/content-range.ts';
import type { Clock } from '../../api/transport/clock.ts';
import { ExchangeError, type ExchangeResponse } from '../../api/transport/exchange.ts';
import { noAnswer, refusedStatus, type Trouble } from '../../api/trouble/trouble.ts';
import { outcomeOfStatus } from '../../service/retries/retry.ts';
import { DeadLinkError, keyRefused, linkRefused, notTheMedia, tooLarge } from './download-errors.ts';
import { type DownloadSource, requestOutput } from './download-request.ts';
import {
  hasSignature,
  kindOfName,
  kindOfType,
  type OutputKind,
  type OutputSink,
  type ReceivedBytes,
  signatureBytes,
} from './output-sink.ts';

const otherPart = 'The host sent another part of the file than genctl asked for';

/** The state of a download between its attempts. */
export interface DownloadState extends DownloadSource {
  sink: OutputSink;
  /** The bytes that are in the sink. */
  received: ReceivedBytes;
  /** ETag of those bytes; undefined where they can't be continued. */
  etag: string | undefined;
  /** The host's word for the type. */
  servedContentType: string | undefined;
  /** How many of the latest requests in a row the service refused because of their key. */
  keyRefusals: number;
}

const bytesMostByDefault = 8 * 1024 ** 3;

/**
 * Progress is reported after this many bytes or this much time: on a slow line half a MiB may take a minute. Unit: bytes, ms.
 */
const progressBytes = 512 * 1024;
const progressMs = 250;
const goneStatuses = [401, 403, 404, 410];

/**
 * Makes one request for the bytes that the sink still lacks. Returns undefined when they are all there, `again` if the next request has
 * another key, or the trouble where another attempt may help. Throws where none can help (DeadLinkError, RefusedError, AuthError, MachineError).
 */
export async function downloadOnce(
  state: DownloadState,
  attempt: number,
): Promise<Trouble | 'again' | undefined> {
  const { clock, keyMend, received, signal } = state;
  if (received.bytes > 0 && state.etag === undefined) await startOver(state);
  const range: Record<string, string> =
    received.bytes > 0 && state.etag !== undefined
      ? { range: `bytes=${received.bytes}-`, 'if-range': state.etag }
      : {};
  try {
    const { response, url, apiKey } = await requestOutput(state, range, attempt);
    const { status } = response;
    if (status === 200 || status === 206) {
      if (apiKey !== undefined) state.key.accept(apiKey);
      state.keyRefusals = 0;
      await begin(state, response);
      await receive(state, response, url.host);
      return undefined;
    }
    void response.discard();
    if (status === 416 && received.bytes > 0)
      throw await startAgain(state, 'RANGE', 'The host refused to continue the file');
    if (status === 401 && apiKey !== undefined) {
      state.keyRefusals += 1;
      if ((await state.key.replace(apiKey, state.keyRefusals)) === 'replaced') return 'again';
      throw keyRefused(url.host, keyMend);
    }
    if (goneStatuses.includes(status)) throw new DeadLinkError(status, url.host);
    const isFinal = ['other', 'balance'].includes(outcomeOfStatus(status));
    if (isFinal || status < 400)
      throw linkRefused('refused', `${url.host} refused the download`, `It answered ${status}.`, status);
    return refusedStatus({ retryRoute: 'download' }, response, { text: '', nowMs: clock.nowMs() });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ExchangeError) return noAnswer(error);
    throw error;
  }
}

/** Checks that the answer fits the bytes in the sink: a 206 must continue where they end; a 200 starts again from zero. */
async function begin(state: DownloadState, { status, headers }: ExchangeResponse): Promise<void> {
  const { received } = state;
  const etag = strongEtag(headers.etag);
  if (status === 200) {
    if (received.bytes > 0) await startOver(state);
    state.etag = etag;
    received.totalBytes = contentLength(headers);
  } else {
    const range = parseContentRange(headers['content-range']);
    const totalBytes = received.totalBytes ?? range?.totalBytes;
    const fits =
      range?.start === received.bytes &&
      (range.totalBytes ?? totalBytes) === totalBytes &&
      (etag === undefined || etag === state.etag);
    if (!fits) throw await startAgain(state, 'WRONG_RANGE', otherPart);
    received.totalBytes = totalBytes;
  }
  state.servedContentType = headers['content-type'] ?? state.servedContentType;
}

async function receive(state: DownloadState, response: ExchangeResponse, host: string): Promise<void> {
  const { bytesMost = bytesMostByDefault, clock, onProgress, received, sink } = state;
  const { totalBytes } = received;
  const encoding = response.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw notTheMedia(state, `${host} compressed it (${encoding}), though genctl did not ask for that.`);
  if ((totalBytes ?? 0) > bytesMost) throw tooLarge(host, bytesMost);
  const noteThroughput = createThroughputFloor(clock);
  let toldBytes = 0;
  let toldMs = 0;
  const progress = (): void => {
    toldBytes = received.bytes;
    toldMs = clock.monotonicMs();
    onProgress?.(received.bytes, totalBytes);
  };
  progress();
  for await (const chunk of response.body) {
    received.add(chunk);
    const full = sink.write(chunk);
    const sinceMs = clock.monotonicMs();
    if (full !== undefined) await full;
    const heldMs = full === undefined ? 0 : clock.monotonicMs() - sinceMs;
    if (received.bytes > bytesMost) throw tooLarge(host, bytesMost);
    if (received.head.byteLength === signatureBytes) checkHead(state);
    noteThroughput(chunk.byteLength, heldMs);
    if (received.bytes - toldBytes >= progressBytes || clock.monotonicMs() - toldMs >= progressMs) progress();
  }
  const { bytes } = received;
  if (bytes > (totalBytes ?? bytes))
    throw await startAgain(state, 'TOO_LONG', `${bytes} bytes came instead of ${totalBytes}`);
  if (bytes < (totalBytes ?? bytes))
    throw new ExchangeError('unknown', 'BODY_CUT', `The download stopped at ${bytes} of ${totalBytes} bytes`);
  checkHead(state);
  if (toldBytes !== bytes) progress();
}

/** Takes an output that came inside the job's answer. Throws MachineError where it is not the expected media. */
export async function takeInline(state: DownloadState, bytes: Uint8Array): Promise<undefined> {
  const { onProgress, received, sink } = state;
  received.add(bytes);
  await sink.write(bytes);
  received.totalBytes = bytes.byteLength;
  checkHead(state);
  onProgress?.(bytes.byteLength, bytes.byteLength);
}

/** The expected kind of the file by its content types. Where they don't tell, the file name and the first bytes decide. */
export function kindOf({
  received,
  path,
  contentType,
  servedContentType,
}: DownloadState): OutputKind | undefined {
  return kindOfType(contentType) ?? kindOfType(servedContentType) ?? kindOfName(path, received.head);
}

function checkHead(state: DownloadState): void {
  const { bytes, head } = state.received;
  const kind = kindOf(state);
  if (bytes === 0) throw notTheMedia(state, 'It is empty.');
  if (kind !== undefined && !hasSignature(kind, head))
    throw notTheMedia(state, `The job promised ${kind}, and the file is something else.`);
  if (kind === undefined && isUnaskedPage(state)) throw notTheMedia(state, 'It is an HTML page.');
}

/** Tells whether a page came where the job promised nothing in particular: a portal or a gateway may have sent it. */
function isUnaskedPage({ contentType, received: { head }, servedContentType }: DownloadState): boolean {
  if (contentType !== undefined && htmlType.test(contentType)) return false;
  const begin = Buffer.from(head).toString('latin1');
  return htmlType.test(servedContentType ?? '') || /^\s*<(!doctype html|html)\b/i.test(begin);
}

const htmlType = /^\s*(text\/html|application\/xhtml\+xml)\b/i;

/** Drops the bytes that came: the next attempt starts from zero. */
export async function startOver(state: DownloadState): Promise<void> {
  await state.sink.restart();
  state.received.forget();
  state.etag = undefined;
}

/** Drops the bytes that came, because they can't be continued. */
async function startAgain(state: DownloadState, code: string, message: string): Promise<ExchangeError> {
  await startOver(state);
  return new ExchangeError('unknown', code, message);
}

const windowMs = 30_000;
const bytesLeast = 30 * 1024;

/**
 * Ends a transfer that brings less than 30 KiB in 30 s. The returned function takes the length of each chunk, and how long
 * the sender had to wait through no fault of its own. It throws ExchangeError `TOO_SLOW`. The exchange has its own limit for silence.
 */
function createThroughputFloor(clock: Clock): (bytes: number, heldMs?: number) => void {
  let windowStartMs = clock.monotonicMs();
  let windowBytes = 0;
  return (bytes, heldMs = 0) => {
    windowBytes += bytes;
    windowStartMs += heldMs;
    const nowMs = clock.monotonicMs();
    if (nowMs - windowStartMs < windowMs) return;
    if (windowBytes < bytesLeast)
      throw new ExchangeError('unknown', 'TOO_SLOW', `Only ${windowBytes} bytes came in 30 s`);
    windowStartMs = nowMs;
    windowBytes = 0;
  };
}
