import type { FlowEvent, WaitingJob } from '../../src/flows/events.ts';

export function waitingJob(parts: Partial<WaitingJob> = {}): WaitingJob {
  return { jobId: 'job_01', model: 'm', status: 'running', elapsedMs: 0, deadlineAt: undefined, ...parts };
}

export const state = (jobId: string, status: string, previous?: string, elapsedMs = 0): FlowEvent => ({
  kind: 'state',
  jobId,
  status,
  previous,
  elapsedMs,
});
