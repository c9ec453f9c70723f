import { queueFlags } from '../../batch/queue-flags.ts';
import { defineCommand } from '../../command/define-command.ts';

export const queuePauseCommand = defineCommand({
  describe: 'Stop workers from taking more lines. They finish the lines they hold.',
  flags: queueFlags,
  examples: [
    'genctl queue pause --queue redis://127.0.0.1:6379',
    'genctl queue pause --queue rediss://queue.example.com --profile studio',
  ],
  parse: ({ flags }) => flags.queue,
  async run(context, queue) {
    const { withQueue } = await import('../../queue/with-queue.ts');
    await withQueue(context, queue, ({ queue }) => queue.pause());
  },
});
