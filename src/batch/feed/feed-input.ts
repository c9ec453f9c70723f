import { flagConflict } from '../../cli/flags/flag-conflict.ts';
import type { Environment } from '../../cli/surroundings.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';
import type { Intent } from '../../ledger/record.ts';
import { requestRoutes } from '../../service/request-route.ts';
import type { BatchFlags } from '../batch-flags.ts';
import { addressOfEnvironment, type NamedQueue, type QueueAddress } from '../queue-flags.ts';

/** How a batch is fed to a queue. */
export interface BatchFeed {
  queue: NamedQueue;
  /** Its address for people, where the environment names it; undefined where the line does. */
  ofEnvironment: string | undefined;
  /** True if the run ends once all lines are in the queue. */
  detach: boolean;
  /**
   * How long keys are trusted: for ever, because what stands in a queue may have been sent only now. The worker that takes a line
   * knows how long ago that was. Unit: ms.
   */
  keyWindowMs: number;
}

/** The source of the name of a batch's queue: the flag, or a variable of the environment. */
type Naming = 'GENCTL_QUEUE' | '--queue';

/** How a batch is fed that names a queue on its line; undefined for any other. Throws UsageError for flags of a run that sends. */
export function feedOfLine(file: string, flags: BatchFlags): BatchFeed | undefined {
  const { queue } = flags;
  return queue === undefined ? undefined : feedInto(queue, '--queue', file, flags);
}

/**
 * How a batch is fed that names no queue on its line, by the environment; undefined where it is sent by this run. Throws UsageError
 * for flags that go with the other way.
 */
export function feedOfEnvironment(
  file: string,
  flags: BatchFlags,
  environment: Environment,
): BatchFeed | undefined {
  const queue = addressOfEnvironment(environment);
  return queue === undefined ? assertNoFeed(flags) : feedInto(queue, 'GENCTL_QUEUE', file, flags);
}

function feedInto({ shown }: QueueAddress, naming: Naming, file: string, flags: BatchFlags): BatchFeed {
  const ofLine = naming === '--queue';
  const into = ofLine ? ['--queue', shown] : [];
  const command = ofLine ? genctl`batch ${file} ${into}` : 'to render on this machine: unset GENCTL_QUEUE';
  const others = [
    [
      flags.inFlight !== undefined,
      '--in-flight',
      'All workers share one limit.',
      genctl`queue limit ${String(flags.inFlight)} ${into}`,
    ],
    [
      flags.exec !== undefined,
      '--exec',
      'The command runs on the workers, which have the files.',
      genctl`worker --exec CMD`,
    ],
    [flags.pick, '--pick', 'It shows files of this machine, but the workers have them.', command],
    [
      flags.film !== undefined,
      '--film',
      'It joins files of this machine, but the workers have them.',
      command,
    ],
    [flags.onInterrupt === 'cancel', '--on-interrupt cancel', 'The workers keep the jobs running.', command],
    [flags.verify, '--verify', 'The workers have the files.', genctl`worker --verify`],
  ] as const;
  for (const [isGiven, flag, why, mend] of others)
    if (isGiven) throw flagConflict(`${naming} and ${flag}`, why, mend);
  return {
    queue: flags.queue,
    ofEnvironment: ofLine ? undefined : shown,
    detach: flags.detach,
    keyWindowMs: Number.POSITIVE_INFINITY,
  };
}

function assertNoFeed({ detach }: BatchFlags): undefined {
  if (!detach) return undefined;
  throw new UsageError({
    code: 'flag_idle',
    message: '--detach has no effect',
    why: 'It leaves the lines to the workers of a queue, but you named no queue.',
    hint: '--queue redis://HOST:PORT, or GENCTL_QUEUE',
  });
}

/** A picture or a sound inside a request. */
const dataUrl = /"data:[a-z]+\/[^\s",]*,/i;

/** A text has at most 100,000 characters, and links are short. Unit: bytes. */
const bodyBytesMost = 1024 * 1024;

/** Why a request can't go through a queue; undefined where it can. */
export function queueFault({ body, route }: Pick<Intent, 'body' | 'route'>): UsageError | undefined {
  if (!requestRoutes[route].hasKey)
    return new UsageError({
      code: 'queue_needs_keys',
      message: 'v1 requests can’t go through a queue',
      why: 'v1 has no idempotency key: if a worker dies, the next one would pay for its line again.',
      hint: 'choose a model of v2, without api v1; or run without a queue (no --queue, no GENCTL_QUEUE)',
    });
  if (Buffer.byteLength(body) > bodyBytesMost || dataUrl.test(body))
    return new UsageError({
      code: 'queue_holds_no_files',
      message: 'a request with a file inside, or over 1 MiB, can’t go through a queue',
      why: 'Such lines would fill the memory of the store.',
      hint: 'give a link; or set upload_command, which uploads files and makes links',
    });
  return undefined;
}
