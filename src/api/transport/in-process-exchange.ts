import { sandboxOrigins } from '../../text/base-url.ts';
import { type Exchange, ExchangeError, type ExchangeRequest, type ExchangeResponse } from './exchange.ts';

/** A service that is a function, such as the embedded sandbox. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Hands each request to a service inside this process, which is loaded at the first request. Only the sandbox's own hosts are
 * served; a request to any other host fails with an `ExchangeError` that says it never left.
 */
export function createInProcessExchange(load: () => Promise<FetchHandler>): Exchange {
  let loaded: Promise<FetchHandler> | undefined;

  async function send(request: ExchangeRequest): Promise<ExchangeResponse> {
    if (!isSandboxHost(request.url)) {
      const message = `${request.url.host} is not a host of the embedded sandbox`;
      throw new ExchangeError('never', 'NOT_SANDBOX', message);
    }
    if (request.signal?.aborted === true)
      throw new ExchangeError('never', 'ABORTED', 'The request was aborted');
    loaded ??= load();
    const handler = await loaded;
    const response = await withinLimits(request, handler(toRequest(request)));
    const body = response.body;
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: body === null ? noBytes() : chunksOf(body, request.signal),
      discard: async () => {
        // Nobody reads the rest of this body, so an error at its end is no trouble.
        if (body !== null && !body.locked) await body.cancel().catch(() => {});
      },
    };
  }

  return { send, close: async () => {} };
}

function isSandboxHost(url: URL): boolean {
  return Object.values<string>(sandboxOrigins).includes(url.origin);
}

function toRequest({ url, method, headers, body }: ExchangeRequest): Request {
  return new Request(url, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) });
}

/** Applies the time-out and the signal as a socket would: a request that is given up may still have had its effect. */
async function withinLimits(request: ExchangeRequest, answer: Promise<Response>): Promise<Response> {
  const { headersTimeoutMs, signal } = request;
  let giveUp: (error: ExchangeError) => void = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const abort = (): void => giveUp(new ExchangeError('unknown', 'ABORTED', 'The request was aborted'));
  const expire = (): void => giveUp(new ExchangeError('unknown', 'HEADERS_TIMEOUT', 'No answer in time'));
  signal?.addEventListener('abort', abort, { once: true });
  // An abort while the service was being loaded fired before the listener was added.
  if (signal?.aborted === true) abort();
  const timer = headersTimeoutMs === undefined ? undefined : setTimeout(expire, headersTimeoutMs);
  try {
    return await Promise.race([answer, givenUp]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      if (signal?.aborted === true) throw new Error('The request was aborted');
      yield chunk;
    }
  } catch (error) {
    throw new ExchangeError('unknown', 'BODY', 'The answer broke off', { cause: error });
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
