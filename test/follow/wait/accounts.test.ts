import { describe, expect, it } from 'vitest';
import { RetryLater } from '../../../src/api/transport/api-call.ts';
import { AuthError, RateLimitError, UnreachableError } from '../../../src/errors/endings.ts';
import type { LookedAtAccount, WaitTarget } from '../../../src/follow/wait/target.ts';
import { newAccount, setUp, startWait, target, waitForJobs } from './waits.ts';

type Clock = ReturnType<typeof setUp>['clock'];

/** An account whose service refuses looks until some time, and tells of each look when it came. */
function refusing(clock: Clock, { untilMs, askMs }: { untilMs: number; askMs: number | undefined }) {
  const account = newAccount();
  const looks: number[] = [];
  let underWay = 0;
  const most: number[] = [];
  const job = (id: string, lookMs = 100): WaitTarget => ({
    ...target(id, [{}]),
    account,
    async poll({ deadlineMs, signal }) {
      const sentMs = clock.monotonicMs();
      const heldUntil = (ms: number) =>
        ms > deadlineMs
          ? new RateLimitError({ code: 'rate_limited', message: 'Not now' })
          : new RetryLater(ms, { isSent: false });
      const heldMs = account.waitMs('poll', sentMs);
      if (heldMs > 0) throw heldUntil(sentMs + heldMs);
      looks.push(sentMs);
      underWay += 1;
      most.push(underWay);
      await clock.sleep(lookMs, signal);
      underWay -= 1;
      const nowMs = clock.monotonicMs();
      if (sentMs < untilMs)
        throw heldUntil(nowMs + account.refused('poll', { sentMs, nowMs, retryAfterMs: askMs }));
      account.answered('poll', sentMs);
      return { job: { id, status: 'succeeded' }, retryAfterMs: undefined };
    },
  });
  return { account, job, looks, most };
}

function many(count: number, make: (id: string) => WaitTarget): WaitTarget[] {
  return Array.from({ length: count }, (_, index) => make(`job_${index}`));
}

describe('the looks at the jobs of an account', () => {
  it('are eight at once', async () => {
    const { options, clock } = setUp();
    const { job, most } = refusing(clock, { untilMs: 0, askMs: undefined });
    await waitForJobs(many(40, job), options);
    expect(Math.max(...most)).toBe(8);
  });

  it('take nothing from another account, however slow or silent theirs is', async () => {
    const { options, clock } = setUp({ timeoutMs: 60_000 });
    const ended = new Map<string, number>();
    const { waiter, whole } = startWait(options, ({ id }) => ended.set(id, clock.monotonicMs()));
    const silent = newAccount();
    for (const one of many(20, (id) => target(`silent_${id}`, [{}])))
      waiter.add({
        ...one,
        account: silent,
        async poll({ signal, deadlineMs }) {
          await clock.sleep(deadlineMs - clock.monotonicMs(), signal);
          throw new UnreachableError({ code: 'no_answer', message: 'Silence' });
        },
      });
    for (const one of many(20, (id) => target(id, [{ retry_after: 1 }, { status: 'succeeded' }])))
      waiter.add(one);
    waiter.close();
    const ends = await whole;
    for (let index = 0; index < 20; index += 1) expect(ended.get(`job_${index}`)).toBe(1_000);
    // Those that never had a slot are not each looked at once more when the time is over.
    expect(Math.max(...ended.values())).toBe(60_000);
    expect(ends.filter(({ kind }) => kind === 'timed-out')).toHaveLength(12);
  });
});

