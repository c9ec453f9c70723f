import { pollRecord } from '../../client/ways/record-poll.ts';
import type { SeenJob } from '../../client/ways/way.ts';
import type { Job } from '../../contract/job.ts';
import { CliError } from '../../errors/cli-error.ts';
import { systemFailure, thenAgain } from '../../errors/system-trouble.ts';
import { together } from '../../flows/task-group.ts';
import { isoTime } from '../../rules/iso-time.ts';
import { canonicalJson } from '../../rules/json/canonical-json.ts';
import { objectOf, ownValue } from '../../rules/json/json-object.ts';
import type { JobRecord } from '../../store/ledger/record.ts';
import { statusUntold } from '../journey/find-jobs.ts';
import type { CommandContext } from './context.ts';

/** Jobs after a look at each. */
export interface LookedAt {
  /** Those of which anything is known, in their order and as they are now: what could not be written down is here, too. */
  records: JobRecord[];
  /** Those of them that the service told of. */
  seen: JobRecord[];
  /** What went wrong first, with the id of its job. */
  failure: CliError | undefined;
}

/** Looks at each job once, whatever becomes of the others. `command` is the one that looks again. */
export async function lookAtJobs(
  context: CommandContext,
  jobs: readonly JobRecord[],
  command: string,
): Promise<LookedAt> {
  const seen = new Map<string, JobRecord>();
  let failure: CliError | undefined;
  const look = async (record: JobRecord): Promise<JobRecord> => {
    try {
      const answer = await pollRecord(await context.apiOf(record), record);
      seen.set(record.id, withState(context, record, answer));
      seen.set(record.id, await keepState(context, record, answer));
    } catch (error) {
      const known = error instanceof CliError ? error : systemFailure(error);
      if (known === undefined) throw error;
      known.hint = known.hint?.replace(thenAgain, `, then: genctl ${command} ID`);
      failure ??= known.ofJob(record.id);
    }
    return seen.get(record.id) ?? record;
  };
  const looked = await together(jobs.map(look));
  const records = looked.filter(({ id, job }) => seen.has(id) || job.status !== statusUntold);
  return { records, seen: records.filter(({ id }) => seen.has(id)), failure };
}

/** Asks the service once, and writes down what it says. */
export async function lookAtJob(context: CommandContext, record: JobRecord): Promise<JobRecord> {
  return keepState(context, record, await pollRecord(await context.apiOf(record), record));
}

/**
 * A record with the state that was just received, written down where it says something new. What the ledger has of a
 * finished job wins over a state older than it. Throws MachineError, with the id of the job.
 */
export async function keepState(
  context: CommandContext,
  record: JobRecord,
  { job, raw }: Pick<SeenJob, 'job' | 'raw'>,
): Promise<JobRecord> {
  const seen = withState(context, record, { job, raw });
  if (lastingFacts(record.job) === lastingFacts(job)) return seen;
  const { seen_at } = seen;
  try {
    const ledger = await context.ledger();
    const change = { job, seen_at, ...(raw === undefined ? {} : { raw }) };
    const kept = (await ledger.updateJob(record.id, (known) => ({ ...known, ...change }))) ?? seen;
    tellUnread(context, kept);
    return kept;
  } catch (error) {
    throw error instanceof CliError ? error.ofJob(record.id) : error;
  }
}

/** Says where the answer is of a job that was paid for, and not every file of which can be read from it. */
export function tellUnread({ listen }: Pick<CommandContext, 'listen'>, { id, job, raw }: JobRecord): void {
  if (job.status !== 'succeeded' || raw === undefined) return;
  const count = (job.outputs ?? []).length;
  const listed = ownValue(objectOf(raw), 'outputs');
  const isWhole = count > 0 && !(Array.isArray(listed) && listed.length > count);
  if (isWhole) return;
  const files = count === 0 ? 'no file' : `only ${count} of ${(listed as unknown[]).length} files`;
  listen({
    kind: 'warning',
    message: `${id} succeeded, and ${files} can be read from its answer, which is kept: genctl show ${id} --json`,
  });
}

/** A record with a state, as it is in memory. */
export function withState(
  { clock }: Pick<CommandContext, 'clock'>,
  record: JobRecord,
  { job, raw }: Pick<SeenJob, 'job' | 'raw'>,
): JobRecord {
  const seen_at = isoTime(clock.nowMs());
  return { ...record, job, seen_at, ...(raw === undefined ? {} : { raw }) };
}

/** What is worth writing down: all but when to ask again, and links that are new at each look. */
function lastingFacts({ retry_after: _, outputs, ...rest }: Job): string {
  return canonicalJson({ ...rest, outputs: outputs?.length ?? 0 });
}
