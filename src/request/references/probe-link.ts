import { contentLength, parseContentRange } from '../../api/content-range.ts';
import type { Clock } from '../../api/transport/clock.ts';
import {
  type Exchange,
  ExchangeError,
  type ExchangeRequest,
  type ExchangeResponse,
} from '../../api/transport/exchange.ts';
import { sendObserved, type TrafficEvent } from '../../api/transport/traffic.ts';
import { reachWords } from '../../api/trouble/reach-words.ts';
import { fileDigest, type LocalFile, standInLink } from '../../media/local-file.ts';
import type { RequestRoute } from '../../service/request-route.ts';
import { noUploadCommand, type Upload, type UploadMeans } from './upload-reference.ts';

/** Facts of the file that a host serves, by its headers; a field is absent where they don't say. */
export interface ServedMedia {
  /** Size of the whole file. */
  bytes?: number;
  /** In lower case, without parameters: `video/mp4`. */
  contentType?: string;
}

/**
 * The result of a probe of a link. `unlooked`: genctl made no request. Either no probe was wanted, or only the service itself can
 * fetch the link, which is neither https nor http.
 */
export type LinkState =
  | ({ kind: 'reachable' } & ServedMedia)
  | { kind: 'unlooked' }
  | { kind: 'answered'; status: number }
  | { kind: 'unreachable'; why: string };

export interface ProbePorts {
  exchange: Exchange;
  clock: Clock;
  signal?: AbortSignal | undefined;
  /** For the whole probe, redirects included. Unit: ms. */
  timeoutMs?: number;
  /** Told of each request; secrets in its link are hidden. */
  observe?: ((event: TrafficEvent) => void) | undefined;
}

const defaultTimeoutMs = 5_000;
const redirectsMost = 5;
const headers = { accept: '*/*', 'accept-encoding': 'identity', range: 'bytes=0-0', 'user-agent': 'genctl' };

/**
 * Asks for the first byte behind a link, without a key, as the generator would. It sends a GET, because a signed link is often
 * signed for GET alone. It follows five redirects at most, and none from https to http. Throws the signal's reason.
 * @see service document §4.8
 */
export async function probeLink(url: string, ports: ProbePorts): Promise<LinkState> {
  const { clock, signal, timeoutMs = defaultTimeoutMs } = ports;
  signal?.throwIfAborted();
  if (!/^https?:\/\//i.test(url)) return { kind: 'unlooked' };
  if (!URL.canParse(url)) return { kind: 'unreachable', why: 'it is not a URL' };
  const ended = new AbortController();
  const stop = AbortSignal.any(signal === undefined ? [ended.signal] : [ended.signal, signal]);
  let late = false;
  const timer = clock.sleep(timeoutMs, stop).then(() => {
    late = !stop.aborted;
    ended.abort();
  });
  try {
    return await follow(new URL(url), { headersTimeoutMs: timeoutMs, signal: stop }, ports);
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof ExchangeError)) throw error;
    return { kind: 'unreachable', why: late ? `no answer in ${timeoutMs / 1000} s` : whyOf(error) };
  } finally {
    ended.abort();
    await timer;
  }
}

/** Tells whether the host's answer says that it no longer serves this link. 408 and 429 only ask for patience. */
export function isDead(state: LinkState): boolean {
  return (
    state.kind === 'answered' &&
    state.status >= 400 &&
    state.status < 500 &&
    ![408, 429].includes(state.status)
  );
}

async function follow(
  from: URL,
  limits: Pick<ExchangeRequest, 'headersTimeoutMs' | 'signal'>,
  ports: ProbePorts,
): Promise<LinkState> {
  let url = from;
  for (let hop = 0; hop <= redirectsMost; hop += 1) {
    const request = { method: 'GET' as const, url, headers, ...limits };
    const response = await sendObserved(ports.exchange, request, hop + 1, ports);
    await response.discard();
    const next = redirectOf(response, url);
    if (next === undefined) return stateOf(response);
    if (url.protocol === 'https:' && next.protocol !== 'https:')
      return { kind: 'unreachable', why: `it redirects from https to ${next.protocol}//` };
    url = next;
  }
  return { kind: 'unreachable', why: `it redirects more than ${redirectsMost} times` };
}

function redirectOf({ status, headers: { location } }: ExchangeResponse, from: URL): URL | undefined {
  if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, from.href))
    return undefined;
  const url = new URL(location, from);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** A host that makes an answer up as it goes may refuse any range with 416, so 416 counts as reachable. */
function stateOf({ headers: given, status }: Pick<ExchangeResponse, 'headers' | 'status'>): LinkState {
  if (status === 416) return { kind: 'reachable' };
  if (status < 200 || status >= 300) return { kind: 'answered', status };
  // In a partial answer, Content-Length is the length of the part alone.
  const bytes = status === 206 ? parseContentRange(given['content-range'])?.totalBytes : contentLength(given);
  const contentType = given['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  return {
    kind: 'reachable',
    ...(bytes !== undefined && { bytes }),
    ...(contentType !== undefined && contentType !== '' && { contentType }),
  };
}

function whyOf(error: ExchangeError): string {
  const { code, message } = error;
  return code === 'CLOSED' || code === 'ABORTED' ? message : reachWords(error).why;
}

/** The means of a look at links. */
export interface LinkPorts {
  /** True if links are probed. */
  probed: boolean;
  exchange(): Promise<Exchange>;
  clock: Clock;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

export interface FileLinkPorts extends LinkPorts, Omit<UploadMeans, 'signal'> {
  /** The route that the link is for; undefined where no request is made. */
  route: RequestRoute | undefined;
  /** The account's profile, for messages; undefined where environment variables make the account. */
  profile: string | undefined;
  /** True if the service is the embedded sandbox, which opens no connection for a reference: nothing is uploaded for it. */
  embedded: boolean;
}

/** The link of a local file, by what is known before anything is uploaded. */
type FileLink = { digest: string } & (
  | { kind: 'stand-in'; url: string }
  /** An earlier upload gave it, and as far as was looked it still works. */
  | { kind: 'remembered'; url: string; state: LinkState }
  | { kind: 'upload'; standIn: string; upload: Upload }
);

/** Throws UsageError where nothing is set that would upload the file; native errors; the signal's reason. */
export async function linkOfFile(
  file: LocalFile,
  ports: FileLinkPorts,
  signal: AbortSignal,
): Promise<FileLink> {
  const { embedded, memory, uploadCommand: command } = ports;
  if (command === undefined && !embedded) throw noUploadCommand(file, ports);
  const digest = await fileDigest(file.path, signal);
  const standIn = standInLink(file.name, digest);
  if (command === undefined || embedded) return { kind: 'stand-in', digest, url: standIn };
  const known = memory.recall({ digest, command });
  if (known !== undefined) {
    const state = await stateOfLink(known, ports, signal);
    if (!isDead(state)) return { kind: 'remembered', digest, url: known, state };
  }
  return { kind: 'upload', digest, standIn, upload: { file, digest, deadUrl: known } };
}

/** The state that a look at a link finds, where links are probed. */
export async function stateOfLink(url: string, ports: LinkPorts, signal: AbortSignal): Promise<LinkState> {
  if (!ports.probed || !/^https?:/i.test(url)) return { kind: 'unlooked' };
  const { clock, observe } = ports;
  return probeLink(url, { exchange: await ports.exchange(), clock, observe, signal });
}
