import { join } from 'node:path';
import type { Completes } from '../../cli/flag.ts';
import { programFile } from '../../files/program-file.ts';
import { readJson } from '../../schema/json/read-json.ts';

/** Facts of the commands, for completing a word. The build writes it beside the program, so that no command is loaded. */
export interface CompletionTable {
  /** Every flag once, however many commands have it. */
  flags: readonly CompletedFlag[];
  /** By their words, as `jobs prune`; genctl itself has none. */
  commands: Readonly<Record<string, CompletedCommand>>;
}

export interface CompletedFlag {
  /** Each way to write it, as `-m` and `--model`. */
  names: readonly string[];
  says: string;
  /** Undefined where it takes no value. */
  takes?: Taken;
  /** True if a line may have it several times. */
  many: boolean;
}

export interface CompletedCommand {
  says: string;
  /** The names of its subcommands. */
  below: readonly string[];
  /** Their places among the flags of the table, those that every line takes among them. */
  flags: readonly number[];
  positions: readonly Taken[];
  /** True if the last of these repeats. */
  many: boolean;
}

/** The words themselves, or what is looked up; nothing can be offered for `any`. */
export type Taken = readonly string[] | Exclude<Completes, 'command'> | 'any';

/** The file that the build writes beside the program. */
export const tableFile = 'completion.json';

/** @throws an error of the system where the program is not built. */
export function readTable(): CompletionTable {
  return readJson(programFile(join(import.meta.dirname, tableFile)).toString()) as CompletionTable;
}
