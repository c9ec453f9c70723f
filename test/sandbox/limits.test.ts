import { describe, expect, it } from 'vitest';
import { createControl } from '../../src/sandbox/control/control.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import type { LimitOptions } from '../../src/sandbox/money/limits.ts';
import { accountBalance } from './fixtures/account-balance.ts';
import { clip, picture, service } from './fixtures/service.ts';
import { submit as submitV1, task } from './fixtures/v1.ts';

const limited = (limits: LimitOptions) => service({ limits });

describe('the number of jobs in flight', () => {
  it('is what the run says, for every account but those with one of their own', async () => {
    const { submit } = limited({ inFlight: { every: 2, own: { studio: 3 } } });
    const statuses = async (key: string) => {
      const all = [];
      for (let n = 0; n < 4; n += 1) all.push((await submit(clip(), { key })).status);
      return all;
    };
    expect(await statuses('sbx_local')).toEqual([202, 202, 429, 429]);
    expect(await statuses('sbx_studio.2')).toEqual([202, 202, 202, 429]);
  });

  it('is told by the refusal, with the time until one is over unless that is left out', async () => {
    for (const retryAfter of [true, false]) {
      const { submit } = limited({ inFlight: { every: 1 }, retryAfter });
      await submit(clip());
      const { body, headers } = await submit(clip());
      expect(body.error).toEqual({
        code: 'too_many_jobs',
        message: 'Too many jobs are in flight; this account may have 1.',
      });
      expect(headers.has('Retry-After')).toBe(retryAfter);
    }
  });

  it('has a place again as soon as a job is canceled', async () => {
    const { cancel, submit, settings } = limited({ inFlight: { every: 2 } });
    await submit(clip());
    const { id } = (await submit(clip())).body;
    expect((await submit(clip())).status).toBe(429);
    await cancel(id);
    expect((await submit(clip())).status).toBe(202);
    expect(accountBalance(createDeployment(settings), 'sbx_local').jobsInFlight).toBe(2);
  });
});

describe('a rate', () => {
  it('of submits lets so many through in any such time, on both APIs together', async () => {
    const one = limited({ submitRate: { every: { count: 2, windowMs: 10_000 } } });
    expect((await one.submit(picture)).status).toBe(202);
    one.clock.advanceSeconds(6);
    expect((await submitV1(one, 'tasks', task())).status).toBe(200);
    const refused = await one.submit(picture);
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers.get('Retry-After')).toBe('4');
    one.clock.advanceSeconds(4);
    expect((await one.submit(picture)).status).toBe(202);
    expect((await one.submit(picture)).headers.get('Retry-After')).toBe('6');
  });

  it('counts a replay, and no request that it refused, nor a look or another account', async () => {
    const { clock, poll, submit } = limited({ submitRate: { every: { count: 1, windowMs: 5_000 } } });
    const asked = { idempotencyKey: 'hero' };
    const { id } = (await submit(picture, asked)).body;
    for (let n = 0; n < 3; n += 1) expect((await submit(picture, asked)).status).toBe(429);
    expect((await submit(picture, { key: 'sbx_other' })).status).toBe(202);
    expect((await poll(id)).status).toBe(200);
    clock.advanceSeconds(5);
    expect((await submit(picture, asked)).body.id).toBe(id);
  });

  it('of looks leaves submits, cancels and the list alone', async () => {
    const { ask, cancel, poll, submit } = limited({
      lookRate: { own: { local: { count: 1, windowMs: 1_000 } } },
    });
    const { id } = (await submit(clip())).body;
    expect((await poll(id)).status).toBe(200);
    expect((await poll(id)).status).toBe(429);
    expect((await submit(clip())).status).toBe(202);
    expect((await ask('/v2/models')).status).toBe(200);
    expect((await cancel(id)).status).toBe(200);
  });

  it('is not waited for longer than its time where the clock was set back', async () => {
    const { clock, submit } = limited({ submitRate: { every: { count: 1, windowMs: 2_000 } } });
    await submit(picture);
    clock.advanceSeconds(-3_600);
    expect((await submit(picture)).headers.get('Retry-After')).toBe('2');
  });
});

describe('a key that is forgotten', () => {
  it('is another job from then on, and the first stays as it is', async () => {
    const { clock, poll, submit } = limited({ forgetKeysAfterMs: 60_000 });
    const asked = { idempotencyKey: 'hero' };
    const first = (await submit(picture, asked)).body.id;
    clock.advanceSeconds(59);
    expect((await submit(picture, asked)).body.id).toBe(first);
    clock.advanceSeconds(1);
    const late = await submit(picture, asked);
    expect(late.status).toBe(202);
    expect(late.body.id).not.toBe(first);
    expect((await submit(picture, asked)).body.id).toBe(late.body.id);
    expect((await poll(first)).body.status).toBe('succeeded');
  });

  it('takes another body, too', async () => {
    const { clock, submit } = limited({ forgetKeysAfterMs: 1_000 });
    await submit(picture, { idempotencyKey: 'hero' });
    expect((await submit(clip(), { idempotencyKey: 'hero' })).status).toBe(409);
    clock.advanceSeconds(1);
    expect((await submit(clip(), { idempotencyKey: 'hero' })).status).toBe(202);
  });
});

it('are counted anew after a reset, also where the clock was put on before', async () => {
  const control = createControl();
  const { ask, submit } = service({
    control,
    limits: { submitRate: { every: { count: 1, windowMs: 5_000 } } },
  });
  const tell = (path: string, body: object) => ask(path, { method: 'POST', body });
  await tell('/_sandbox/clock', { advance: '8d' });
  expect((await submit(picture)).status).toBe(202);
  expect((await submit(picture)).status).toBe(429);
  await tell('/_sandbox/reset', {});
  expect((await submit(picture)).status).toBe(202);
});
