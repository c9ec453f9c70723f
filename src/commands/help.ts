import { NotFoundError } from '../errors/not-found-error.ts';
import { defineCommand } from './define-command.ts';

const topics = ['exit-codes', 'environment', 'json', 'routes'] as const;

/** Help on a topic; help on a command is read off the table before this is reached. */
export const helpCommand = defineCommand({
  describe: `Help on a command, or on a topic: ${topics.join(', ')}.`,
  arguments: [{ name: 'topic', says: 'a command or a topic', many: false, required: false, choices: topics }],
  flags: {},
  examples: ['genctl help submit', 'genctl help exit-codes'],
  parse: ({ arguments: [topic] }) => ({ topic }),
  async run({ terminal }, { topic }) {
    const known = topics.find((candidate) => candidate === topic);
    if (known === undefined) {
      throw new NotFoundError({
        code: 'topic_not_found',
        message: `There is no help on ${JSON.stringify(topic ?? '')}`,
        why: `The topics are ${topics.join(', ')}.`,
        hint: 'genctl --help',
      });
    }
    terminal.out.lines(await topicLines(known, terminal.out));
  },
});

async function topicLines(
  topic: (typeof topics)[number],
  look: Parameters<typeof import('../ui/render/exit-codes.ts')['renderExitCodes']>[0],
) {
  if (topic === 'exit-codes') return (await import('../ui/render/exit-codes.ts')).renderExitCodes(look);
  const { environmentTopic, jsonTopic, routesTopic } = await import('./help-topics.ts');
  return { environment: environmentTopic, json: jsonTopic, routes: routesTopic }[topic]();
}
