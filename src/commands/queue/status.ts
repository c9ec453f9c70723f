import { defineCommand } from '../line/define-command.ts';
import { namedQueue, queueFlags } from './queue-flags.ts';

export const queueStatusCommand = defineCommand({
  describe:
    'Say what stands in the queue of the account: lines that wait, are held by workers, or have ended, the first that failed with their reasons, the workers, the limit and how it was found, 429s, the oldest line, and what was charged.',
  flags: queueFlags,
  examples: [
    'genctl queue status --queue redis://127.0.0.1:6379',
    'genctl queue status --queue rediss://queue.example.com --json',
  ],
  parse: ({ flags }) => namedQueue(flags),
  async run(context, queue) {
    const { withQueue } = await import('./with-queue.ts');
    await withQueue(context, queue, async () => {});
  },
});
