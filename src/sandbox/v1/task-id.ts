const taskPrefix = 'task-';
const jobPrefix = 'job_';

/** The vendor's id of a task, beside the service's own of its job. @see service document §2.8 */
export function taskIdOf(jobId: string): string {
  return `${taskPrefix}${jobId.slice(jobPrefix.length)}`;
}

/** The job that an id of v1 names, be it the task's or the job's. */
export function jobIdOf(id: string): string {
  return id.startsWith(taskPrefix) ? `${jobPrefix}${id.slice(taskPrefix.length)}` : id;
}
