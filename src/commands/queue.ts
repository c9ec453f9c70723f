import { type NamedQueue, queueFlags } from '../batch/queue-flags.ts';
import { type Command, type CommandContext, defineCommand } from '../command/define-command.ts';
import { UsageError } from '../errors/endings.ts';
import type { withQueue } from '../queue/with-queue.ts';
import { gaps } from '../text/gaps.ts';
import { counted } from '../text/shown-value.ts';
import { likelyInteger } from '../text/typed-value.ts';

type QueueAct = Parameters<typeof withQueue>[2];

/** Acts on the queue, and prints how it is then. What a queue needs is loaded when one is named. */
async function act(context: CommandContext, queue: NamedQueue, acting: QueueAct): Promise<void> {
  const { withQueue } = await import('../queue/with-queue.ts');
  await withQueue(context, queue, acting);
}

type Words = Pick<Command, 'describe' | 'examples'>;

/** A subcommand that takes no word besides the queue. */
function wordless(words: Words, acting: (context: CommandContext) => QueueAct) {
  return defineCommand({
    ...words,
    flags: queueFlags,
    parse: ({ flags }) => flags.queue,
    run: (context, queue) => act(context, queue, acting(context)),
  });
}

export const status = wordless(
  {
    describe:
      'Show the queue of the account: lines, failures and their reasons, workers, limit, 429s, age and charges.',
    examples: [
      'genctl queue status --queue redis://127.0.0.1:6379',
      'genctl queue status --queue rediss://queue.example.com --json',
    ],
  },
  () => async () => {},
);

export const pause = wordless(
  {
    describe: 'Stop workers from taking more lines. They finish the lines they hold.',
    examples: [
      'genctl queue pause --queue redis://127.0.0.1:6379',
      'genctl queue pause --queue rediss://queue.example.com --profile studio',
    ],
  },
  () =>
    ({ queue }) =>
      queue.pause(),
);

export const resume = wordless(
  {
    describe: 'Let workers take lines again, after genctl queue pause or an empty balance.',
    examples: [
      'genctl queue resume --queue redis://127.0.0.1:6379',
      'genctl queue resume --queue rediss://queue.example.com --profile studio',
    ],
  },
  () =>
    ({ queue }) =>
      queue.resume(),
);

export const drain = wordless(
  {
    describe:
      'Remove the lines that no worker holds, and refused ones. Workers finish the lines they hold, and finished lines stay for their feeder. Stop the feeders first: a running one puts its lines in again within seconds. To put them in later, run the batch again; nothing is lost.',
    examples: [
      'genctl queue drain --queue redis://127.0.0.1:6379',
      'genctl queue drain --queue rediss://queue.example.com --profile studio',
    ],
  },
  ({ terminal }) =>
    async (connection) => {
      const { drainQueue } = await import('../queue/with-queue.ts');
      const taken = await drainQueue(connection);
      terminal.err.lines([`${counted(taken, 'line')} ${taken === 1 ? 'was' : 'were'} taken out`]);
    },
);

const auto = 'auto';

export const limit = defineCommand({
  describe:
    'Set how many jobs of the account may run at once over all workers. auto finds the limit, starting at four.',
  arguments: [{ name: 'jobs', says: 'a number from 1 up, or auto', required: true }],
  flags: queueFlags,
  examples: [
    'genctl queue limit 25 --queue redis://127.0.0.1:6379',
    'genctl queue limit auto --queue redis://127.0.0.1:6379',
  ],
  parse: ({ arguments: words, flags }) => ({
    limit: readLimit(words),
    queue: flags.queue,
  }),
  async run(context, { limit, queue }) {
    const { limitKeeper } = await import('../queue/shared-limit.ts');
    await act(context, queue, (connection) =>
      limitKeeper(connection, { clock: context.clock, random: Math.random }).set(limit),
    );
  },
});

const most = 999_999;

function readLimit([word = '']: readonly string[]): number | undefined {
  if (word === auto) return undefined;
  if (/^[1-9]\d{0,5}$/.test(word)) return Number(word);
  const to = String(likelyInteger(word, { least: 1, most }) ?? gaps.value);
  throw new UsageError({
    code: 'invalid_argument',
    message: `queue limit does not take ${JSON.stringify(word)}`,
    why: `It takes one whole number from 1 to ${most}, or ${auto}.`,
    hint: { change: [{ word, to }] },
  });
}

export const retry = defineCommand({
  describe:
    'Put failed lines into the queue again, such as one whose files could not be written. Their feeder must not have collected them yet. For a failed job: genctl batch FILE --retry-failed.',
  arguments: [{ name: 'id', says: 'BATCH/ID, the key of the line, or its job', required: true, many: true }],
  flags: queueFlags,
  examples: [
    'genctl queue retry shots/s01 --queue redis://127.0.0.1:6379',
    'genctl queue retry shots/s01 shots/s02 --queue rediss://queue.example.com',
  ],
  parse: ({ arguments: ids, flags }) => ({ ids, queue: flags.queue }),
  async run(context, { ids, queue }) {
    const { retryLine } = await import('../queue/with-queue.ts');
    await act(context, queue, async (connection) => {
      for (const id of ids) await retryLine(connection, id);
    });
  },
});
