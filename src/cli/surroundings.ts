import type { TerminalParts } from '../terminal/terminal.ts';
import type { SandboxPort } from './sandbox/sandbox-port.ts';

/** The environment as the program reads it; an empty value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything of the process that a command line may touch; main hands it over. */
export interface Surroundings {
  /** Without the interpreter and the script. */
  argv: readonly string[];
  environment: Environment;
  /** Opens stdin, which happens only when it is needed. */
  stdin: () => NodeJS.ReadStream;
  stdinIsTerminal: () => boolean;
  stdout: TerminalParts['stdout'];
  stderr: TerminalParts['stderr'];
  platform: NodeJS.Platform;
  /** Absolute. Reading it throws Node's error where the folder was removed, which only concerns the commands that need it. */
  readonly workingFolder: string;
  version: string;
  /** The folder of the package, which has completions/ beside the code. */
  packageFolder: string;
  /**
   * Calls `hear` at each such signal, instead of ending the process; where it returns `end`, the process ends as if nobody
   * listened. Returns a function that stops listening.
   */
  onSignal(signal: NodeJS.Signals, hear: () => 'go on' | 'end'): () => void;
  sandbox: SandboxPort;
}
