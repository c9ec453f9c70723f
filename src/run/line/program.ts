import { type Command as Commander, CommanderError, Option } from 'commander';
import { type Argument, argumentUsage } from '../../cli/arguments.ts';
import type { DocumentFields } from '../../cli/documents/index.ts';
import type { FlagTable } from '../../cli/flag.ts';
import { addFlags, readFlags, UnlistedOption } from '../../cli/flags/commander-flags.ts';
import { type GlobalFlags, globalFlags, placeOfCommand } from '../../cli/global-flags.ts';
import { isHelpTopic } from '../../cli/help/help-topic-names.ts';
import { literalWords, namedPath, withValues } from '../../cli/line-words.ts';
import type { TypedCommand } from '../../cli/typed-line.ts';
import type { Command } from '../../command/define-command.ts';
import { type CommandRow, commandTable } from '../../commands/index.ts';
import { gapLeft } from '../../errors/endings.ts';
import { isGap } from '../../text/gaps.ts';
import {
  afterLists,
  flagsOfEveryLine,
  layOutHelp,
  layOutItem,
  purpose,
  rootText,
  toBreak,
} from './help-text.ts';
import { LineCommander, LineFault, unknownTopic, usageProblem } from './usage-problem.ts';

/** The outcome of reading a command line: a help text, which is still to be fitted to the window, help as data, or a command to run. */
export type Request =
  | { kind: 'help'; text: string }
  | { kind: 'help document'; fields: DocumentFields<'genctl.help/v1'> }
  | {
      kind: 'run';
      name: string;
      typed: TypedCommand;
      globals: GlobalFlags;
      prepare: ReturnType<typeof preparation>;
    };

const globalHeading = 'Global flags:';

/** How help is shown. */
interface HelpStyle {
  /** With the flags that are seldom used, as `help COMMAND` shows it. */
  isWhole: boolean;
}

/** Reads a command line. Only the named command is loaded: `--help` and a typo load none. Throws UsageError. */
export async function readCommandLine(argv: readonly string[]): Promise<Request> {
  const line = await helpLine(argv);
  const style = { isWhole: line !== argv };
  const path = namedPath(line);
  let help = '';
  let request: Request | undefined;
  let own: FlagTable | undefined;
  const root = programRoot(style, (text) => {
    help += text;
  });
  await addRows(root, commandTable, { path, style }, (name, command, loaded) => {
    // A subcommand is loaded before the command that it is of.
    own ??= loaded.flags;
    command.action(() => {
      const globals = readFlags(globalFlags, command) as GlobalFlags;
      const { flags } = loaded;
      const words = path.slice(0, path[0] === name ? 1 : 2);
      request = {
        kind: 'run',
        name,
        typed: { path: words, flags },
        globals,
        prepare: preparation(loaded, command, line),
      };
    });
  });
  try {
    await root.parseAsync(withValues(line, own ?? {}), { from: 'user' });
  } catch (error) {
    if (error instanceof LineFault)
      throw usageProblem(error, path, [...findCommand(root, path).options, ...root.options]);
    if (!(error instanceof CommanderError)) throw error;
    if (help !== '' && error.exitCode === 0) return helpRequest(help, { argv, path });
    // A group of commands without a subcommand shows its help.
    if (error.code !== 'commander.help') throw error;
  }
  if (request !== undefined) return request;
  findCommand(root, path).outputHelp();
  return helpRequest(help, { argv, path });
}

async function helpRequest(
  text: string,
  { argv, path }: Readonly<Record<'argv' | 'path', readonly string[]>>,
): Promise<Request> {
  if (!argv.includes('--json')) return { kind: 'help', text };
  const { helpDocument } = await import('./help-document.ts');
  return { kind: 'help document', fields: await helpDocument(path) };
}

/** Turns `help` and `help COMMAND` into `--help`; `help TOPIC` is a command of its own. */
async function helpLine(argv: readonly string[]): Promise<readonly string[]> {
  const [first, named] = namedPath(argv);
  if (first !== 'help') return argv;
  const others = argv.toSpliced(placeOfCommand(argv), 1);
  if (named === undefined)
    return others.some((word) => word.startsWith('--schema')) ? argv : [...others, '--help'];
  if (isHelpTopic(named)) return argv;
  if (!Object.hasOwn(commandTable, named)) throw await unknownTopic(named);
  return [named, ...others.toSpliced(others.indexOf(named), 1), '--help'];
}

function preparation(loaded: Command, command: Commander, line: readonly string[]) {
  const words = { arguments: command.args, readable: command.args.length - literalWords(line, loaded.flags) };
  return () => {
    assertFilled(words.arguments, loaded.arguments);
    return loaded.prepare({ ...words, flags: readFlags(loaded.flags, command) });
  };
}

/** Refuses a gap in the place of a word. A prompt is looked at by the checks, which can be told to stay away. Throws UsageError. */
function assertFilled(words: readonly string[], declared: readonly Argument[]): void {
  if (declared.some(({ name }) => name === 'prompt')) return;
  const gap = words.find(isGap);
  if (gap !== undefined) throw gapLeft(gap);
}

