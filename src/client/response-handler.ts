import type { Dispatcher } from 'undici';
import { type ByteQueue, createByteQueue } from './byte-queue.ts';
import { ExchangeError, type ExchangeResponse } from './exchange.ts';

/** A handler for undici's dispatch, and the answer that it will have heard. */
export interface ResponseHandler {
  handler: Dispatcher.DispatchHandler;
  response: Promise<ExchangeResponse>;
}

/**
 * Listens to one dispatched request. undici says when it begins to write the request: what fails before that never
 * reached anybody, and what fails after it may have.
 */
export function createResponseHandler(signal: AbortSignal | undefined): ResponseHandler {
  let controller: Dispatcher.DispatchController | undefined;
  let queue: ByteQueue | undefined;
  let settled: Error | undefined;
  const { promise, resolve, reject } = deferred<ExchangeResponse>();

  const fail = (error: Error): void => {
    if (settled !== undefined) return;
    signal?.removeEventListener('abort', abort);
    settled = exchangeError(controller !== undefined, error);
    queue?.fail(settled);
    reject(settled);
  };
  const abort = (): void => {
    fail(aborted());
    controller?.abort(aborted());
  };
  if (signal?.aborted === true) abort();
  else signal?.addEventListener('abort', abort, { once: true });

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      // Aborted while it waited for its connection: undici then writes nothing.
      if (settled !== undefined) started.abort(settled);
      else controller = started;
    },
    onResponseStart(started, status, headers) {
      if (status < 200) return;
      const body = createByteQueue({
        pause: () => started.pause(),
        resume: () => started.resume(),
        stop: () => {
          signal?.removeEventListener('abort', abort);
          started.abort(aborted());
        },
      });
      queue = body;
      resolve({
        status,
        headers: flatHeaders(headers),
        body: body.body,
        discard: () => body.discard(),
      });
    },
    onResponseData(_, chunk) {
      queue?.push(chunk);
    },
    onResponseEnd() {
      signal?.removeEventListener('abort', abort);
      queue?.end();
    },
    onResponseError(_, error) {
      fail(error);
    },
  };
  return { handler, response: promise };
}

function aborted(): Error & { code: string } {
  return Object.assign(new Error('The request was aborted'), { code: 'ABORTED' });
}

function exchangeError(started: boolean, error: Error): ExchangeError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return new ExchangeError(started ? 'unknown' : 'never', code, error.message || code, error);
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
