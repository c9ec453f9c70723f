/** The states of a v2 job; the last four are final. @see service document §3 */
export const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'canceled', 'expired'] as const;

export type JobStatus = (typeof jobStatuses)[number];

/** What every v2 job id begins with. @see service document §2.1 */
export const jobIdPrefix = 'job_';
