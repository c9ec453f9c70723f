import type { CommandLine } from '../../cli/surroundings.ts';
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

/** Shows the traffic of a client as `--verbose` asks; undefined without that flag. */
export function trafficObserver({
  globals,
  terminal,
}: Pick<CommandLine, 'globals' | 'terminal'>): ((event: TrafficEvent) => void) | undefined {
  return globals.verbose ? (event) => terminal.unmuted.lines([trafficLine(event)]) : undefined;
}

/** One line of `--verbose`: what went out, what came back. The client has taken the secrets out already. */
function trafficLine(event: TrafficEvent): string {
  const again = event.attempt > 1 ? ` (attempt ${event.attempt})` : '';
  switch (event.kind) {
    case 'request':
      return `> ${event.method} ${event.url}${again}${headerText(event.headers)}${event.bodyBytes > 0 ? ` · ${event.bodyBytes} bytes` : ''}`;
    case 'response':
      return `< ${event.status} ${event.url} in ${Math.round(event.elapsedMs)} ms${headerText(event.headers)}`;
    case 'failure':
      return `! ${event.method} ${event.url}: ${event.code} after ${Math.round(event.elapsedMs)} ms${event.reached === 'never' ? ', never sent' : ''}`;
  }
}

/** The headers that explain an exchange; the rest is noise on a terminal. */
const explainingHeaders = [
  'authorization',
  'idempotency-key',
  'range',
  'retry-after',
  'content-type',
  'content-length',
  'location',
];

function headerText(headers: Record<string, string>): string {
  return explainingHeaders
    .flatMap((name) => (headers[name] === undefined ? [] : ` · ${name}: ${headers[name]}`))
    .join('');
}
