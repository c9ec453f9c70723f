/** The manual page in mdoc(7), from the command table; a test compares it with man/genctl.1. */

import { environmentVariables } from '../src/cli/help/environment-variables.ts';
import { helpTopics } from '../src/cli/help/help-topic-names.ts';
import { commandTable } from '../src/commands/index.ts';
import { exitCodes } from '../src/errors/exit-codes.ts';
import {
  type CommandOutline,
  type FlagOutline,
  globalFlagOutlines,
  outlineCommands,
  withDescendants,
} from './command-outline.ts';
import { flagItem, inLines, literal, spelled, tagged } from './mdoc.ts';

/** The day that the words outside the table were last gone over. */
const revised = 'November 21, 2026';

export async function manualPage(): Promise<string> {
  const commands = (await outlineCommands(commandTable)).flatMap(withDescendants);
  const groups = sharedGroups(commands);
  return `${[
    '.\\" Made from the command table by npm run generate; not edited by hand.',
    `.Dd ${revised}`,
    '.Dt GENCTL 1',
    '.Os',
    // A word that is broken can't be searched for or copied, and mdoc turns hyphenation on at each heading.
    '.de hy',
    '..',
    ...opening,
    '.Sh COMMANDS',
    ...inLines(
      'A job is named by its id, the beginning of it, @last for the newest of this machine, or @2 for the one before.',
    ),
    ...commands.flatMap((command) => commandSection(command, groups)),
    '.Sh SHARED FLAGS',
    ...[...groups].flatMap(([name, flags]) => [
      `.Ss ${name.replace(/:$/, '')}`,
      ...tagged(flags.map(flagItem)),
    ]),
    '.Sh GLOBAL FLAGS',
    ...inLines('Every command takes these, before or after its name.'),
    ...tagged(globalFlagOutlines.map(flagItem)),
    '.Sh ENVIRONMENT',
    ...inLines(
      'A value comes from its flag, else the environment, the project file, the profile, the settings, the default.',
    ),
    ...tagged(
      environmentVariables.map(([names, says]) => ({
        head: `Ev ${spelled(names).replaceAll(', ', ' , ')}`,
        says,
      })),
    ),
    ...files,
    '.Sh EXIT STATUS',
    ...tagged(
      Object.values(exitCodes).map(({ code, means, runAgain }) => ({
        head: String(code),
        says: runAgain === '–' ? means : `${means}. Run again? ${runAgain}.`,
      })),
    ),
    ...journeys(commands),
    ...seeAlso,
  ].join('\n')}\n`;
}

/** The first example of what is done most; a test runs every example. */
function journeys(commands: readonly CommandOutline[]): string[] {
  const chosen = commands.filter(({ path }) => mostDone.includes(path.join(' ')));
  return [
    '.Sh EXAMPLES',
    ...chosen
      .flatMap(({ examples, summary }) => [
        '.Pp',
        ...inLines(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}:`),
        ...literal(examples.slice(0, 1)),
      ])
      .slice(1),
  ];
}

const mostDone: readonly string[] = ['submit', 'wait', 'draft', 'finalize', 'recover'];

const seeAlso = [
  '.Sh SEE ALSO',
  '.Xr curl 1 ,',
  '.Xr jq 1',
  '.Pp',
  ...inLines(`genctl help has more on ${helpTopics.join(', ')}.`),
];

const opening = [
  '.Sh NAME',
  '.Nm genctl',
  '.Nd submit image and video generation jobs, follow them, download the files',
  '.Sh SYNOPSIS',
  '.Nm',
  '.Ar command',
  '.Op Ar flags',
  '.Op Ar argument ...',
  '.Sh DESCRIPTION',
  '.Nm',
  ...inLines(
    'writes down what it is about to submit, checks it, sends it, waits for the job and downloads what it made. Standard output is the answer and nothing else; standard error is the conversation. Without a command, on a terminal, it puts a request together by asking. With --sandbox every command works on a service embedded in the program, which needs no account and costs nothing.',
  ),
];

const files = [
  '.Sh FILES',
  ...tagged([
    {
      head: 'Pa $GENCTL_HOME',
      says: 'Settings, accounts, ledger, cache and sandbox; genctl config path prints where it is. Back it up to lose nothing.',
    },
    {
      head: 'Pa .genctl.json',
      says: 'Request defaults of a project, in the working folder or above it up to the root of the repository. Never a key, a URL or a command.',
    },
  ]),
];

/** Flags that several commands take under one heading, each described once. */
function sharedGroups(commands: readonly CommandOutline[]): Map<string, FlagOutline[]> {
  const groups = new Map<string, FlagOutline[]>();
  for (const flag of commands.flatMap(({ flags }) => flags)) {
    const takers = commands.filter(({ flags }) => flags.some((other) => isSame(other, flag)));
    if (flag.group === undefined || takers.length < 2) continue;
    const known = groups.get(flag.group) ?? [];
    if (!known.some((other) => isSame(other, flag))) groups.set(flag.group, [...known, flag]);
  }
  return groups;
}

function isSame(one: FlagOutline, other: FlagOutline): boolean {
  return one.long === other.long && one.says === other.says && one.group === other.group;
}

function commandSection(command: CommandOutline, groups: ReadonlyMap<string, FlagOutline[]>): string[] {
  const { arguments: positions, describe, examples, flags, path, runs } = command;
  const shared = flags.filter((flag) => groups.get(flag.group ?? '')?.some((other) => isSame(other, flag)));
  const own = flags.filter((flag) => !shared.includes(flag));
  const words = positions.map(({ many, name, required }) => {
    const word = many ? `${name} ...` : name;
    return required ? `Ar ${word}` : `Op Ar ${word}`;
  });
  if (!runs) return [`.Ss ${path.join(' ')}`, ...inLines(`${describe}.`)];
  return [
    `.Ss ${path.join(' ')}`,
    '.Nm',
    `.Cm ${path.join(' ')}`,
    ...(flags.length === 0 ? [] : ['.Op Ar flags']),
    ...words.map((word) => `.${word}`),
    '.Pp',
    ...inLines(describe),
    ...(own.length === 0 ? [] : tagged(own.map(flagItem))),
    ...(shared.length === 0
      ? []
      : ['.Pp', ...inLines(`Shared flags: ${shared.map(({ long }) => long).join(', ')}.`)]),
    ...(examples.length === 0 ? [] : ['.Pp', 'Examples:', ...literal(examples)]),
  ];
}
