import { describe, expect, it } from 'vitest';
import { jobNow } from '../../../src/sandbox/life/job-state.ts';
import { type PlanFacts, planJob } from '../../../src/sandbox/life/plan.ts';

const facts: PlanFacts = {
  acceptedAtMs: 1_000_000,
  workSeconds: 5,
  runtimeSeconds: 1_800,
  speed: 1,
  end: { status: 'succeeded' },
};

describe('the plan of a job', () => {
  it('waits a fifth of its time, then runs to its end', () => {
    const { plan, deadlineAtMs } = planJob(facts);
    expect(plan).toEqual({ startsAtMs: 1_001_000, endsAtMs: 1_005_000, end: { status: 'succeeded' } });
    expect(deadlineAtMs).toBe(1_000_000 + 1_800_000);
  });

  it('is as much faster as the speed says, and its deadline is not', () => {
    const { plan, deadlineAtMs } = planJob({ ...facts, speed: 10 });
    expect(plan.endsAtMs).toBe(1_000_500);
    expect(deadlineAtMs).toBe(2_800_000);
  });

  it('is over at once where the speed is instant', () => {
    expect(planJob({ ...facts, speed: 'instant' }).plan.endsAtMs).toBe(1_000_000);
  });

  it('expires at its deadline where its work would outlast it', () => {
    const { plan } = planJob({ ...facts, speed: 0.001 });
    expect(plan.endsAtMs).toBe(2_800_000);
    expect(plan.end).toEqual({ status: 'expired' });
  });

  it('brings the deadline forward by the speed where it is meant to expire', () => {
    const { plan, deadlineAtMs } = planJob({ ...facts, speed: 600, end: { status: 'expired' } });
    expect([plan.endsAtMs, deadlineAtMs]).toEqual([1_003_000, 1_003_000]);
  });

  it('ends early where the generator refuses before rendering', () => {
    const { plan } = planJob({ ...facts, end: { status: 'failed', errorCode: 'provider_rejected' } });
    expect(plan.endsAtMs).toBe(1_001_500);
    expect(plan.endsAtMs).toBeGreaterThan(plan.startsAtMs);
  });
});

describe('what a job is now', () => {
  const { plan } = planJob(facts);
  const at = (ms: number, ending?: Parameters<typeof jobNow>[1]) => jobNow({ plan }, ending, ms);

  it('is queued, runs and is over, to the millisecond', () => {
    expect(at(1_000_999).status).toBe('queued');
    expect(at(1_001_000).status).toBe('running');
    expect(at(1_004_999).status).toBe('running');
    expect(at(1_005_000)).toEqual({ status: 'succeeded', completedAtMs: 1_005_000 });
  });

  it('asks for whole seconds, at least one and at most ten', () => {
    expect(at(1_000_000)).toEqual({ status: 'queued', retryAfterSeconds: 2 });
    expect(at(1_004_999)).toEqual({ status: 'running', retryAfterSeconds: 1 });
    const long = planJob({ ...facts, end: { status: 'expired' } });
    expect(jobNow(long, undefined, 1_002_000)).toEqual({ status: 'running', retryAfterSeconds: 10 });
  });

  it('stays canceled after its planned end, and over when the clock is set back', () => {
    const canceled = { by: 'cancel', canceledAtMs: 1_002_000 } as const;
    expect(at(9_000_000, canceled)).toEqual({
      status: 'canceled',
      completedAtMs: 1_002_000,
      errorCode: 'canceled',
    });
    expect(at(1_000_000, { by: 'plan' }).status).toBe('succeeded');
  });
});
