import { UsageError } from '../../errors/endings.ts';
import { defineCommand } from '../line/define-command.ts';
import { namedQueue, queueFlags } from './queue-flags.ts';

const auto = 'auto';

export const queueLimitCommand = defineCommand({
  describe:
    'Set how many jobs of the account may be in flight over all workers, until another one is set; auto has it found out, beginning with four.',
  arguments: [{ name: 'jobs', says: 'a number from 1 up, or auto', required: true }],
  flags: queueFlags,
  examples: [
    'genctl queue limit 25 --queue redis://127.0.0.1:6379',
    'genctl queue limit auto --queue redis://127.0.0.1:6379',
  ],
  parse: ({ arguments: words, flags }) => ({
    limit: readLimit(words),
    queue: namedQueue(flags),
  }),
  async run(context, { limit, queue }) {
    const { limitKeeper } = await import('../../queue/store/shared-limit.ts');
    const { withQueue } = await import('./with-queue.ts');
    await withQueue(context, queue, (connection) =>
      limitKeeper(connection, { clock: context.clock, random: Math.random }).set(limit),
    );
  },
});

function readLimit([word = '', ...others]: readonly string[]): number | undefined {
  if (others.length === 0 && word === auto) return undefined;
  if (others.length === 0 && /^[1-9]\d{0,5}$/.test(word)) return Number(word);
  throw new UsageError({
    code: 'invalid_argument',
    message: `queue limit does not take ${JSON.stringify([word, ...others].join(' '))}`,
    why: `It takes one whole number from 1 to 999999, or ${auto}.`,
    hint: 'genctl queue limit 25',
  });
}
