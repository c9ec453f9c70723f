import { valueFlag } from '../cli/flag.ts';
import { flagWords } from '../cli/flags/flag-words.ts';
import { type GlobalFlags, globalFlags } from '../cli/global-flags.ts';
import type { Environment } from '../cli/surroundings.ts';
import { UsageError } from '../errors/endings.ts';
import { shellLine } from '../text/shell-quote.ts';
import { type QueueAddress, readQueueAddress } from './rules/queue-address.ts';

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
