import { metricsFlag, queueFlags } from '../batch/queue-flags.ts';
import { inGroup, integerFlag, switchFlag, textFlag, usually } from '../cli/flag.ts';
import { defineCommand } from '../command/define-command.ts';
import { eventFlags, fileFlags, waitFlags } from '../outputs/journey-flags.ts';
import type { WorkerInput } from '../queue/run-worker.ts';

const { name: _, verify, ...places } = fileFlags;
const { timeout, interval, exec } = waitFlags;

/** Lines that a worker holds at once, unless it is told otherwise: as many as one process can look after without haste. */
const usualSlots = 100;

export const command = defineCommand({
  describe:
    'Render lines of batches from a queue (genctl batch FILE --queue URL) until stopped. The worker sends them as this account, waits for their jobs and downloads the files. All workers of an account share its limits. On SIGTERM it gives its lines back and exits 0. Even a killed worker loses nothing and pays nothing twice. If it can’t send, it exits with the code of the error.',
  flags: {
    ...inGroup('Queue:', {
      ...queueFlags,
      slots: usually(
        usualSlots,
        integerFlag('--slots <n>', 'take up to n lines at once', { least: 1, most: 10_000 }),
      ),
      workerName: textFlag(
        '--worker-name <name>',
        'its name in genctl queue status (default: host and process)',
      ),
      metrics: metricsFlag,
    }),
    ...inGroup('Wait and download:', {
      download: switchFlag('--download', 'download the files'),
      ...places,
      verify: {
        ...verify,
        says: 'compare the files with the request: length, size, frame rate, sound; a mismatch is a warning',
      },
      timeout,
      interval,
      exec,
      ...eventFlags,
    }),
  },
  examples: [
    'genctl worker --queue redis://127.0.0.1:6379 -D out',
    'genctl worker --queue rediss://queue.example.com --slots 200 --metrics 9464 -D s3://bucket/shots',
  ],
  parse({ flags }): WorkerInput {
    return {
      queue: flags.queue,
      slots: flags.slots ?? usualSlots,
      name: flags.workerName,
      metrics: flags.metrics,
      flags: {
        ...flags,
        wait: true,
        name: undefined,
        failFast: false,
        listen: undefined,
        onInterrupt: undefined,
      },
    };
  },
  async run(context, input) {
    const { runWorker } = await import('../queue/run-worker.ts');
    await runWorker({ ...context, ledger: context.ledgerForMany }, input);
  },
});
