import type { SandboxPort } from './sandbox-port.ts';

/** The environment as the program reads it; an empty value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything of the process that a command line may touch; main hands it over. */
export interface Surroundings {
  /** Without the interpreter and the script. */
  argv: readonly string[];
  environment: Environment;
  /** Opened when it is asked for. */
  stdin: () => NodeJS.ReadStream;
  stdinIsTerminal: () => boolean;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
  platform: NodeJS.Platform;
  /** Absolute. Asking for it throws Node's error where it was removed: many commands need none. */
  readonly workingFolder: string;
  version: string;
  /** Where the package is: the files beside the code. */
  packageFolder: string;
  /** Hears a signal once, instead of ending at once; returns what stops the hearing. */
  onSignal(signal: NodeJS.Signals, hear: () => void): () => void;
  sandbox: SandboxPort;
}
