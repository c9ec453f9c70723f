import type { CliError } from '../errors/cli-error.ts';
import { ExecFailedError } from '../errors/endings.ts';
import { failureOf } from '../errors/system-trouble.ts';
import type { ExecRun, Listener } from '../ledger/events.ts';
import type { JobRecord } from '../ledger/record.ts';

/** What became of the command of `--exec` for one job. */
export type ExecEnd =
  /** It ended with 0, now or in an earlier run, and that is noted. */
  | { kind: 'done' }
  /** A signal came before it had ended: it counts as not run. */
  | { kind: 'interrupted' }
  | { kind: 'failed'; error: CliError };

export interface ExecPorts {
  clock: { monotonicMs(): number };
  /** Aborting it ends the command that runs, and lets no further one begin. */
  signal: AbortSignal;
  listen: Listener;
  /** Whether the command ended with 0 for this job before, as the ledger has it now. Throws MachineError. */
  isNoted(record: JobRecord): Promise<boolean>;
  /** Runs the command, and resolves when nothing of it runs any more. Ends it where the signal aborts. */
  run(record: JobRecord): Promise<ExecRun>;
  /** Notes durably that the command ended with 0 for this job. Throws MachineError. */
  note(record: JobRecord): Promise<void>;
}

/**
 * Runs a command for a job that is over, unless it ended with 0 for that job before. It runs at least once: a kill between its
 * end and the note of it lets it run again. Rejects for a defect only.
 */
export async function execFor(record: JobRecord, ports: ExecPorts): Promise<ExecEnd> {
  const { clock, listen, signal } = ports;
  const { id: jobId } = record;
  if (signal.aborted) return { kind: 'interrupted' };
  try {
    if (await ports.isNoted(record)) {
      listen({ kind: 'exec-known', jobId });
      return { kind: 'done' };
    }
    listen({ kind: 'exec-started', jobId });
    const startedMs = clock.monotonicMs();
    const run = await ports.run(record);
    listen({ kind: 'exec-ended', jobId, tookMs: clock.monotonicMs() - startedMs, run });
    if (run.how === 'interrupted') return { kind: 'interrupted' };
    const why = whyFailed(run);
    if (why !== undefined) return { kind: 'failed', error: failedFor(jobId, why) };
    await ports.note(record);
    return { kind: 'done' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { kind: 'failed', error: failure.ofJob(jobId) };
  }
}

/** Undefined where it ended with 0. */
function whyFailed(run: Exclude<ExecRun, { how: 'interrupted' }>): string | undefined {
  switch (run.how) {
    case 'ended':
      return run.exitCode === 0 ? undefined : `It ended with exit code ${run.exitCode}.`;
    case 'killed':
      return `It was ended by ${run.signal}.`;
    case 'not-started':
      return `It could not be started: ${run.why}.`;
  }
}

function failedFor(jobId: string, why: string): ExecFailedError {
  return new ExecFailedError({ code: 'exec_failed', message: `--exec failed for ${jobId}`, why, jobId });
}
