import type { CliError } from '../errors/cli-error.ts';
import type { ExitCode } from '../errors/exit-codes.ts';
import type { OutputFinding } from '../media/rules/output-findings.ts';
import type { JobDocument } from './job-document.ts';
import type { DownloadedFile } from './record.ts';

/** An event that a use case reports to its audience while it runs. Words from the service in it are not yet made safe to print. */
export type FlowEvent =
  | { kind: 'submitted'; jobId: string; model: string; replayed: boolean; createdAt: string | undefined }
  /** `elapsedMs`: since the wait began. */
  | { kind: 'waiting'; jobs: readonly WaitingJob[]; elapsedMs: number }
  /** `ageMs`: since the job was made; of one that is over, until it was. */
  | { kind: 'state'; jobId: string; status: string; previous: string | undefined; ageMs: number }
  | { kind: 'retrying'; what: string; reason: string; attempt: number; delayMs: number }
  | { kind: 'download-started'; jobId: string; index: number; path: string }
  | {
      kind: 'download-progress';
      jobId: string;
      index: number;
      bytesDone: number;
      /** Undefined where the host does not say. */
      bytesTotal: number | undefined;
    }
  | { kind: 'downloaded'; jobId: string; index: number; path: string; bytes: number }
  | { kind: 'download-stopped'; jobId: string; index: number; path: string; reason: string | undefined }
  | {
      kind: 'verified';
      jobId: string;
      index: number;
      path: string;
      /** Empty where the file is as it was asked for. */
      findings: readonly OutputFinding[];
      /** The measures that are right, in words, for a file without findings. */
      right: string;
    }
  | { kind: 'uploading'; where: string; bytes: number }
  | { kind: 'exec-started'; jobId: string }
  | { kind: 'exec-ended'; jobId: string; tookMs: number; run: ExecRun }
  /** The command of `--exec` ended with 0 for this job in an earlier run, and so is not run again. */
  | { kind: 'exec-known'; jobId: string }
  | { kind: 'warning'; message: string };

/** How one run of the command of `--exec` ended. */
export type ExecRun =
  | { how: 'ended'; exitCode: number }
  | { how: 'killed'; signal: string }
  | { how: 'not-started'; why: string }
  /** A signal ended genctl, and the command with it. */
  | { how: 'interrupted' };

/** A job that is being waited for, as the progress line sums it up. */
export interface WaitingJob {
  jobId: string;
  model: string | undefined;
  status: string;
  /** Time since it was made, which may be long before it is waited for. Unit: ms. */
  ageMs: number;
  /** ISO 8601. */
  deadlineAt: string | undefined;
}

export type Listener = (event: FlowEvent) => void;

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

/** Shows the events of a flow to a person. */
export interface Progress {
  on(event: FlowEvent): void;
  /** Removes the moving line and shows the cursor again. It may be called more than once. */
  stop(): void;
}

/** Tells on stderr what the use cases of one command do. */
export interface Narrator {
  /** Takes the events of a use case. Warnings are always shown, the rest once `watch` was called. */
  listen: Listener;
  /** Shows the progress from now on: by what is given, or else drawn as the terminal allows. */
  watch(own?: Progress): Promise<void>;
  /** Ends the drawing of progress, so that nothing on the terminal moves any more. */
  quieten(): void;
  /** Keeps a warning for `warnings`; false where it is there already. Those that `listen` takes are kept by it. */
  keepWarning(message: string): boolean;
  /** The warnings of this run, for the documents of programs, each one once; of very many the first. */
  warnings(): readonly string[];
  /** The ids of the jobs that this run has submitted. */
  submitted(): readonly string[];
  /** Has events printed on stdout in place of the answer, from now on. */
  tellEvents(output: EventOutput): void;
  /** The output that prints events; undefined where the answer is printed. */
  events(): EventOutput | undefined;
}
