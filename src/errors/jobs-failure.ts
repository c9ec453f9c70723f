import type { CliError } from './cli-error.ts';

/** A job that a command could not do its work for. */
export interface JobFailure {
  id: string;
  error: CliError;
}

/** So many ids, or causes, are named; the others are counted. */
const namedMost = 5;

/**
 * The error of a command that went on with other jobs: the first one, with every job that something failed for. Where a person
 * named one job it is told as it is. Undefined where nothing failed.
 *
 * @param done what the command does with a job: `looked at`.
 * @param isChosen genctl chose the jobs, so that a single one is named, too.
 */
export function jobsFailure(
  failures: readonly JobFailure[],
  { total, done, isChosen = false }: { total: number; done: string; isChosen?: boolean },
): CliError | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  const error = first.error.ofJob(first.id);
  if (total === 1 && !isChosen) return error;
  const [own = [], ...others] = byCause(failures);
  const lines = [
    `${failures.length} of ${total === 1 ? '1 job' : `${total} jobs`} could not be ${done}: ${idsOf(own)}`,
    ...others.slice(0, namedMost).map((group) => `${idsOf(group)}: ${group[0]?.error.message}`),
    ...(others.length > namedMost ? [`and ${others.length - namedMost} more causes`] : []),
  ];
  error.why = [...(error.why === undefined ? [] : [error.why]), ...lines].join('\n');
  return error;
}

/** A line each for those of a cause, as they are met: `2 jobs are not waited for (job_a, job_b): there is no key for …`. */
export function failureLines(failures: readonly JobFailure[], done: string): string[] {
  return byCause(failures).map((group) => {
    const what = group.length === 1 ? '1 job is' : `${group.length} jobs are`;
    return `${what} not ${done} (${idsOf(group)}): ${group[0]?.error.message}`;
  });
}

function byCause(failures: readonly JobFailure[]): JobFailure[][] {
  const causes = new Map<string, JobFailure[]>();
  for (const failure of failures) {
    const { message } = failure.error;
    causes.set(message, [...(causes.get(message) ?? []), failure]);
  }
  return [...causes.values()];
}

function idsOf(failures: readonly JobFailure[]): string {
  const named = failures.slice(0, namedMost).map(({ id }) => id);
  const more = failures.length - named.length;
  return `${named.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
}
