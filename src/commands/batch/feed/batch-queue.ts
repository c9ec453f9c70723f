import type { QueuedLines } from '../../../flows/batch/standing.ts';
import { isOverInTime } from '../../../queue/store/let-go.ts';
import type { CommandContext } from '../../context/context.ts';
import { once } from '../../context/once.ts';
import { type AccountQueue, openAccountQueue } from '../../queue/open-account-queue.ts';
import type { BatchFeed } from './feed-input.ts';

/** The queue that a batch is fed to, opened when it is first asked for. */
export interface BatchQueue {
  open(feed: BatchFeed): Promise<AccountQueue>;
  /** The lines that stood there when that was first asked; none where the batch is fed to no queue. */
  lines(): Promise<QueuedLines>;
  close(): Promise<void>;
}

export function batchQueue(context: CommandContext, feed: BatchFeed | undefined): BatchQueue {
  let opened: Promise<AccountQueue> | undefined;
  function open({ queue }: BatchFeed): Promise<AccountQueue> {
    opened ??= openAccountQueue(context, queue);
    return opened;
  }
  return {
    open,
    lines: once(async () => {
      if (feed === undefined) return { size: 0, find: async () => undefined };
      const { standingLines } = await import('../../../queue/feed/standing-lines.ts');
      const { connection } = await open(feed);
      const found = standingLines(connection);
      // A store that is away answers nothing.
      const ports = { clock: context.clock, signal: context.interruption(), graceMs: 0 };
      if (
        !(await isOverInTime(
          found.then(() => {}),
          ports,
        ))
      )
        context.throwIfInterrupted([]);
      return found;
    }),
    async close() {
      // Where it could not be opened, whoever asked has been told.
      const queue = await opened?.catch(() => undefined);
      await queue?.connection.close();
    },
  };
}
