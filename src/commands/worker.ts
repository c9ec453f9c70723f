import { eventFlags, fileFlags, waitFlags } from './journey/journey-flags.ts';
import { defineCommand } from './line/define-command.ts';
import { inGroup, integerFlag, switchFlag, textFlag } from './line/flag.ts';
import { queueFlags } from './queue/queue-flags.ts';
import { metricsFlag } from './worker/metrics/metrics-flag.ts';
import type { WorkerInput } from './worker/run-worker.ts';

const { name: _, verify, ...places } = fileFlags;
const { timeout, interval, exec } = waitFlags;

/** Lines that a worker holds at once, unless it is told otherwise: as many as one process can look after without haste. */
const usualSlots = 100;

export const workerCommand = defineCommand({
  describe:
    'Take the lines of batches from a queue (genctl batch FILE --queue URL) until stopped. It sends them as this account, waits for their jobs and brings the files home. Any number of workers share one account’s pace. SIGTERM gives the lines back at once, and nothing is lost or paid twice where a worker is killed. It ends with 0 when it was stopped, and otherwise with the code of what keeps it from sending.',
  flags: {
    ...inGroup('Queue:', {
      ...queueFlags,
      slots: integerFlag('--slots <n>', `lines that it holds at once (${usualSlots})`, {
        least: 1,
        most: 10_000,
      }),
      workerName: textFlag('--worker-name <name>', 'what genctl queue status calls it (host and process)'),
      metrics: metricsFlag,
    }),
    ...inGroup('On to the end:', {
      download: switchFlag('--download', 'bring the files home'),
      ...places,
      verify: {
        ...verify,
        says: 'compare each file with what was asked for: length, size, frame rate, sound; a mismatch is a warning',
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
        onInterrupt: undefined,
      },
    };
  },
  async run(context, input) {
    const { runWorker } = await import('./worker/run-worker.ts');
    await runWorker({ ...context, ledger: context.ledgerForMany }, input);
  },
});
