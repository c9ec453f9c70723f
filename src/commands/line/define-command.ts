import type { CommandContext } from '../context/context.ts';
import type { Completes, FlagTable, FlagValues } from './flag.ts';

/** A positional argument: `name` in help, and how many. */
export interface Argument {
  name: string;
  says: string;
  many: boolean;
  required: boolean;
  /** Words offered by completion, where they are few. */
  choices?: readonly string[];
  /** What completion offers, where `choices` does not say. */
  completes?: Completes;
}

/** The words of a line that belong to no flag. */
export interface TypedWords {
  arguments: readonly string[];
  /** How many of them stand before `--`: only there is `-` stdin, and `@file` a file. */
  readable: number;
}

/** What a command reads from its line: its arguments in order, and its flags. */
interface Parsed<Flags extends FlagTable> extends TypedWords {
  flags: FlagValues<Flags>;
}

/** One command: declared, parsed and run. Parsing and running are tested apart. */
export interface CommandDefinition<Flags extends FlagTable, Input> {
  /** One line and more for `--help`; the one-line summary stands in the table. */
  describe: string;
  arguments?: readonly Argument[];
  flags: Flags;
  /** Each line works as it stands; a test runs them. */
  examples: readonly string[];
  /** Reads the line into what the command needs; throws UsageError. Pure, but for the files a flag names. */
  parse(parsed: Parsed<Flags>): Input;
  run(context: CommandContext, input: Input): Promise<void>;
}

/** A line as the program reads it: each value is of the kind that its flag declares. */
interface ReadLine extends TypedWords {
  flags: Record<string, unknown>;
}

/** A command whose own types are closed in: what the program runs. */
export interface Command {
  describe: string;
  arguments: readonly Argument[];
  flags: FlagTable;
  examples: readonly string[];
  /** Parses, then runs: two steps, so that a usage error comes before any work. */
  prepare(line: ReadLine): (context: CommandContext) => Promise<void>;
}

/** Closes a definition's types; the program hands back just the flags that the table declares. */
export function defineCommand<const Flags extends FlagTable, Input>(
  definition: CommandDefinition<Flags, Input>,
): Command & { definition: CommandDefinition<Flags, Input> } {
  return {
    describe: definition.describe,
    arguments: definition.arguments ?? [],
    flags: definition.flags,
    examples: definition.examples,
    prepare(line) {
      // The program builds these values from this very table, so their types are the table's.
      const input = definition.parse(line as Parsed<Flags>);
      return (context) => definition.run(context, input);
    },
    definition,
  };
}
