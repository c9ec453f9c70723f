import { invalidFlag, type ValueFlag, valueFlag } from '../cli/flag.ts';
import { typedWith } from '../errors/hint.ts';
import { loopbackAddress } from '../text/base-url.ts';

/** The address at which metrics are served. */
export interface MetricsAddress {
  /** As it is written in a URL: an IPv6 address is in brackets. */
  host: string;
  port: number;
}

const portMost = 65_535;

const syntax = '--metrics <[host:]port>';

/** `--metrics`: a port of loopback, or of the address before it. */
export const metricsFlag: ValueFlag<MetricsAddress> = {
  ...valueFlag(
    syntax,
    `serve /metrics for Prometheus, /healthz and /readyz on this port of ${loopbackAddress}; 0 picks a free one. For probes of a pod: 0.0.0.0:9464`,
    readAddress,
  ),
  write: ({ host, port }) => (host === loopbackAddress ? String(port) : `${host}:${port}`),
};

function readAddress(text: string): MetricsAddress {
  // Nobody else on the network reads metrics unless that is asked for.
  const [, host = loopbackAddress, digits = ''] =
    /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text.trim()) ?? [];
  const port = digits === '' ? Number.NaN : Number(digits);
  if (port <= portMost) return { host, port };
  const why = `It takes a port from 0 to ${portMost}, or HOST:PORT with an address of this machine.`;
  throw invalidFlag(syntax, text, why, typedWith('--metrics', '9464'));
}
