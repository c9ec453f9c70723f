import { describe, expect, it } from 'vitest';
import { bench, failureOf, submit, submitTask } from '../api-bench.ts';
import { json, reset } from '../loopback-service.ts';

const full = json(429, { error: { code: 'too_many_jobs', message: 'too many' } }, { 'retry-after': '7200' });

describe('a submit whose caller waits in its place', () => {
  it('hands over the wait after a 429, for hours if need be, and goes on with the same bytes and key', async () => {
    const { api, clock, notices, service } = await bench([full, full, json(202, { id: 'job_1' })]);
    let pauses = 0;
    await api.call({
      ...submit,
      async waitOutPause() {
        pauses += 1;
        clock.advance(api.gate.waitMs('submitJob', clock.monotonicMs()));
        return true;
      },
    });
    expect(pauses).toBe(2);
    expect(clock.slept).toEqual([]);
    expect(notices.map(({ delayMs }) => delayMs)).toEqual([7_200_000, 7_200_000]);
    expect(
      new Set(service.seen.map(({ body, headers }) => `${headers['idempotency-key']} ${body}`)).size,
    ).toBe(1);
  });

  it('hands over the wait for the 429 of another submit, before it is sent', async () => {
    const { api, clock, service } = await bench([full, json(202, { id: 'job_1' })]);
    expect(await failureOf(api.call({ ...submit, waitOutPause: async () => false }))).toMatchObject({
      exitCode: 8,
    });
    const held = { ...submit, waitOutPause: async () => false };
    expect(await failureOf(api.call(held))).toMatchObject({ exitCode: 8, code: 'rate_limited' });
    expect(service.seen).toHaveLength(1);
    clock.advance(7_200_000);
    await api.call(held);
  });

  it.each([
    ['with a key', submit],
    ['of v1', submitTask],
  ])('%s ends with the 429 where the caller ends it: no job was made', async (_, call) => {
    const { api } = await bench([full]);
    const failure = await failureOf(api.call({ ...call, waitOutPause: async () => false }));
    expect(failure).toMatchObject({ exitCode: 8, code: 'too_many_jobs', status: 429 });
  });

  it('is of unknown outcome where an earlier send of it was lost', async () => {
    const { api } = await bench([reset, full]);
    const failure = await failureOf(api.call({ ...submit, waitOutPause: async () => false }));
    expect(failure).toMatchObject({ exitCode: 13, idempotencyKey: 'K' });
  });

  it('ends at a pause of more than a day, which holds the others back as well', async () => {
    const { api, service } = await bench([json(429, {}, { 'retry-after': '90000' })]);
    const waited: string[] = [];
    const call = {
      ...submit,
      async waitOutPause() {
        waited.push('waited');
        return true;
      },
    };
    expect(await failureOf(api.call(call))).toMatchObject({ exitCode: 8 });
    expect(await failureOf(api.call(call))).toMatchObject({ exitCode: 8 });
    expect(waited).toEqual([]);
    expect(service.seen).toHaveLength(1);
  });
});

describe('a submit of one process of several', () => {
  it('does not leave while the 429 of another process holds the account back, and takes no place then', async () => {
    const { api, service } = await bench([json(202, { id: 'job_1' })]);
    const paused = { ...submit, pausedElsewhereMs: async () => 4_000, waitOutPause: async () => false };
    expect(await failureOf(api.call(paused))).toMatchObject({ exitCode: 8, code: 'rate_limited' });
    expect(service.seen).toEqual([]);
    await api.call({ ...paused, pausedElsewhereMs: async () => 0 });
    expect(service.seen).toHaveLength(1);
  });

  it('asks again before each further attempt', async () => {
    const { api, service } = await bench([reset, json(202, { id: 'job_1' })]);
    const pauses = [0, 4_000, 0];
    let waits = 0;
    await api.call({
      ...submit,
      pausedElsewhereMs: async () => pauses.shift() ?? 0,
      async waitOutPause() {
        // The first attempt has left by then, and no other one.
        waits += service.seen.length;
        return true;
      },
    });
    expect(waits).toBe(1);
    expect(service.seen).toHaveLength(2);
  });

  it('gives its place back where it can’t ask', async () => {
    const { api } = await bench([json(202, { id: 'job_1' })]);
    const away = async () => Promise.reject(new Error('the store is away'));
    await expect(api.call({ ...submit, pausedElsewhereMs: away })).rejects.toThrow('the store is away');
    await api.call(submit);
  });
});
