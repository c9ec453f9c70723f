import { queueFlags } from '../../batch/queue-flags.ts';
import { defineCommand } from '../../command/define-command.ts';
import { UsageError } from '../../errors/endings.ts';
import { gaps } from '../../text/gaps.ts';
import { likelyInteger } from '../../text/likely-value.ts';

const auto = 'auto';

export const queueLimitCommand = defineCommand({
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
    const { limitKeeper } = await import('../../queue/shared-limit.ts');
    const { withQueue } = await import('../../queue/with-queue.ts');
    await withQueue(context, queue, (connection) =>
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
