import { queueFlags } from '../../batch/queue-flags.ts';
import { defineCommand } from '../../command/define-command.ts';

export const queueStatusCommand = defineCommand({
  describe:
    'Show the queue of the account: lines, failures and their reasons, workers, limit, 429s, age and charges.',
  flags: queueFlags,
  examples: [
    'genctl queue status --queue redis://127.0.0.1:6379',
    'genctl queue status --queue rediss://queue.example.com --json',
  ],
  parse: ({ flags }) => flags.queue,
  async run(context, queue) {
    const { withQueue } = await import('../../queue/with-queue.ts');
    await withQueue(context, queue, async () => {});
  },
});
