import type { Dispatcher } from 'undici';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

/** A handler for undici's dispatch, and the answer that it will receive. */
export interface ResponseHandler {
  handler: Dispatcher.DispatchHandler;
  response: Promise<ExchangeResponse>;
}

/** Limits on the wait for an answer. */
export interface ResponseLimits {
  signal?: AbortSignal | undefined;
  /**
   * Longest time from the first byte written until the headers of the final answer are complete. Interim answers (1xx) do not
   * extend it, although they restart undici's own time-out. Unit: ms; undefined for no limit.
   */
  headersTimeoutMs?: number | undefined;
}

/**
 * Listens to one dispatched request. undici reports when it begins to write the request: a failure before that means that the
 * request never left, and after that it may have arrived.
 */
export function createResponseHandler({ signal, headersTimeoutMs }: ResponseLimits): ResponseHandler {
  let controller: Dispatcher.DispatchController | undefined;
  let headersTimer: NodeJS.Timeout | undefined;
  let queue: ByteQueue | undefined;
  let settled: Error | undefined;
  const { promise, resolve, reject } = deferred<ExchangeResponse>();

  const letGo = (): void => signal?.removeEventListener('abort', abort);
  const fail = (error: Error): void => {
    if (settled !== undefined) return;
    letGo();
    clearTimeout(headersTimer);
    settled = exchangeError(controller !== undefined, error);
    queue?.fail(settled);
    reject(settled);
  };
  const abort = (): void => {
    fail(aborted());
    controller?.abort(aborted());
  };
  const expire = (): void => {
    const late = coded('UND_ERR_HEADERS_TIMEOUT', `No answer in ${headersTimeoutMs} ms`);
    fail(late);
    controller?.abort(late);
  };
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort, { once: true });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // The request was aborted while it waited for a connection, so undici must write nothing.
      if (settled !== undefined) return started.abort(settled);
      controller = started;
      if (headersTimeoutMs !== undefined) headersTimer = setTimeout(expire, headersTimeoutMs);
    },
    onResponseStart(started, status, headers) {
      if (status < 200) return;
      clearTimeout(headersTimer);
      queue = bodyOf(started, letGo);
      const { body, discard } = queue;
      resolve({ status, headers: flatHeaders(headers), body, discard });
    },
    onResponseData(_, chunk) {
      queue?.push(chunk);
    },
    onResponseEnd() {
      letGo();
      queue?.end();
    },
    onResponseError(_, error) {
      fail(error);
    },
  };
  return { handler, response: promise };
}

/** The body of an answer. It holds undici back while nobody reads, and ends the request where nobody will; `letGo` is called then. */
function bodyOf(started: Dispatcher.DispatchController, letGo: () => void): ByteQueue {
  return createByteQueue({
    pause: () => started.pause(),
    resume: () => started.resume(),
    stop: () => {
      letGo();
      started.abort(aborted());
    },
  });
}

function aborted(): Error & { code: string } {
  return coded('ABORTED', 'The request was aborted');
}

function coded(code: string, message: string): Error & { code: string } {
  return Object.assign(new Error(message), { code });
}

function exchangeError(started: boolean, error: Error): ExchangeError {
  // A connection that was never made says by itself what stood in its way.
  if (error instanceof ExchangeError && !started) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return new ExchangeError(started ? 'unknown' : 'never', code, error.message || code, { cause: error });
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

function deferred<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (error: Error) => void;
} {
  let resolve: (value: Value) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<Value>((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
}

/** The queue's hold on the sender that fills it. */
interface PausableSender {
  pause(): void;
  resume(): void;
  /** Called when the reader leaves before the end. */
  stop(): void;
}

/** Bytes on their way from a sender that pushes to a reader that pulls. */
interface ByteQueue {
  /** Can be read once. Throws the error given to `fail`, after the bytes that came before it. */
  body: AsyncIterable<Uint8Array>;
  push(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
  /** Drops what is queued and reads a small rest to its end, so that its connection can be used again; then it resolves. */
  discard(): Promise<void>;
}

/** Above the first the sender is paused; below the second it goes on. Unit: bytes. */
const fullBytes = 1024 * 1024;
const roomBytes = 256 * 1024;
/** A longer rest is not worth reading: the sender is stopped instead. Unit: bytes. */
const discardedBytesMost = 64 * 1024;

export function createByteQueue(sender: PausableSender): ByteQueue {
  const chunks: Uint8Array[] = [];
  let queuedBytes = 0;
  let paused = false;
  let over: { error?: Error } | undefined;
  let wake = (): void => {};

  async function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (chunks.length === 0 && over === undefined)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const chunk = chunks.shift();
    if (chunk === undefined && over?.error !== undefined) throw over.error;
    if (chunk === undefined) return { done: true, value: undefined };
    queuedBytes -= chunk.byteLength;
    if (paused && queuedBytes < roomBytes) {
      paused = false;
      sender.resume();
    }
    return { done: false, value: chunk };
  }
  async function leave(): Promise<IteratorResult<Uint8Array, undefined>> {
    chunks.length = 0;
    if (over === undefined) {
      over = {};
      sender.stop();
    }
    return { done: true, value: undefined };
  }
  function finish(how: { error?: Error }): void {
    over ??= how;
    wake();
  }

  // An async generator would do the same, and costs a look at a job half of its time and memory again.
  const body = { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
  return {
    body,
    push(chunk) {
      if (over !== undefined) return;
      chunks.push(chunk);
      queuedBytes += chunk.byteLength;
      if (!paused && queuedBytes > fullBytes) {
        paused = true;
        sender.pause();
      }
      wake();
    },
    end: () => finish({}),
    fail: (error) => finish({ error }),
    discard: () => runOut(body),
  };
}

/** Reads a body to its end, and leaves it where that is far. */
async function runOut(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > discardedBytesMost) return;
    }
  } catch {
    // Nobody wants the rest, so its failure is no trouble.
  }
}
