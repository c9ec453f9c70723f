import type { OutputFinding } from '../media/rules/output-findings.ts';

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
