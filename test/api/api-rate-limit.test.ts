import { describe, expect, it } from 'vitest';
import { bench, failureOf, poll, submit } from './api-bench.ts';
import { json } from './loopback-service.ts';

describe('a 429', () => {
  it('is waited out in full, then exits 8 when it asks for more than is permitted', async () => {
    const { api, clock } = await bench([
      json(429, {}, { 'retry-after': '20' }),
      json(429, { error: { code: 'too_many_jobs', message: '5 in flight' } }, { 'retry-after': '20' }),
    ]);
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 8, code: 'too_many_jobs', hint: 'Run it again in 20 s' });
    expect(clock.slept).toEqual([20_000]);
    expect(failure.status).toBe(429);
  });

  it('may be waited out for as long as the caller permits', async () => {
    const full = json(429, {}, { 'retry-after': '60' });
    const { api, clock } = await bench([
      ...Array.from({ length: 9 }, () => full),
      json(202, { id: 'job_1' }),
    ]);
    await api.call({ ...submit, deadlineMs: clock.monotonicMs() + 600_000 });
    expect(clock.slept).toEqual(Array.from({ length: 9 }, () => 60_000));
  });

  it.each(['-5', '', 'soon', 'Sat, 05 Nov 1994 08:49:37 GMT'])(
    'that asks %j to wait is answered with our own patience',
    async (value) => {
      const { api, notices } = await bench([json(429, {}, { 'retry-after': value }), json(200, {})]);
      await api.call(poll);
      expect(notices[0]?.delayMs).toBe(250);
    },
  );

  it('that asks for 30 years ends the call at once', async () => {
    const { api, clock } = await bench([json(429, {}, { 'retry-after': '1000000000' })]);
    const failure = await failureOf(api.call({ ...poll, deadlineMs: Number.POSITIVE_INFINITY }));
    expect(failure).toMatchObject({ exitCode: 8 });
    expect(clock.slept).toEqual([]);
  });

  it('told to another submit does not make a submit known that was reset', async () => {
    const { api } = await bench([
      async (response) => {
        // While the first is under way, the second is told to hold back.
        await failureOf(api.call(submit));
        response.destroy();
      },
      json(429, {}, { 'retry-after': '3600' }),
    ]);
    const failure = await failureOf(api.call(submit));
    expect(failure).toMatchObject({ exitCode: 13, code: 'outcome_unknown', hint: 'genctl recover' });
  });

  it('that names the balance exits 15 at once', async () => {
    const { api } = await bench([
      json(429, { error: { code: 'insufficient_balance', message: 'Top up' } }, { 'retry-after': '1' }),
      json(402, { error: 'pay first' }),
    ]);
    expect(await failureOf(api.call(submit))).toMatchObject({ exitCode: 15, code: 'insufficient_balance' });
    expect(await failureOf(api.call(submit))).toMatchObject({ exitCode: 15, code: 'out_of_balance' });
  });

  it('slows every look of the account, and no submit', async () => {
    const { api, clock } = await bench([
      json(429, {}, { 'retry-after': '30' }),
      json(202, {}),
      json(200, {}),
    ]);
    const limits = { deadlineMs: clock.monotonicMs() + 10_000 };
    expect(await failureOf(api.call({ ...poll, ...limits }))).toMatchObject({ exitCode: 8 });
    await api.call(submit);
    expect(clock.slept).toEqual([]);
    expect(await failureOf(api.call({ ...poll, ...limits }))).toMatchObject({ exitCode: 8 });
    await api.call({ ...poll, id: 'job_2', deadlineMs: clock.monotonicMs() + 60_000 });
    expect(clock.slept).toEqual([30_000]);
  });

  it('to a single attempt is told, and not waited for', async () => {
    const { api, clock, notices } = await bench([json(429, {}, { 'retry-after': '30' }), json(200, {})]);
    const look = { ...poll, deadlineMs: clock.monotonicMs() + 60_000 };
    const untilMs = clock.monotonicMs() + 30_000;
    await expect(api.attempt(look)).rejects.toMatchObject({ name: 'RetryLater', untilMs });
    await expect(api.attempt({ ...look, id: 'job_2' })).rejects.toMatchObject({ untilMs });
    expect(notices).toEqual([
      { what: 'the look at job_1', reason: 'it answered 429', attempt: 1, delayMs: 30_000 },
    ]);
    expect(clock.slept).toEqual([]);
    clock.advance(30_000);
    expect(api.gate.atOnceMost('poll')).toBe(1);
    await api.attempt(look);
    expect(api.gate.atOnceMost('poll')).toBe(2);
  });

  it('to a single attempt is an error, and not told, where it has not that much time', async () => {
    const { api, clock, notices } = await bench([json(429, {}, { 'retry-after': '30' })]);
    const look = { ...poll, deadlineMs: clock.monotonicMs() + 10_000 };
    expect(await failureOf(api.attempt(look))).toMatchObject({
      why: expect.stringMatching(/It asks to wait 30 s\.$/),
    });
    const other = await failureOf(api.attempt({ ...look, id: 'job_2' }));
    expect(other).toMatchObject({
      exitCode: 8,
      why: 'After a 429 this account waits 30 s more, too long for the look at job_2.',
    });
    expect(notices).toEqual([]);
  });

  it('slows the others of the account also where it names no time', async () => {
    const { api, clock } = await bench([json(429, {}), json(200, {})]);
    const look = api.attempt(poll);
    await expect(look).rejects.toMatchObject({ untilMs: clock.monotonicMs() + 250 });
    await api.call({ ...poll, id: 'job_2' });
    expect(clock.slept).toEqual([250]);
  });
});
