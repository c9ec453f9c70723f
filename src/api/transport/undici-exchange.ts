import { versions } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
// Read with this file: whoever can't read it sends nothing, and opens no connection.
import 'undici/lib/llhttp/llhttp-wasm.js';
import { type Exchange, ExchangeError, type ExchangeRequest } from './exchange.ts';
import { withInterimAnswers } from './interim-answers.ts';
import { openProxy, type ProxyVariables, proxyFor, refusedByProxy } from './proxy.ts';
import { createResponseHandler } from './response-handler.ts';

export interface UndiciExchangeOptions {
  proxies?: ProxyVariables | undefined;
  /** Replaces the pool of sockets for an origin, such as with a test's `MockAgent`. */
  dispatcherFor?: ((origin: string) => Dispatcher) | undefined;
}

/** Longest silence within a body; less where the request itself has less time. Unit: ms. */
const bodySilenceMs = 30_000;

/** At most eight sockets for each origin, with one request at a time on each, over HTTP/1.1. A `pipelining` of 0 closes each after its answer. */
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

  const proxyOf = (url: URL) => proxyFor(url, options.proxies ?? {});

  async function create(url: URL, pipelining: number): Promise<Dispatcher> {
    if (options.dispatcherFor !== undefined) return options.dispatcherFor(url.origin);
    const pool = { ...poolOptions, pipelining, connect };
    const proxy = proxyOf(url);
    keepParserUnoptimised();
    if (proxy !== undefined) return openProxy(proxy, pool, url.origin);
    const connector = withInterimAnswers(buildConnector({ ...connect, allowH2: poolOptions.allowH2 }));
    return new Pool(url.origin, { ...pool, connect: connector });
  }

  async function send(request: ExchangeRequest) {
    const { url, headersTimeoutMs } = request;
    if (closing.signal.aborted) throw new ExchangeError('never', 'CLOSED', 'The exchange was closed');
    if (!('WebAssembly' in globalThis))
      throw new ExchangeError('never', 'NO_WEBASSEMBLY', 'Node runs without WebAssembly here');
    const { origin } = url;
    const isAlone = request.ownConnection === true;
    const name = isAlone ? `${origin} alone` : origin;
    let dispatcher = dispatchers.get(name);
    if (dispatcher === undefined) {
      dispatcher = create(url, isAlone ? 0 : poolOptions.pipelining);
      dispatchers.set(name, dispatcher);
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
    const answer = await response;
    // Within a tunnel another one may say so. To a whole URL only the proxy that was asked does.
    const proxy = answer.status === 407 && url.protocol === 'http:' ? proxyOf(url) : undefined;
    if (proxy === undefined) return answer;
    await answer.discard();
    throw refusedByProxy(answer.status, proxy);
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
