import type { Argument, TypedWords } from '../cli/arguments.ts';
import type { FlagTable, FlagValues } from '../cli/flag.ts';
import type { CliError } from '../errors/cli-error.ts';
import type { ExitCode, ExitName } from '../errors/exit-codes.ts';
import type { OutputMeans } from '../outputs/output-means.ts';

/** The words that a command reads from its line: its arguments in order, and its flags. */
interface Parsed<Flags extends FlagTable> extends TypedWords {
  flags: FlagValues<Flags>;
}

/** One command: declared, parsed and run. Parsing and running are tested apart. */
export interface CommandDefinition<Flags extends FlagTable, Input> {
  /** The text for `--help`; the one-line summary is in the table of commands. */
  describe: string;
  arguments?: readonly Argument[];
  flags: Flags;
  /** Command lines that work as they are; a test runs them. */
  examples: readonly string[];
  /** Turns the line into the command's input; throws UsageError. Pure, except that it reads the files that flags name. */
  parse(parsed: Parsed<Flags>): Input;
  run(context: CommandContext, input: Input): Promise<void>;
}

/** A command as the program runs it, without the types of its flags and input. */
export interface Command
  extends Pick<CommandDefinition<FlagTable, unknown>, 'describe' | 'flags' | 'examples'> {
  arguments: readonly Argument[];
  /**
   * Parses a line and returns a function that runs the command, so that a usage error comes before any work. The values of the line
   * have the kinds that the flags declare.
   */
  prepare(line: TypedWords & { flags: Record<string, unknown> }): (context: CommandContext) => Promise<void>;
}

/** Hides a definition's types, so that all commands have one type. */
export function defineCommand<const Flags extends FlagTable, Input>(
  definition: CommandDefinition<Flags, Input>,
): Command & { definition: CommandDefinition<Flags, Input> } {
  return {
    describe: definition.describe,
    arguments: definition.arguments ?? [],
    flags: definition.flags,
    examples: definition.examples,
    prepare(line) {
      // The cast is safe: the program builds these values from this same table.
      const input = definition.parse(line as Parsed<Flags>);
      return (context) => definition.run(context, input);
    },
    definition,
  };
}

/**
 * The means that a command may ask for. Everything is made when it is first asked for: `--help` needs no key and loads nothing,
 * and a command that only reads the ledger opens no connection.
 */
export interface CommandContext extends OutputMeans {
  /** Sets the exit of a command that does what it should: an outcome that it shows may have an exit code of its own. */
  endWith(exit: ExitName): void;
  exitCode(): ExitCode;
  /** Names in an error that came between what this run leaves: jobs, and submits without an answer. */
  nameSubmits(error: CliError): void;
  close(): Promise<void>;
}
