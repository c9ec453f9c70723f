import { describe, expect, it } from 'vitest';
import { createDeployment, type Deployment } from '../../src/sandbox/deployment.ts';
import { jobsInFlightUsually } from '../../src/sandbox/money/limits.ts';
import { accountIdOf } from '../../src/sandbox/state/account-id.ts';
import type { Account } from '../../src/sandbox/state/accounts.ts';
import { accountBalance } from './fixtures/account-balance.ts';
import { type Asked, clip, picture, service } from './fixtures/service.ts';
import { drawing, finished, part, spicy, submit as submitV1, task } from './fixtures/v1.ts';

/** Gives the default account these facts. */
function become({ accounts }: Deployment, facts: Account): Promise<void> {
  return accounts.locked(accountIdOf('sbx_local'), (account, save) => {
    Object.assign(account, facts);
    save();
  });
}

function accountedService() {
  const one = service();
  return { ...one, balance: () => accountBalance(createDeployment(one.settings), 'sbx_local') };
}

describe('holds and charges', () => {
  it('hold what a job will cost and charge it once, however often it is looked at', async () => {
    const { submit, poll, clock, balance } = accountedService();
    const { id } = (await submit(clip({ duration: 10, resolution: '1080p' }))).body;
    expect(balance()).toEqual({ balanceUsd: 1_000, heldUsd: 1, jobsInFlight: 1 });
    clock.advanceSeconds(10);
    expect((await poll(id)).body.cost_usd).toBe(1);
    expect((await poll(id)).body.cost_usd).toBe(1);
    expect(balance()).toEqual({ balanceUsd: 999, heldUsd: 0, jobsInFlight: 0 });
    await submit(picture);
    expect(balance()).toEqual({ balanceUsd: 999, heldUsd: 0.03, jobsInFlight: 1 });
  });

  it('let the hold go where the job failed, expired or was canceled', async () => {
    const { submit, cancel, clock, balance } = accountedService();
    await submit(clip({}, 'sandbox:provider_failed'));
    await submit(clip({}, 'sandbox:too_many_results'));
    const { id } = (await submit(clip())).body;
    await cancel(id);
    expect(balance()).toMatchObject({ heldUsd: 0.45, jobsInFlight: 2 });
    clock.advanceSeconds(1_800);
    expect(balance()).toEqual({ balanceUsd: 1_000, heldUsd: 0, jobsInFlight: 0 });
  });

  it('sum up to what the jobs say', async () => {
    const { submit, poll, clock, balance } = accountedService();
    const bodies = [
      picture,
      clip(),
      clip({ draft: true }),
      { ...picture, output: { count: 4 } },
      clip({}, 'sandbox:internal'),
    ];
    const ids = [];
    for (const body of bodies) ids.push((await submit(body)).body.id);
    clock.advanceSeconds(60);
    const jobs = await Promise.all(ids.map((id) => poll(id)));
    const sum = jobs.reduce((total, { body }) => total + (body.cost_usd ?? 0), 0);
    expect(1_000 - balance().balanceUsd).toBeCloseTo(sum, 9);
  });

  it('are of one account on both APIs: a job of v1 is charged once, on success', async () => {
    const one = accountedService();
    await finished(one, 'tasks', task({ duration: 5, resolution: '720p' }));
    expect(one.balance().balanceUsd).toBeCloseTo(1_000 - 0.225, 9);
    await finished(one, 'images', { ...drawing, n: 3 });
    await finished(one, 'refs', spicy([part.clip('a')], { duration: 4 }));
    expect(one.balance().balanceUsd).toBeCloseTo(1_000 - 0.225 - 0.06 - 0.13, 9);
    await submitV1(one, 'atOnce', drawing);
    expect(one.balance().balanceUsd).toBeCloseTo(1_000 - 0.225 - 0.06 - 0.13 - 0.02, 9);
    for (const scenario of ['provider_failed', 'canceled', 'stuck'])
      await finished(one, 'tasks', task(), { scenario });
    one.clock.advanceSeconds(1_800);
    await submitV1(one, 'atOnce', drawing, { scenario: 'internal' });
    expect(one.balance()).toMatchObject({ heldUsd: 0, jobsInFlight: 0 });
    expect(one.balance().balanceUsd).toBeCloseTo(1_000 - 0.225 - 0.06 - 0.13 - 0.02, 9);
  });

  it('are none for what v1 refuses', async () => {
    const one = accountedService();
    const asked = { scenario: 'preparation_busy' };
    expect((await submitV1(one, 'refs', spicy([part.picture('a')]), asked)).status).toBe(503);
    expect((await submitV1(one, 'tasks', task({ duration: 31 }))).status).toBe(400);
    expect(one.balance()).toEqual({ balanceUsd: 1_000, heldUsd: 0, jobsInFlight: 0 });
  });

  it('charge the rewriting of a prompt as a line of its own, and not of one that is too long', async () => {
    const { submit, poll, clock } = service();
    const costOf = async (prompt_enhance: string, input: Record<string, unknown>, asked: Asked = {}) => {
      const { id } = (await submit({ model: 'house/video-h3-mini', input, prompt_enhance }, asked)).body;
      clock.advanceSeconds(10);
      return (await poll(id)).body.cost_usd;
    };
    const prompt = 'a fox';
    const off = (await costOf('off', { prompt })) ?? Number.NaN;
    expect(await costOf('basic', { prompt })).toBeCloseTo(off + 0.002, 9);
    const references = {
      reference_images: ['https://a.example/1.png'],
      reference_audio: ['https://a.example/1.mp3'],
    };
    expect(await costOf('full', { prompt, ...references })).toBeCloseTo(off + 0.005, 9);
    expect(await costOf('basic', { prompt: 'x'.repeat(4_001) })).toBeCloseTo(off, 9);
    const unavailable = { scenario: 'rewrite_unavailable' };
    expect(await costOf('full', { prompt, ...references }, unavailable)).toBeCloseTo(off, 9);
  });
});

