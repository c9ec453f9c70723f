import type { ServiceMeans } from './service-means.ts';
import type { TrafficEvent } from './transport/traffic.ts';

/** Shows the traffic of a client as `--verbose` asks; undefined without that flag. */
export function trafficObserver({
  globals,
  terminal,
}: Pick<ServiceMeans, 'globals' | 'terminal'>): ((event: TrafficEvent) => void) | undefined {
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