type OnLoaded = (name: string, command: Commander, loaded: Command) => void;

async function addRows(
  parent: Commander,
  rows: Record<string, CommandRow>,
  { path: [wanted, ...rest], style }: { path: readonly string[]; style: HelpStyle },
  onLoaded: OnLoaded,
): Promise<void> {
  // Only the command that the line names is built; help builds all.
  const row = wanted !== undefined && Object.hasOwn(rows, wanted) ? rows[wanted] : undefined;
  const built = wanted === undefined || row === undefined ? Object.entries(rows) : [[wanted, row] as const];
  for (const [name, row] of built) {
    const command: Commander = new LineCommander(name)
      .summary(row.summary)
      .description(row.summary)
      .copyInheritedSettings(parent);
    // Only the help of the whole program, which names no command, leaves some out.
    const isHidden = wanted === undefined && row.isSeldom === true && !style.isWhole;
    parent.addCommand(command, { hidden: isHidden });
    if (row.heading !== undefined) command.helpGroup(row.heading);
    // A list of commands needs only their names and summaries.
    if (name !== wanted) continue;
    if (row.commands !== undefined) {
      command.helpCommand(false).enablePositionalOptions();
      await addRows(command, row.commands, { path: rest, style }, onLoaded);
    }
    if (row.load === undefined) {
      command.usage('<command> [flags]');
      addGlobalFlags(command, {}, style);
    } else {
      const loaded = await row.load();
      declare(command, loaded, style);
      onLoaded(name, command, loaded);
    }
  }
}

function declare(
  command: Commander,
  { describe, arguments: args, flags, examples }: Command,
  style: HelpStyle,
): void {
  command.description(describe).usage(['[flags]', ...args.map(argumentUsage)].join(' '));
  for (const one of args) {
    command.argument(argumentUsage(one), one.says);
  }
  addFlags(command, flags, {
    group: 'Flags:',
    isUnlisted: ({ isSeldom = false }) => isSeldom && !style.isWhole,
  });
  const shown = style.isWhole ? examples : examples.slice(0, shortExamplesMost);
  command.addHelpText('after', `\nExamples:\n${shown.map((line) => `  $ ${line}`).join('\n')}`);
  addGlobalFlags(command, flags, style);
}

/** How many examples the short help shows. */
const shortExamplesMost = 3;

/** The help of a command names the flags of every line; the short one says where the command's others are. */
function addGlobalFlags(command: Commander, own: FlagTable, { isWhole }: HelpStyle): void {
  addFlags(command, globalFlags, { group: globalHeading, isUnlisted: () => true });
  command.addHelpOption(helpOption(UnlistedOption));
  command.addHelpText('after', afterLists(flagsOfEveryLine()));
  if (isWhole) return;
  const seldom = Object.values(own).filter(({ isSeldom }) => isSeldom === true).length;
  const words = [...parentsOf(command), command.name()].join(' ');
  const more = seldom === 0 ? '' : `, ${seldom} more than here`;
  command.addHelpText('after', toBreak(`All flags of ${words}${more}: genctl help ${words}`));
}

/** The names of the commands that a command is below, without the program's. */
function parentsOf({ parent }: Commander): string[] {
  return parent?.parent == null ? [] : [...parentsOf(parent), parent.name()];
}

function helpOption(Kind: typeof Option): Option {
  return new Kind('-h, --help', 'show this help').helpGroup(globalHeading);
}

function findCommand(root: Commander, path: readonly string[]): Commander {
  const child = root.commands.find((command) => command.name() === path[0]);
  return child === undefined ? root : findCommand(child, path.slice(1));
}

/** The program without its commands. `onHelp` gets its help, and theirs. */
function programRoot(style: HelpStyle, onHelp: (text: string) => void): Commander {
  const Kind = style.isWhole ? Option : UnlistedOption;
  const root: Commander = new LineCommander('genctl');
  root
    .description(purpose)
    .usage('<command> [flags]')
    .helpCommand(false)
    .addHelpOption(helpOption(Kind))
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: onHelp,
      writeErr: () => {},
      // Help is fitted to the window later and has no colours, and to ask a stream for these would open it.
      getOutHelpWidth: () => Number.POSITIVE_INFINITY,
      getErrHelpWidth: () => Number.POSITIVE_INFINITY,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      showGlobalOptions: false,
      sortSubcommands: false,
      boxWrap: toBreak,
      formatHelp: layOutHelp,
      formatItem: layOutItem,
    })
    .showSuggestionAfterError(false)
    .addHelpText('after', () => rootText(Object.entries(commandTable), style));
  addFlags(root, globalFlags, { group: globalHeading, isUnlisted: () => !style.isWhole });
  return root.addOption(new Kind('-V, --version', 'print the version').helpGroup(globalHeading));
}
