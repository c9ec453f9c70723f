import { argumentUsage } from '../../cli/arguments.ts';
import type { DocumentFields } from '../../cli/documents/index.ts';
import { type DocumentName, documentFacts, documentNames } from '../../cli/documents/names.ts';
import type { AnyFlag, FlagTable } from '../../cli/flag.ts';
import { globalFlags } from '../../cli/global-flags.ts';
import { environmentVariables } from '../../cli/help/environment-variables.ts';
import type { Command } from '../../command/define-command.ts';
import { type CommandRow, commandTable } from '../../commands/index.ts';
import { exitCodes } from '../../errors/exit-codes.ts';
import { purpose } from './help-text.ts';

type HelpDocument = DocumentFields<'genctl.help/v1'>;
type HelpFlag = HelpDocument['flags'][number];
type Named = HelpDocument['commands'][number];

/** The help of a command, or of genctl where the path is empty, as data. Of all commands that one alone is loaded. */
export async function helpDocument(path: readonly string[]): Promise<HelpDocument> {
  const { row, rows, words } = rowAt(path);
  const command = await row?.load?.();
  return {
    command: words.join(' '),
    says: command?.describe ?? row?.summary ?? purpose,
    usage: ['genctl', ...words, ...usageWords(command)].join(' '),
    arguments: (command?.arguments ?? []).map(({ choices, many = false, name, required, says }) => ({
      ...{ name, says, required, repeats: many, allowed: choices ?? null },
    })),
    flags: flagDocuments(command?.flags ?? {}),
    global_flags: flagDocuments(globalFlags),
    examples: command?.examples ?? [],
    commands: namedRows(rows, words),
    exit_codes: Object.values(exitCodes).map(({ code, means, runAgain }) => ({
      ...{ code, means, run_again: runAgain === '–' ? null : runAgain },
    })),
    documents: documentsOf(row === undefined ? undefined : words.join(' ')),
    variables: row === undefined ? environmentVariables.map(([name, says]) => ({ name, says })) : [],
  };
}

/** The row that a path leads to as far as it names commands, its words, and the rows below it. */
function rowAt(path: readonly string[]): {
  row: CommandRow | undefined;
  rows: Readonly<Record<string, CommandRow>>;
  words: readonly string[];
} {
  let row: CommandRow | undefined;
  let rows: Readonly<Record<string, CommandRow>> = commandTable;
  const words: string[] = [];
  for (const word of path) {
    const next = Object.hasOwn(rows, word) ? rows[word] : undefined;
    if (next === undefined) break;
    row = next;
    rows = next.commands ?? {};
    words.push(word);
  }
  return { row, rows, words };
}

function usageWords(command: Command | undefined): readonly string[] {
  return command === undefined
    ? ['<command>', '[flags]']
    : ['[flags]', ...command.arguments.map(argumentUsage)];
}

function namedRows(rows: Readonly<Record<string, CommandRow>>, above: readonly string[]): Named[] {
  return Object.entries(rows).flatMap(([name, { commands = {}, summary }]) => {
    const words = [...above, name];
    return [{ name: words.join(' '), says: summary }, ...namedRows(commands, words)];
  });
}

/** The documents that a command prints, the failure of any line with them; all documents where none is named. */
function documentsOf(command: string | undefined): Named[] {
  return (Object.keys(documentFacts) as DocumentName[])
    .filter((name) => command === undefined || isPrintedBy(command, name))
    .map((name) => ({ name, says: documentNames[name] }));
}

/** Tells whether a command prints a document. Any prints a failure. */
export function isPrintedBy(command: string, name: DocumentName): boolean {
  return name === 'genctl.error/v1' || documentFacts[name].by.includes(command);
}

function flagDocuments(flags: FlagTable): HelpFlag[] {
  return Object.values(flags).map(flagDocument);
}

function flagDocument(flag: AnyFlag): HelpFlag {
  const { choices = null, group = null, isClosed = false, isSeldom = false, kind, says, syntax } = flag;
  const { long, short = null, value = null } = syntaxParts(syntax);
  const { isWhole = false, least, most } = flag.number ?? {};
  const ofNumber = isWhole ? 'integer' : 'number';
  const ofValue = flag.number === undefined ? 'text' : ofNumber;
  return {
    name: long,
    short,
    negated: kind === 'pair' ? long.replace('--', '--no-') : null,
    type: value === null ? 'boolean' : ofValue,
    value,
    says: kind === 'pair' ? `${says}; negated: ${flag.saysNo}` : says,
    group: group?.replace(/:$/, '') ?? null,
    allowed: isClosed ? choices : null,
    offered: isClosed ? null : choices,
    range: least === undefined && most === undefined ? null : { least, most },
    default: flag.usual ?? null,
    variable: flag.variable ?? null,
    repeats: kind === 'list',
    seldom: isSeldom,
  };
}

/** The parts of how a flag is written: `-m, --model <id>` has a short name, a long one, and what stands for its value. */
export function syntaxParts(syntax: string): {
  short: string | undefined;
  long: string;
  value: string | undefined;
} {
  const [, short, long = syntax, value] = /^(?:(-\w), )?(--[\w-]+)(?: <(.+)>)?$/.exec(syntax) ?? [];
  return { short, long, value };
}
