import { jobDigits, jobIdFrom } from '../state/jobs.ts';

const taskPrefix = 'task-';

/** The vendor's task id for a job id of the service. @see service document §2.8 */
export function taskIdOf(jobId: string): string {
  return `${taskPrefix}${jobDigits(jobId)}`;
}

/** The job id for an id of v1, which may be the task's or the job's. */
export function jobIdOf(id: string): string {
  return id.startsWith(taskPrefix) ? jobIdFrom(id.slice(taskPrefix.length)) : id;
}
