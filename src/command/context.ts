import type { ExitCode, ExitName } from '../errors/exit-codes.ts';
import type { OutputMeans } from '../outputs/output-means.ts';

/**
 * The means that a command may ask for. Everything is made when it is first asked for: `--help` needs no key and loads nothing,
 * and a command that only reads the ledger opens no connection.
 */
export interface CommandContext extends OutputMeans {
  /** Sets the exit of a command that does what it should: an outcome that it shows may have an exit code of its own. */
  endWith(exit: ExitName): void;
  exitCode(): ExitCode;
  close(): Promise<void>;
}