describe('a look that is refused for now', () => {
  it('goes back among those that wait, and slows all of its account, and none of another', async () => {
    const { options, clock } = setUp();
    const { job, looks } = refusing(clock, { untilMs: 1, askMs: 30_000 });
    const other = target('other', [{ retry_after: 2 }, { status: 'succeeded' }]);
    const ended = new Map<string, number>();
    const { waiter, whole } = startWait(options, ({ id }) => ended.set(id, clock.monotonicMs()));
    for (const one of [...many(20, job), other]) waiter.add(one);
    waiter.close();
    const ends = await whole;
    expect(ends.every(({ kind }) => kind === 'over')).toBe(true);
    expect(ended.get('other')).toBe(2_000);
    expect(looks.filter((ms) => ms < 30_100)).toEqual(Array.from({ length: 8 }, () => 0));
    expect(looks).toHaveLength(28);
  });

  it('is followed by one look first, and by one more at once with each answer', async () => {
    const { options, clock } = setUp();
    const { job, looks } = refusing(clock, { untilMs: 1, askMs: 30_000 });
    await waitForJobs(many(40, job), options);
    const rounds = new Map<number, number>();
    for (const ms of looks.filter((at) => at > 0)) rounds.set(ms, (rounds.get(ms) ?? 0) + 1);
    expect([...rounds.values()].slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(Math.max(...rounds.values())).toBe(8);
  });

  it('that names no time brings pauses that double until one is answered', async () => {
    const { options, clock } = setUp();
    const { job, looks } = refusing(clock, { untilMs: 3_000, askMs: undefined });
    await waitForJobs([job('job_a', 0), job('job_b', 0)], options);
    const gaps = looks.slice(1).map((ms, index) => ms - (looks[index] ?? 0));
    const pauses = gaps.filter((ms) => ms > 0);
    expect(pauses.slice(0, 3).map((ms) => Math.round(ms / 100))).toEqual([3, 5, 10]);
    expect(looks.at(-1)).toBeGreaterThanOrEqual(3_000);
  });

  it('for longer than the wait may last ends it at once with that, for all of the account and no other', async () => {
    const { options, clock } = setUp({ timeoutMs: 10_000 });
    const { job, looks } = refusing(clock, { untilMs: 1, askMs: 3_600_000 });
    const other = target('other', [{ retry_after: 2 }, { status: 'succeeded' }]);
    const ended = new Map<string, number>();
    const { waiter, whole } = startWait(options, ({ id }) => ended.set(id, clock.monotonicMs()));
    for (const one of [...many(20, job), other]) waiter.add(one);
    waiter.close();
    const ends = await whole;
    const refused = ends.filter(({ kind }) => kind === 'failed');
    expect(refused).toHaveLength(20);
    for (const end of refused) expect(end).toMatchObject({ error: { exitCode: 8, jobId: end.id } });
    expect(ended.get('job_19')).toBe(100);
    expect(ended.get('other')).toBe(2_000);
    expect(looks).toHaveLength(8);
  });

  it('may be one that nobody waits out, which is an end', async () => {
    const { options } = setUp();
    const forYears = new RateLimitError({ code: 'rate_limited', message: 'In thirty years' });
    const ends = await waitForJobs(
      [target('job_a', [forYears]), target('job_b', [{ status: 'succeeded' }])],
      options,
    );
    expect(ends).toMatchObject([{ kind: 'failed', error: { exitCode: 8 } }, { kind: 'over' }]);
  });

  it('of a job added in a pause waits for the end of it', async () => {
    const { options, clock } = setUp();
    const account: LookedAtAccount & { untilMs: number } = {
      untilMs: 5_000,
      waitMs: (_, nowMs) => Math.max(0, account.untilMs - nowMs),
      atOnceMost: () => 1,
    };
    const looks: number[] = [];
    const paused = { ...target('job_a', [{ status: 'succeeded' }], looks, clock.monotonicMs), account };
    await waitForJobs([paused], options);
    expect(looks).toEqual([5_000]);
  });
});

describe('an account that is refused', () => {
  it('ends the wait for its own jobs at once, and for no others', async () => {
    const { options, clock } = setUp({ timeoutMs: 600_000 });
    const ended = new Map<string, [string, number]>();
    const { waiter, whole } = startWait(options, ({ id, kind }) =>
      ended.set(id, [kind, clock.monotonicMs()]),
    );
    const revoked = newAccount();
    const beganMs = clock.monotonicMs();
    let looks = 0;
    for (const one of many(20, (id) => target(`revoked_${id}`, [{}])))
      waiter.add({
        ...one,
        account: revoked,
        async poll() {
          looks += 1;
          throw new AuthError({ code: 'key_refused', message: 'The service refused the key' });
        },
      });
    waiter.add(target('other', [{}, {}, { status: 'succeeded' }]));
    waiter.close();
    await whole;
    expect(ended.get('other')?.[0]).toBe('over');
    const others = [...ended].filter(([id]) => id !== 'other').map(([, end]) => end);
    expect(others).toEqual(Array.from({ length: 20 }, () => ['failed', beganMs]));
    expect(looks).toBeLessThanOrEqual(8);
  });

  it('for one job alone ends the wait for that job, and for no other of the account', async () => {
    const { options } = setUp();
    const refusal = new AuthError({ code: 'forbidden', message: 'Not this one', status: 403 });
    const ends = await waitForJobs(
      [target('job_a', [refusal]), target('job_b', [{}, { status: 'succeeded' }])],
      options,
    );
    expect(ends).toMatchObject([{ kind: 'failed', error: { exitCode: 3 } }, { kind: 'over' }]);
  });
});
