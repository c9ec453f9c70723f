import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { accountBalance } from './fixtures/account-balance.ts';
import { clip, picture, service } from './fixtures/service.ts';

describe('one key', () => {
  it('is one job for one body, whatever the order of its fields', async () => {
    const { submit } = service();
    const first = await submit(picture, { idempotencyKey: 'k' });
    const again = await submit(
      { input: { seed: 1, size: '64x64', prompt: 'a fox' }, model: picture.model },
      { idempotencyKey: 'k' },
    );
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id: first.body.id, status: 'queued', media: 'image' });
  });

  it('gives the finished job with its outputs', async () => {
    const { submit, poll, clock } = service();
    const { id } = (await submit(picture, { idempotencyKey: 'k' })).body;
    clock.advanceSeconds(5);
    const again = await submit(picture, { idempotencyKey: 'k' });
    expect(again.body.outputs).toHaveLength(1);
    expect(again.body).toEqual((await poll(id)).body);
  });

  it('refuses another body, even one that would be refused anyway', async () => {
    const { submit } = service();
    await submit(picture, { idempotencyKey: 'k' });
    for (const body of [clip(), { model: 'nobody/knows', input: {} }, { ...picture, input: { n: 1 } }]) {
      const answer = await submit(body, { idempotencyKey: 'k' });
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'idempotency_conflict']);
    }
  });

  it('is not taken by a submit that was refused', async () => {
    const { submit } = service();
    await submit({ ...picture, input: { n: 1 } }, { idempotencyKey: 'k' });
    expect((await submit(picture, { idempotencyKey: 'k' })).status).toBe(202);
  });

  it('is an account’s own', async () => {
    const { submit } = service();
    const mine = await submit(picture, { idempotencyKey: 'k' });
    const theirs = await submit(picture, { idempotencyKey: 'k', key: 'sbx_other' });
    expect(theirs.status).toBe(202);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  it('is free again once its job is no longer kept', async () => {
    const { submit, clock } = service();
    const first = await submit(picture, { idempotencyKey: 'k' });
    clock.advanceSeconds(31 * 86_400);
    const second = await submit(clip(), { idempotencyKey: 'k' });
    expect(second.status).toBe(202);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('makes one job and one hold where two processes race for it', async () => {
    const one = service();
    const other = service({ folder: one.folder, clock: one.clock });
    const racers = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? one : other));
    const answers = await Promise.all(racers.map(({ submit }) => submit(clip(), { idempotencyKey: 'k' })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(11);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const balance = accountBalance(createDeployment(one.settings), 'sbx_local');
    expect(balance).toEqual({ balanceUsd: 1_000, heldUsd: 0.225, jobsInFlight: 1 });
  });
});