describe('what is let in', () => {
  it('is a number of jobs at once; the rest wait as long as they are told', async () => {
    const { submit, clock } = service();
    for (let n = 0; n < jobsInFlightUsually; n++) expect((await submit(clip())).status).toBe(202);
    const refused = await submit(clip());
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'too_many_jobs']);
    expect((await submit(clip(), { key: 'sbx_other' })).status).toBe(202);
    clock.advanceSeconds(Number(refused.headers.get('Retry-After')));
    expect((await submit(clip())).status).toBe(202);
  });

  it('counts the jobs of both APIs together', async () => {
    const one = service();
    for (let n = 1; n < jobsInFlightUsually; n++)
      expect((await submitV1(one, 'tasks', task())).status).toBe(200);
    expect((await one.submit(clip())).status).toBe(202);
    const refused = await submitV1(one, 'spicy', spicy([{ type: 'text', text: 'a fox' }]));
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'too_many_jobs']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('is what the balance covers, held or charged, and the refusal names it', async () => {
    const { submit, cancel, settings } = service();
    const nearlyEmpty = { balanceMicrousd: 250_000, open: {}, attempts: {} };
    await become(createDeployment(settings), nearlyEmpty);
    const held = await submit(clip());
    expect(held.status).toBe(202);
    const refused = await submit(picture);
    expect([refused.status, refused.body.error?.code]).toEqual([429, 'insufficient_balance']);
    expect(refused.body.error?.message).toContain('balance');
    expect(refused.headers.get('Retry-After')).toBeNull();
    await cancel(held.body.id);
    expect((await submit(picture)).status).toBe(202);
  });

  it('forgets a hold whose submit died before it wrote its job', async () => {
    const { submit, settings } = service();
    const deployment = createDeployment(settings);
    const phantom = { holdMicrousd: 900_000_000, endsAtMs: Number.MAX_SAFE_INTEGER };
    await become(deployment, {
      balanceMicrousd: 900_000_000,
      open: { job_00000000000000000000000000000000: phantom },
      attempts: {},
    });
    expect((await submit(picture)).status).toBe(202);
    expect(accountBalance(deployment, 'sbx_local')).toMatchObject({ heldUsd: 0.03, jobsInFlight: 1 });
  });
});
