import { environmentProfileName } from '../../account/rules/claim-account.ts';
import type { Environment } from '../../cli/surroundings.ts';
import type { CliError } from '../../errors/cli-error.ts';
import { ExecFailedError } from '../../errors/endings.ts';
import { failureOf } from '../../errors/system-trouble.ts';
import { sha256 } from '../../files/lazy-node.ts';
import type { ExecRun } from '../../ledger/events.ts';
import type { JobRecord } from '../../ledger/record.ts';
import { renderedOf, seedOf } from '../../ledger/rendered-requests.ts';
import { filesKnown } from '../../outputs/files-here.ts';
import type { OutputMeans } from '../../outputs/output-means.ts';
import { promptText } from '../../service/body/asked-fields.ts';
import { isoTime } from '../../text/iso-time.ts';
import { withoutSecrets } from '../../text/redaction.ts';
import { type ExecVariable, execVariables } from '../exec-variables.ts';
import { execFault } from '../words/event-lines.ts';
import { runShell } from './run-shell.ts';

/** The result of the command of `--exec` for one job. */
export type ExecEnd =
  /** It ended with 0, now or in an earlier run, and that is noted. */
  | { kind: 'done' }
  /** A signal came before it had ended: it counts as not run. */
  | { kind: 'interrupted' }
  | { kind: 'failed'; error: CliError };

/**
 * Runs the command of `--exec` for a job that has ended and whose files are here. A command that ended with 0 for that job before, as the
 * ledger notes, is left out. It runs at least once: a kill between its end and the note of it lets it run again. A job that the ledger does
 * not have can't be noted, and gets the command each time. Rejects for a defect only.
 */
export async function runExec(context: OutputMeans, command: string, record: JobRecord): Promise<ExecEnd> {
  const { clock, listen } = context;
  const { id: jobId } = record;
  if (context.interruption().aborted) return { kind: 'interrupted' };
  try {
    const ledger = await context.ledger();
    if (isExecNoted(command, (await ledger.find(jobId)) ?? record)) {
      listen({ kind: 'exec-known', jobId });
      return { kind: 'done' };
    }
    listen({ kind: 'exec-started', jobId });
    const startedMs = clock.monotonicMs();
    const run = await runFor(context, command, record);
    listen({ kind: 'exec-ended', jobId, tookMs: clock.monotonicMs() - startedMs, run });
    if (run.how === 'interrupted') return { kind: 'interrupted' };
    const fault = execFault(run);
    if (fault !== undefined) return { kind: 'failed', error: failedFor(jobId, `It ${fault}.`) };
    const noted = { sha256: sha256(command), at: isoTime(clock.nowMs()) };
    await ledger.updateJob(jobId, (known) =>
      isExecNoted(command, known) ? known : { ...known, execs: [...(known.execs ?? []), noted] },
    );
    return { kind: 'done' };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { kind: 'failed', error: failure.ofJob(jobId) };
  }
}

function failedFor(jobId: string, why: string): ExecFailedError {
  return new ExecFailedError({ code: 'exec_failed', message: `--exec failed for ${jobId}`, why, jobId });
}

async function runFor(context: OutputMeans, command: string, record: JobRecord): Promise<ExecRun> {
  const { clock, terminal } = context;
  const { environment, platform, workingFolder } = context.around;
  const values = execValues(record, filesKnown(record), await renderedOf(context, record));
  return runShell(command, {
    environment: execEnvironment(environment, values, platform),
    folder: workingFolder,
    platform,
    clock,
    signal: context.interruption(),
    async print(text) {
      terminal.unmuted.writeAsIs(text);
      // A broken stderr has no reader to be told.
      await terminal.unmuted.drain().catch(() => {});
    },
    beforeKilled: context.beforeKilled,
  });
}

/** Tells whether the command of `--exec` ended with 0 for a job before. */
export function isExecNoted(command: string, { execs = [] }: JobRecord): boolean {
  const hash = sha256(command);
  return execs.some(({ sha256: noted }) => noted === hash);
}

/** A value of another job must not be taken for one of this job. */
const ofJobs: ReadonlySet<string> = new Set(execVariables.map(([name]) => name));

/** The environment of a command: that of this process without secrets, and the variables of the job. */
function execEnvironment(
  environment: Environment,
  values: ReturnType<typeof execValues>,
  platform: NodeJS.Platform,
): Record<string, string | undefined> {
  // Windows takes the names of variables in either case.
  const asNamed = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const inherited = Object.entries(withoutSecrets(environment)).filter(
    ([name]) => !ofJobs.has(asNamed(name)),
  );
  const told = Object.entries(values).flatMap(([name, value]) =>
    // No variable can hold a NUL, and the service may send one.
    value === undefined ? [] : [[name, value.replaceAll('\0', '')] as const],
  );
  return Object.fromEntries([...inherited, ...told]);
}

/** A message can be of any length, and a system takes no process whose environment is too large. Unit: characters. */
const messageMost = 1_000;
/** A prompt may have 100,000 characters, and Windows takes 32,767 for all variables together. Unit: characters. */
const promptMost = 8_000;

/**
 * The values of these variables for a job.
 *
 * @param paths absolute, of the files that are here.
 * @param rendered the request as it was rendered: a final has its draft's words.
 */
export function execValues(
  { id, intent, job, profile }: JobRecord,
  paths: readonly string[],
  rendered: unknown,
): Record<ExecVariable, string | undefined> {
  return {
    GENCTL_JOB_ID: id,
    GENCTL_JOB_STATUS: job.status,
    GENCTL_FILES: paths.length === 0 ? undefined : paths.join('\n'),
    GENCTL_MODEL: job.model ?? intent?.model,
    GENCTL_PROMPT: promptText(rendered)?.slice(0, promptMost),
    GENCTL_SEED: seedOf(rendered)?.toString(),
    GENCTL_PROFILE: profile === environmentProfileName ? undefined : profile,
    GENCTL_COST_USD: job.cost_usd === undefined ? undefined : String(job.cost_usd),
    GENCTL_ONCE: intent?.once ?? undefined,
    GENCTL_BATCH: intent?.batch?.name,
    GENCTL_SHOT: intent?.batch?.shot,
    GENCTL_ATTEMPT: intent === null ? undefined : String(intent.attempt),
    GENCTL_DRAFT_OF: intent?.draft_of ?? undefined,
    GENCTL_ERROR_CODE: job.error?.code,
    GENCTL_ERROR_MESSAGE: job.error?.message?.slice(0, messageMost),
  };
}
