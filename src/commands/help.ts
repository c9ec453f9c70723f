import { type DocumentName, documentNames, schemaFileName } from '../cli/documents/names.ts';
import { choiceFlag } from '../cli/flag.ts';
import { flagConflict, textAlone } from '../cli/flags/flag-conflict.ts';
import { type HelpTopic, helpTopics, isHelpTopic } from '../cli/help/help-topic-names.ts';
import { packageFile } from '../cli/package-file.ts';
import { defineCommand } from '../command/define-command.ts';
import { UsageError } from '../errors/endings.ts';
import { exitCodes } from '../errors/exit-codes.ts';
import { genctl } from '../errors/hint.ts';
import { jobErrorAdvice } from '../follow/words/job-advice.ts';
import { alignRows } from '../text/aligned.ts';
import type { Look } from '../text/look.ts';

const schemaNames = Object.keys(documentNames) as DocumentName[];

/** Shows help on a topic. Help on a command is handled before this command runs. */
export const command = defineCommand({
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
  flags: {
    schema: choiceFlag('--schema <name>', 'with json: print the JSON Schema of this document', schemaNames),
  },
  examples: [
    'genctl help submit',
    'genctl help exit-codes',
    'genctl help json',
    'genctl help submit --json',
    'genctl help skill',
    'genctl help json --schema genctl.job/v1',
  ],
  parse({ arguments: [named], flags: { schema } }): { topic: HelpTopic; schema: DocumentName | undefined } {
    // Only this topic has schemas.
    const topic = named ?? (schema === undefined ? undefined : 'json');
    if (isHelpTopic(topic)) {
      if (schema === undefined || topic === 'json') return { topic, schema };
      throw flagConflict(
        `help ${topic} and --schema`,
        'Only documents have one.',
        `genctl help json --schema ${schema}`,
      );
    }
    throw new UsageError({
      code: 'topic_not_found',
      message: topic === undefined ? 'Name a topic' : `There is no help on ${JSON.stringify(topic)}`,
      why: `The topics are ${helpTopics.join(', ')}.`,
      hint: genctl`--help`,
    });
  },
  async run({ around, globals, terminal }, { schema, topic }) {
    const schemaOf = (name: DocumentName): string => {
      const path = `schemas/${schemaFileName(name)}`;
      return packageFile(around, { code: 'schema_missing', path, what: 'The schema' });
    };
    if (schema !== undefined) {
      terminal.out.write(schemaOf(schema));
      return;
    }
    if (globals.json)
      throw textAlone(around.argv, 'help', isInHelpDocument(topic) ? genctl`help --json` : undefined);
    terminal.out.lines(await topicLines(topic, terminal.out, schemaOf));
  },
});

/** Tells whether the document of `help --json` has what a topic says. */
function isInHelpDocument(topic: HelpTopic): boolean {
  return topic === 'exit-codes' || topic === 'environment' || topic === 'json';
}

async function topicLines(
  topic: HelpTopic,
  look: Look,
  schemaOf: (name: DocumentName) => string,
): Promise<string[]> {
  if (topic === 'exit-codes') return renderExitCodes(look);
  if (topic === 'skill') return [(await import('../cli/help/skill.ts')).skillText().trimEnd()];
  const { environmentTopic, jsonTopic, routesTopic } = await import('./help/topics.ts');
  if (topic === 'json') return jsonTopic(look, schemaOf);
  return topic === 'routes' ? routesTopic(look) : environmentTopic(look);
}

/** The two tables of `help exit-codes`: how the program ends, and why a job failed. */
export function renderExitCodes(look: Look): string[] {
  const { colors } = look;
  const exits = Object.values(exitCodes).map(({ code, means, runAgain }) => [
    { text: String(code).padStart(3), paint: colors.accent },
    { text: runAgain === '–' ? look.symbols.to : runAgain, paint: colors.dim },
    means,
  ]);
  const jobErrors = Object.entries(jobErrorAdvice).map(([code, { means, help }]) => [
    { text: code, paint: colors.accent },
    `${means}; ${help}`,
  ]);
  return [
    ...alignRows(
      [['CODE', 'RUN AGAIN?', 'MEANING'].map((text) => ({ text, paint: colors.dim })), ...exits],
      look,
    ),
    '',
    colors.bold('Why a job failed (error.code, with exit code 5)'),
    '',
    ...alignRows(jobErrors, look),
  ];
}
