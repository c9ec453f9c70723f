import { fittingFlag, type ValueFlag, valueFlag } from '../cli/flag.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../cli/global-flags.ts';
import type { Environment } from '../cli/surroundings.ts';
import { UsageError } from '../errors/endings.ts';
import { typedWith } from '../errors/hint.ts';
import { absoluteUrl, loopbackAddress } from '../text/base-url.ts';
import { shellLine } from '../text/shell-quote.ts';

/** Flags for the place of the queue. When genctl shows the place again, it leaves the password out. */
export const queueFlags = {
  queue: {
    ...valueFlag(
      '--queue <url>',
      'redis://HOST:PORT, or rediss:// for TLS (GENCTL_QUEUE); its password in GENCTL_QUEUE_PASSWORD, or in the URL',
      (text) => readQueueAddress(text),
    ),
    variable: 'GENCTL_QUEUE',
    write: ({ shown }: QueueAddress) => shown,
  },
} as const;

/** A queue as a command line names it; undefined for that of the environment. */
export type NamedQueue = QueueAddress | undefined;

/** The address of a queue that a variable of the environment names; undefined for none. Throws UsageError for what is no address. */
export function addressOfEnvironment({ GENCTL_QUEUE: text }: Environment): QueueAddress | undefined {
  return text === undefined || text === '' ? undefined : readQueueAddress(text, 'GENCTL_QUEUE');
}

/** The address of a queue: that of the flag, or of GENCTL_QUEUE. Throws UsageError where none is named, or it is none. */
export function addressOf(address: NamedQueue, environment: Environment): QueueAddress {
  const named = address ?? addressOfEnvironment(environment);
  if (named !== undefined) return named;
  throw new UsageError({
    code: 'queue_unnamed',
    message: 'No queue is named',
    why: 'Lines of batches wait in a queue on Redis or Valkey.',
    hint: '--queue redis://HOST:PORT, or GENCTL_QUEUE',
  });
}

const { profile, sandbox, baseUrl } = globalFlags;

/** A command for the queue and the account that a line has named. */
export function queueLine(globals: GlobalFlags, queue: NamedQueue, words: readonly string[]): string {
  const flags = flagWords({ ...queueFlags, profile, sandbox, baseUrl }, { ...globals, queue });
  return shellLine(['genctl', ...words, ...flags]);
}

/** The address of a queue. The password may be given apart from it. */
export interface QueueAddress {
  host: string;
  port: number;
  /** The number of the database, from 0. */
  database: number;
  isEncrypted: boolean;
  username: string | undefined;
  password: string | undefined;
  /** The URL without its password, for people. */
  shown: string;
}

const usualPort = 6379;
const usual = 'redis://127.0.0.1:6379';

/** Reads the URL of a queue; `from` says where it stands. Throws UsageError, which never shows what may be a password. */
export function readQueueAddress(text: string, from = '--queue'): QueueAddress {
  const url = absoluteUrl(text.trim());
  if (url === undefined || !/^rediss?:$/.test(url.protocol))
    throw badAddress(from, 'It takes redis://HOST:PORT, or rediss:// for an encrypted connection.');
  if (url.search !== '' || url.hash !== '') throw badAddress(from, 'It takes no query and no fragment.');
  const database = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1];
  if (database === undefined)
    throw badAddress(from, 'Behind the host it takes the number of a database and nothing else.');
  const username = decoded(url.username, from);
  const password = decoded(url.password, from);
  const user = username === undefined ? '' : `${url.username}@`;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? usualPort : Number(url.port),
    database: Number(database),
    isEncrypted: url.protocol === 'rediss:',
    username,
    password,
    shown: `${url.protocol}//${user}${url.host}${database === '' ? '' : `/${database}`}`,
  };
}

function decoded(part: string, from: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    throw badAddress(from, 'Its user name or password has a % that no two hex digits follow.');
  }
}

function badAddress(from: string, why: string): UsageError {
  return new UsageError({
    code: 'invalid_queue',
    message: `${from} is not a queue address`,
    why,
    hint: from === '--queue' ? typedWith(from, usual) : `${from}=${usual}`,
  });
}

/** The address at which metrics are served. */
export interface MetricsAddress {
  /** As it is written in a URL: an IPv6 address is in brackets. */
  host: string;
  port: number;
}

const portMost = 65_535;

/** `--metrics`: a port of loopback, or of the address before it. */
export const metricsFlag: ValueFlag<MetricsAddress> = {
  ...fittingFlag(
    '--metrics <[host:]port>',
    `serve /metrics for Prometheus, /healthz and /readyz on this port of ${loopbackAddress}; 0 picks a free one. For probes of a pod: 0.0.0.0:9464`,
    readMetricsAddress,
    {
      why: `It takes a port from 0 to ${portMost}, or HOST:PORT with an address of this machine.`,
      meant: '9464',
    },
  ),
  write: ({ host, port }) => (host === loopbackAddress ? String(port) : `${host}:${port}`),
};

function readMetricsAddress(text: string): MetricsAddress | undefined {
  // Nobody else on the network reads metrics unless that is asked for.
  const [, host = loopbackAddress, digits = ''] =
    /^(?:(\[[\da-f:.]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(text.trim()) ?? [];
  const port = digits === '' ? Number.NaN : Number(digits);
  return port <= portMost ? { host, port } : undefined;
}
