import { describe, expect, it } from 'vitest';
import { scenarios } from '../../../src/sandbox/life/scenarios.ts';
import { jobErrorCodes } from '../../../src/service/job.ts';
import { clip, picture, service } from '../fixtures/service.ts';

/** Half an hour, the longest that any job can take. */
const longEnoughSeconds = 1_800;

describe('a scenario', () => {
  it.each(jobErrorCodes)('ends a job with %s', async (code) => {
    const { submit, poll, clock } = service();
    const { id } = (await submit(picture, { scenario: code })).body;
    clock.advanceSeconds(longEnoughSeconds);
    const { body } = await poll(id);
    const status = code === 'expired' || code === 'canceled' ? code : 'failed';
    expect(body).toMatchObject({ status, error: { code, message: expect.stringMatching(/\w{3}/) } });
    expect(body).not.toHaveProperty('outputs');
    expect(body).not.toHaveProperty('cost_usd');
  });

  it('is named by a word of the prompt, and the header wins', async () => {
    const { submit, poll, clock } = service();
    const word = await submit(clip({}, 'a fox sandbox:timeout at dawn'));
    const both = await submit(clip({}, 'a fox sandbox:timeout'), { scenario: 'internal' });
    clock.advanceSeconds(60);
    expect((await poll(word.body.id)).body.error?.code).toBe('timeout');
    expect((await poll(both.body.id)).body.error?.code).toBe('internal');
  });

  it('must be known; the refusal names those that are', async () => {
    const { submit } = service();
    for (const answer of [
      await submit(picture, { scenario: 'toString' }),
      await submit(clip({}, 'sandbox:nope')),
    ]) {
      expect(answer.status).toBe(400);
      for (const name of Object.keys(scenarios)) expect(answer.body.error?.message).toContain(name);
    }
  });

  it('is not seen in words about a sandbox', async () => {
    const { submit } = service();
    const prompt = 'a sandbox: toys in it. https://sandbox:8080/x';
    expect((await submit(clip({}, prompt))).status).toBe(202);
  });

  it('slow takes its time and succeeds', async () => {
    const { submit, poll, clock } = service();
    const { id } = (await submit(clip(), { scenario: 'slow' })).body;
    clock.advanceSeconds(30);
    expect((await poll(id)).body).toMatchObject({ status: 'running', retry_after: 10 });
    clock.advanceSeconds(100);
    expect((await poll(id)).body.status).toBe('succeeded');
  });

  it.each(['stuck', 'too_many_results'])('%s runs until the deadline, then expires', async (scenario) => {
    const { submit, poll, clock } = service();
    const { id, created_at } = (await submit(picture, { scenario })).body;
    clock.advanceSeconds(299);
    expect((await poll(id)).body.status).toBe('running');
    clock.advanceSeconds(1);
    const { body } = await poll(id);
    expect(body).toMatchObject({ status: 'expired', completed_at: body.deadline_at });
    expect(Date.parse(body.deadline_at ?? '') - Date.parse(created_at ?? '')).toBe(300_000);
  });

  it('stuck ends as much sooner as the sandbox is faster', async () => {
    const { submit, poll, clock } = service({ speed: 100 });
    const { id } = (await submit(picture, { scenario: 'stuck' })).body;
    clock.advanceSeconds(3);
    expect((await poll(id)).body.status).toBe('expired');
  });

  it('soundtrack fails unless no sound is asked for', async () => {
    const { submit, poll, clock } = service();
    const loud = await submit(clip(), { scenario: 'soundtrack' });
    const silent = await submit(clip({ generate_audio: false }), { scenario: 'soundtrack' });
    clock.advanceSeconds(10);
    expect((await poll(loud.body.id)).body.error?.code).toBe('provider_failed');
    expect((await poll(silent.body.id)).body.status).toBe('succeeded');
  });

  it('fails_twice counts jobs of one body, not replays', async () => {
    const { submit, poll, clock } = service();
    const ends = [];
    for (const idempotencyKey of ['a', 'a', 'b', 'c', 'd']) {
      const { id } = (await submit(clip({}, 'sandbox:fails_twice'), { idempotencyKey })).body;
      clock.advanceSeconds(10);
      ends.push((await poll(id)).body.status);
    }
    expect(ends).toEqual(['failed', 'failed', 'failed', 'succeeded', 'succeeded']);
  });

  it('cannot save what the generator refuses', async () => {
    const { submit, poll, clock } = service();
    const { id } = (await submit(clip({ duration: 99 }), { scenario: 'timeout' })).body;
    clock.advanceSeconds(10);
    expect((await poll(id)).body.error?.code).toBe('provider_rejected');
  });
});

describe('a scenario of the submit itself', () => {
  it.each([
    ['rate_limited', 429, 'too_many_jobs', '2'],
    ['out_of_balance', 429, 'insufficient_balance', null],
    ['server_error', 500, 'internal', null],
  ])('%s leaves no job behind', async (scenario, status, code, retryAfter) => {
    const { submit } = service();
    const answer = await submit(picture, { scenario, idempotencyKey: 'k' });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.headers.get('Retry-After')).toBe(retryAfter);
    expect((await submit(picture, { idempotencyKey: 'k' })).status).toBe(202);
  });

  it('server_error_after_commit leaves a job that the same key finds', async () => {
    const { submit, poll, clock } = service();
    const asked = { scenario: 'server_error_after_commit', idempotencyKey: 'k' };
    expect((await submit(picture, asked)).status).toBe(500);
    const again = await submit(picture, asked);
    expect(again.status).toBe(200);
    clock.advanceSeconds(5);
    expect((await poll(again.body.id)).body.status).toBe('succeeded');
  });
});
