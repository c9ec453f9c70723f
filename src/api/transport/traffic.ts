import { shownHeaders, shownUrl } from '../../text/redaction.ts';
import type { Clock } from './clock.ts';
import { type Exchange, ExchangeError, type ExchangeRequest, type ExchangeResponse } from './exchange.ts';

/** One event on the wire, as `--verbose` may show it: it holds no secrets. Attempts count from 1. */
export type TrafficEvent =
  | {
      kind: 'request';
      method: string;
      url: string;
      headers: Record<string, string>;
      bodyBytes: number;
      attempt: number;
    }
  | {
      kind: 'response';
      method: string;
      url: string;
      status: number;
      headers: Record<string, string>;
      /** From the request to the end of the response headers. Unit: ms. */
      elapsedMs: number;
      attempt: number;
    }
  | {
      kind: 'failure';
      method: string;
      url: string;
      /** Such as `ECONNREFUSED`. */
      code: string;
      reached: 'never' | 'unknown';
      elapsedMs: number;
      attempt: number;
    };

export interface Observer {
  clock: Clock;
  observe?: ((event: TrafficEvent) => void) | undefined;
}

/** Sends a request and tells the observer, if there is one. */
export async function sendObserved(
  exchange: Exchange,
  request: ExchangeRequest,
  attempt: number,
  { clock, observe }: Observer,
): Promise<ExchangeResponse> {
  if (observe === undefined) return exchange.send(request);
  const shown = { method: request.method, url: shownUrl(request.url), attempt };
  observe({
    kind: 'request',
    ...shown,
    headers: shownHeaders(request.headers),
    bodyBytes: request.body?.byteLength ?? 0,
  });
  const startedMs = clock.monotonicMs();
  const elapsedMs = (): number => clock.monotonicMs() - startedMs;
  try {
    const response = await exchange.send(request);
    const { status, headers } = response;
    observe({ kind: 'response', ...shown, status, headers: shownHeaders(headers), elapsedMs: elapsedMs() });
    return response;
  } catch (error) {
    if (error instanceof ExchangeError) {
      const { code, reached } = error;
      observe({ kind: 'failure', ...shown, code, reached, elapsedMs: elapsedMs() });
    }
    throw error;
  }
}
