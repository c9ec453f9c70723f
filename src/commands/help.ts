import { UsageError } from '../errors/endings.ts';
import { defineCommand } from './line/define-command.ts';
import { type HelpTopic, helpTopics, isHelpTopic } from './line/help-topic-names.ts';

/** Shows help on a topic. Help on a command is handled before this command runs. */
export const helpCommand = defineCommand({
  describe: `Help on a command, or on a topic: ${helpTopics.join(', ')}.`,
  arguments: [
    {
      name: 'topic',
      says: 'a command or a topic',
      required: false,
      choices: helpTopics,
      completes: 'command',
    },
  ],
  flags: {},
  examples: ['genctl help submit', 'genctl help exit-codes', 'genctl help json'],
  parse({ arguments: [topic] }): { topic: HelpTopic } {
    if (isHelpTopic(topic)) return { topic };
    throw new UsageError({
      code: 'topic_not_found',
      message: topic === undefined ? 'No topic is named' : `There is no help on ${JSON.stringify(topic)}`,
      why: `The topics are ${helpTopics.join(', ')}.`,
      hint: 'genctl --help',
    });
  },
  async run({ terminal }, { topic }) {
    terminal.out.lines(await topicLines(topic, terminal.out));
  },
});

async function topicLines(
  topic: HelpTopic,
  look: Parameters<typeof import('../ui/render/errors/exit-codes.ts')['renderExitCodes']>[0],
) {
  if (topic === 'exit-codes')
    return (await import('../ui/render/errors/exit-codes.ts')).renderExitCodes(look);
  const { environmentTopic, jsonTopic, routesTopic } = await import('./line/help-topics.ts');
  return { environment: environmentTopic, json: jsonTopic, routes: routesTopic }[topic]();
}
