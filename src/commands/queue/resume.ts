import { queueFlags } from '../../batch/queue-flags.ts';
import { defineCommand } from '../../command/define-command.ts';

export const queueResumeCommand = defineCommand({
  describe: 'Let workers take lines again, after genctl queue pause or an empty balance.',
  flags: queueFlags,
  examples: [
    'genctl queue resume --queue redis://127.0.0.1:6379',
    'genctl queue resume --queue rediss://queue.example.com --profile studio',
  ],
  parse: ({ flags }) => flags.queue,
  async run(context, queue) {
    const { withQueue } = await import('../../queue/with-queue.ts');
    await withQueue(context, queue, ({ queue }) => queue.resume());
  },
});
