import { queueFlags } from '../../batch/queue-flags.ts';
import { defineCommand } from '../../command/define-command.ts';
import { UsageError } from '../../errors/endings.ts';
import { genctl } from '../../errors/hint.ts';

export const queueRetryCommand = defineCommand({
  describe:
    'Put failed lines into the queue again, such as one whose files could not be written. Their feeder must not have collected them yet. For a failed job: genctl batch FILE --retry-failed.',
  arguments: [{ name: 'id', says: 'BATCH/ID, the key of the line, or its job', required: true, many: true }],
  flags: queueFlags,
  examples: [
    'genctl queue retry shots/s01 --queue redis://127.0.0.1:6379',
    'genctl queue retry shots/s01 shots/s02 --queue rediss://queue.example.com',
  ],
  parse({ arguments: ids, flags }) {
    if (ids.length > 0) return { ids, queue: flags.queue };
    throw new UsageError({
      code: 'missing_argument',
      message: 'Name a line',
      why: 'It takes BATCH/ID, the key of a line, or its job.',
      hint: genctl`queue retry ID`,
    });
  },
  async run(context, { ids, queue }) {
    const { retryLine } = await import('../../queue/lines-by-hand.ts');
    const { withQueue } = await import('../../queue/with-queue.ts');
    await withQueue(context, queue, async (connection) => {
      for (const id of ids) await retryLine(connection, id);
    });
  },
});
