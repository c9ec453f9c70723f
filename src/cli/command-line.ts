import type { Terminal } from '../terminal/terminal.ts';
import type { GlobalFlags } from './global-flags.ts';
import type { Surroundings } from './surroundings.ts';
import type { TypedCommand } from './typed-line.ts';

/** A command line and where it was typed. */
export interface CommandLine {
  around: Surroundings;
  globals: GlobalFlags;
  terminal: Terminal;
  /** The command as it was named, and the flags that it declares. */
  typed: TypedCommand;
}
