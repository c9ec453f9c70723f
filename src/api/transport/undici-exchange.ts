import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
// Read with this file: whoever can't read it sends nothing, and opens no connection.
import 'undici/lib/llhttp/llhttp-wasm.js';
import { isContainerHost, isLoopbackHost } from '../../text/base-url.ts';
import { type Exchange, ExchangeError, type ExchangeRequest } from './exchange.ts';
import { createResponseHandler } from './response-handler.ts';

export interface UndiciExchangeOptions {
  proxies?: ProxyVariables | undefined;
  /** Replaces the pool of sockets for an origin, such as with a test's `MockAgent`. */
  dispatcherFor?: ((origin: string) => Dispatcher) | undefined;
}

/** Longest silence within a body; less where the request itself has less time. Unit: ms. */
const bodySilenceMs = 30_000;

/** At most eight sockets for each origin, with one request at a time on each, over HTTP/1.1. */
const poolOptions = {
  connections: 8,
  pipelining: 1,
  allowH2: false,
  connect: { timeout: 10_000 },
  keepAliveTimeout: 10_000,
} as const;

/**
 * Carries requests over the network with undici. It follows no redirect, repeats nothing and decodes nothing. Throws
 * `ExchangeError`: `never` where nothing was written (name, connection, TLS, proxy), and `unknown` once something may have
 * been.
 */
export function createUndiciExchange(options: UndiciExchangeOptions = {}): Exchange {
  const dispatchers = new Map<string, Promise<Dispatcher>>();
  // A socket whose connection is still being made is in no pool, and would keep the process for ten seconds.
  const closing = new AbortController();
  const connect = { ...poolOptions.connect, signal: closing.signal };

  async function create(url: URL): Promise<Dispatcher> {
    if (options.dispatcherFor !== undefined) return options.dispatcherFor(url.origin);
    const uri = proxyFor(url, options.proxies ?? {});
    keepParserUnoptimised();
    if (uri === undefined) return new Pool(url.origin, { ...poolOptions, connect });
    const { default: ProxyAgent } = await import('undici/lib/dispatcher/proxy-agent.js');
    return new ProxyAgent({
      ...poolOptions,
      uri,
      proxyTls: connect,
      requestTls: connect,
      // A proxy that accepts the connection and then says nothing gets the same time as one that does not accept it.
      clientFactory: (origin, tunnel) => new Pool(origin, { ...tunnel, headersTimeout: connect.timeout }),
    });
  }

  async function send(request: ExchangeRequest) {
    const { url, headersTimeoutMs } = request;
    if (closing.signal.aborted) throw new ExchangeError('never', 'CLOSED', 'The exchange was closed');
    if (!('WebAssembly' in globalThis))
      throw new ExchangeError('never', 'NO_WEBASSEMBLY', 'Node runs without WebAssembly here');
    const { origin } = url;
    let dispatcher = dispatchers.get(origin);
    if (dispatcher === undefined) {
      dispatcher = create(url).catch((error: unknown) => {
        // The proxy variable is no URL.
        throw new ExchangeError('never', 'PROXY', 'The proxy of the environment is not usable', error);
      });
      dispatchers.set(origin, dispatcher);
    }
    const ready = await dispatcher;
    const timeoutMs = headersTimeoutMs === undefined ? 0 : Math.max(1, Math.ceil(headersTimeoutMs));
    const { handler, response } = createResponseHandler({
      signal: request.signal,
      headersTimeoutMs: timeoutMs === 0 ? undefined : timeoutMs,
    });
    ready.dispatch(
      {
        origin,
        path: url.pathname + url.search,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        // The handler keeps the time, because undici restarts its own time-out at each interim answer.
        headersTimeout: 0,
        bodyTimeout: timeoutMs === 0 ? bodySilenceMs : Math.min(bodySilenceMs, timeoutMs),
      },
      handler,
    );
    return response;
  }

  async function close(): Promise<void> {
    closing.abort();
    const ended = [...dispatchers.values()].map(async (one) => (await one).destroy());
    dispatchers.clear();
    await Promise.allSettled(ended);
  }

  return { send, close };
}

let parserKept = false;

/**
 * Has Node 20 run undici's WebAssembly parser as it was first compiled. Its optimising compiler takes 40 MiB for the parser's largest
 * function, and a process that ends meanwhile waits 55 to 75 ms for it; 30,000 answers later it has not saved any time. A budget of
 * loops does not do: that function uses up the largest one within some hundred answers. Call this once the modules are loaded and
 * before the first request.
 */
function keepParserUnoptimised(): void {
  if (parserKept || !versions.node.startsWith('20.')) return;
  parserKept = true;
  setFlagsFromString('--liftoff-only');
}

/**
 * The proxy variables of the environment; an empty one counts as unset. The caller reads them, since the client may not read
 * the environment.
 */
interface ProxyVariables {
  http_proxy?: string | undefined;
  HTTP_PROXY?: string | undefined;
  https_proxy?: string | undefined;
  HTTPS_PROXY?: string | undefined;
  no_proxy?: string | undefined;
  NO_PROXY?: string | undefined;
}

/** The proxy for a URL; undefined for a direct connection. This machine itself, and what gives a container its
 * credentials, are never reached through a proxy. */
export function proxyFor(url: URL, variables: ProxyVariables): string | undefined {
  const chosen =
    url.protocol === 'https:'
      ? firstSet(variables.https_proxy, variables.HTTPS_PROXY)
      : firstSet(variables.http_proxy, variables.HTTP_PROXY);
  if (chosen === undefined || isLoopbackHost(url.hostname) || isContainerHost(url.hostname)) return undefined;
  if (isExcluded(url, firstSet(variables.no_proxy, variables.NO_PROXY) ?? '')) return undefined;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(chosen) ? chosen : `http://${chosen}`;
}

function firstSet(...values: (string | undefined)[]): string | undefined {
  return values.map((value) => value?.trim()).find((value) => value !== undefined && value !== '');
}

/**
 * Tells whether `no_proxy` lists the URL's host. An entry is `*`, or a name that also means all names below it, with a port if only that
 * port is meant.
 */
function isExcluded(url: URL, list: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const hostname = url.hostname.toLowerCase();
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const bare = name.replace(/^\*?\./, '');
      return (
        (entryPort === undefined || entryPort === port) &&
        (hostname === bare || hostname.endsWith(`.${bare}`))
      );
    });
}
