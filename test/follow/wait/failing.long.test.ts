import { describe, expect, it } from 'vitest';
import { fixedKey } from '../../../src/account/keys/account-key.ts';
import { createApi } from '../../../src/api/transport/api.ts';
import { jobs } from '../../../src/api/ways/jobs.ts';
import type { WaitTarget } from '../../../src/follow/wait/target.ts';
import { cappedService, exchangeTo } from '../../batch/run/capped-service.ts';
import { setUp, waitForJobs } from './waits.ts';

const names = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, place) => `j${from + place}`);

/** Jobs that last a minute, and an account that looks at them. `down` says whether a look is answered 503 instead. */
function account(count: number, down: (id: string, nowMs: number) => boolean) {
  const { clock, events, options } = setUp({ timeoutMs: 3_600_000 });
  const service = cappedService({ capAt: () => count, lastsMs: () => 60_000, pollAfter: 20 });
  for (const key of names(count)) service.answer({ method: 'POST', path: '', key, body: '{}' }, 0, 0);
  const knocks: number[] = [];
  const exchange = exchangeTo(
    {
      ...service,
      answer(request, nowMs, answeredMs) {
        knocks.push(nowMs);
        const id = request.path.split('/').at(-1) ?? '';
        return down(id, nowMs)
          ? { status: 503, body: { error: { code: 'unavailable', message: 'not now' } } }
          : service.answer(request, nowMs, answeredMs);
      },
    },
    clock,
  );
  const api = createApi({
    baseUrl: 'https://api.example.com',
    key: fixedKey('k'),
    exchange,
    clock,
    random: () => 0.5,
    userAgent: 'genctl/0 (test)',
  });
  const targets = names(count).map((name): WaitTarget => {
    const id = `job_${name}`;
    return {
      id,
      route: 'jobs',
      account: api.gate,
      serviceNowMs: () => undefined,
      known: undefined,
      firstDelayMs: 20_000,
      poll: ({ tally, ...limits }) => jobs.poll(api, { id, route: 'jobs' }, { ...limits, once: { tally } }),
    };
  });
  return { clock, events, knocks, options, service, targets };
}

describe('looks that fail', () => {
  it('do not keep those at other jobs waiting, however many there are', async () => {
    const broken = new Set(names(12).map((name) => `job_${name}`));
    const { clock, options, service, targets } = account(
      40,
      (id, nowMs) => broken.has(id) && nowMs < 1_800_000,
    );
    const endedMs = new Map<string, number>();
    const ends = await waitForJobs(targets, {
      ...options,
      onJob: (id) => void endedMs.set(id, clock.monotonicMs()),
    });
    expect(ends.every(({ kind }) => kind === 'over')).toBe(true);
    expect(service.seen.early).toBe(0);
    const others = targets.filter(({ id }) => !broken.has(id)).map(({ id }) => endedMs.get(id) ?? 0);
    expect(Math.max(...others)).toBeLessThan(120_000);
    const late = [...broken].map((id) => endedMs.get(id) ?? 0);
    expect(Math.min(...late)).toBeGreaterThan(1_800_000);
    expect(Math.max(...late)).toBeLessThan(1_860_000);
  });

  it('are told, wait longer each time, and end a job with their error when its time is over', async () => {
    const { events, knocks, options, targets } = account(1, () => true);
    const [end] = await waitForJobs(targets, { ...options, timeoutMs: 120_000 });
    expect(end).toMatchObject({ kind: 'failed', error: { exitCode: 9 } });
    const gaps = knocks.slice(1).map((ms, place) => ms - (knocks[place] ?? 0));
    expect(gaps.slice(0, 5).every((gap, place) => place === 0 || gap > (gaps[place - 1] ?? 0))).toBe(true);
    expect(Math.max(...gaps)).toBeLessThan(31_000);
    expect(end?.kind === 'failed' && end.error.why).toMatch(/\d+ attempts in \d+ s/);
    expect(events.filter(({ kind }) => kind === 'retrying')).toEqual([]);
  });

  it('of hundreds of jobs knock at a service that is down four times a second, and find it soon when it is back', async () => {
    const backMs = 300_000;
    const { clock, knocks, options, targets } = account(300, (_, nowMs) => nowMs > 10_000 && nowMs < backMs);
    const ends = await waitForJobs(targets, options);
    expect(ends.every(({ kind }) => kind === 'over')).toBe(true);
    const vain = knocks.filter((ms) => ms < backMs).length;
    expect(vain).toBeLessThan((backMs / 1000) * 4 + 50);
    expect(clock.monotonicMs()).toBeLessThan(backMs + 60_000);
  });
});
