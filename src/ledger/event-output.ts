import type { CliError } from '../errors/cli-error.ts';
import type { ExitCode } from '../errors/exit-codes.ts';
import type { Listener } from './events.ts';
import type { JobDocument } from './job-document.ts';
import type { DownloadedFile } from './record.ts';

/** Prints what happens on stdout, in place of the answer of a command. */
export interface EventOutput {
  /** Takes the events of the use cases. */
  listen: Listener;
  /** Takes a file that is here and recorded. */
  file(jobId: string, file: DownloadedFile, options: { fetched: boolean }): void;
  /** Takes jobs as last known, where the command would print them. */
  jobs(documents: readonly JobDocument[]): void;
  /** Takes how the run ended, as the last thing. */
  end(how: { exitCode: ExitCode; error: CliError | undefined }): void;
}
