import { UsageError } from '../../../errors/endings.ts';
import { flagConflict } from '../../line/flag-conflict.ts';
import { type NamedQueue, namedQueue } from '../../queue/queue-flags.ts';
import { type BatchFlags, usualWindow } from '../batch-flags.ts';

/** How a batch is fed to a queue. */
export interface BatchFeed {
  queue: NamedQueue;
  /** How many lines may be in it at once. */
  window: number;
  /** Whether the run ends once all lines are in it. */
  detach: boolean;
  /**
   * How long keys are trusted: for ever, because what stands in a queue may have been sent only now. The worker that takes a line
   * knows how long ago that was. Unit: ms.
   */
  keyWindowMs: number;
}

/** How a batch is fed; undefined where it is sent by this run. Throws UsageError for flags that go with the other way. */
export function feedOf(file: string, flags: BatchFlags): BatchFeed | undefined {
  const { detach, queue, window } = flags;
  if (queue === undefined) return assertNoFeed(flags);
  const command = `genctl batch ${file} --queue ${queue.shown}`;
  const others = [
    [
      flags.inFlight !== undefined,
      '--in-flight',
      'All workers share one limit.',
      `genctl queue limit ${flags.inFlight} --queue ${queue.shown}`,
    ],
    [flags.exec !== undefined, '--exec', 'The command runs where the files are.', 'genctl worker --exec CMD'],
    [flags.pick, '--pick', 'It shows files of this machine, and workers have them.', command],
    [flags.onInterrupt === 'cancel', '--on-interrupt cancel', 'Workers go on with the jobs.', command],
    [flags.verify, '--verify', 'Workers have the files.', 'genctl worker --verify'],
  ] as const;
  for (const [isGiven, flag, why, mend] of others)
    if (isGiven) throw flagConflict(`--queue and ${flag}`, why, mend);
  return {
    queue: namedQueue(flags),
    window: window ?? usualWindow,
    detach,
    keyWindowMs: Number.POSITIVE_INFINITY,
  };
}

function assertNoFeed({ detach, queuePasswordFile, window }: BatchFlags): undefined {
  const idle = [
    [window !== undefined, '--window', 'It bounds the lines that are in a queue.'],
    [detach, '--detach', 'It leaves lines to the workers of a queue.'],
    [queuePasswordFile !== undefined, '--queue-password-file', 'It opens a queue.'],
  ] as const;
  for (const [isGiven, flag, why] of idle)
    if (isGiven)
      throw new UsageError({
        code: 'flag_idle',
        message: `${flag} would do nothing`,
        why: `${why} None is named.`,
        hint: '--queue redis://HOST:PORT',
      });
  return undefined;
}
