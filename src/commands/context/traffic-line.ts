import type { TrafficEvent } from '../../client/transport/traffic.ts';

/** One line of `--verbose`: what went out, what came back. The client has taken the secrets out already. */
export function trafficLine(event: TrafficEvent): string {
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
const shownHeaders = [
  'authorization',
  'idempotency-key',
  'range',
  'retry-after',
  'content-type',
  'content-length',
  'location',
];

function headerText(headers: Record<string, string>): string {
  return shownHeaders
    .flatMap((name) => (headers[name] === undefined ? [] : ` · ${name}: ${headers[name]}`))
    .join('');
}
