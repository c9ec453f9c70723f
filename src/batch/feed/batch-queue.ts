import type { OutputMeans } from '../../outputs/output-means.ts';
import { type AccountQueue, openAccountQueue } from '../../queue/open-account-queue.ts';
import { isOverInTime } from '../../queue/store/store-trouble.ts';
import { once } from '../../text/once.ts';
import type { BatchFeed } from './feed-input.ts';

export type BatchQueue = ReturnType<typeof batchQueue>;

/** The queue that a batch is fed to, opened when it is first asked for. */
export function batchQueue(context: OutputMeans, feed: BatchFeed) {
  let opened: Promise<AccountQueue> | undefined;
  function open(): Promise<AccountQueue> {
    opened ??= openAccountQueue(context, feed.queue);
    return opened;
  }
  return {
    feed,
    open,
    /** The lines that stood there when that was first asked. */
    lines: once(async () => {
      const { standingLines } = await import('../../queue/store/stored-lines.ts');
      const { connection } = await open();
      const found = standingLines(connection);
      // A store that is away answers nothing.
      const ports = { clock: context.clock, signal: context.interruption(), graceMs: 0 };
      if (!(await isOverInTime(found, ports))) context.throwIfInterrupted([]);
      return found;
    }),
    async close(): Promise<void> {
      // A queue that could not be opened has had its error reported.
      const queue = await opened?.catch(() => undefined);
      await queue?.connection.close();
    },
  };
}
