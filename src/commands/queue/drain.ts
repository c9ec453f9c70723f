import { queueFlags } from '../../batch/queue-flags.ts';
import { defineCommand } from '../../command/define-command.ts';
import { counted } from '../../text/shown-value.ts';

export const queueDrainCommand = defineCommand({
  describe:
    'Remove the lines that no worker holds, and refused ones. Workers finish the lines they hold, and finished lines stay for their feeder. Stop the feeders first: a running one puts its lines in again within seconds. To put them in later, run the batch again; nothing is lost.',
  flags: queueFlags,
  examples: [
    'genctl queue drain --queue redis://127.0.0.1:6379',
    'genctl queue drain --queue rediss://queue.example.com --profile studio',
  ],
  parse: ({ flags }) => flags.queue,
  async run(context, queue) {
    const { withQueue } = await import('../../queue/with-queue.ts');
    const { drainQueue } = await import('../../queue/lines-by-hand.ts');
    await withQueue(context, queue, async (connection) => {
      const taken = await drainQueue(connection);
      const were = taken === 1 ? 'was' : 'were';
      context.terminal.err.lines([`${counted(taken, 'line')} ${were} taken out`]);
    });
  },
});
