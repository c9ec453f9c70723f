import type { FlowEvent, WaitingJob } from '../../src/ledger/events.ts';

export function waitingJob(parts: Partial<WaitingJob> = {}): WaitingJob {
  return { jobId: 'job_01', model: 'm', status: 'running', ageMs: 0, deadlineAt: undefined, ...parts };
}

export const state = (jobId: string, status: string, previous?: string, ageMs = 0): FlowEvent => ({
  kind: 'state',
  jobId,
  status,
  previous,
  ageMs,
});

export const waiting = (...jobs: WaitingJob[]): FlowEvent => ({ kind: 'waiting', jobs, elapsedMs: 0 });
