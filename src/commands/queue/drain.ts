import { counted } from '../../rules/shown-value.ts';
import { defineCommand } from '../line/define-command.ts';
import { namedQueue, queueFlags } from './queue-flags.ts';

export const queueDrainCommand = defineCommand({
  describe:
    'Take out the lines that no worker holds, and those that were refused. What workers hold goes on, and what is done stays until its feeder has it. Stop the feeders first: one that runs puts its lines in again within seconds, as the batch does that is run again. So nothing is lost.',
  flags: queueFlags,
  examples: [
    'genctl queue drain --queue redis://127.0.0.1:6379',
    'genctl queue drain --queue rediss://queue.example.com --profile studio',
  ],
  parse: ({ flags }) => namedQueue(flags),
  async run(context, queue) {
    const { withQueue } = await import('./with-queue.ts');
    const { drainQueue } = await import('../../queue/operate/drain-queue.ts');
    await withQueue(context, queue, async (connection) => {
      const taken = await drainQueue(connection);
      const were = taken === 1 ? 'was' : 'were';
      context.terminal.err.lines([`${counted(taken, 'line')} ${were} taken out`]);
    });
  },
});
