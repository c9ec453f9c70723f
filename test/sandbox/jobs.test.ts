import { describe, expect, it } from 'vitest';
import { clip, picture, service } from './fixtures/service.ts';

describe('a job from its submit to its end', () => {
  it('answers a submit with four fields', async () => {
    const { submit } = service();
    const { status, body } = await submit(picture);
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
      model: 'vendor-a/image-1',
      status: 'queued',
      created_at: '2026-01-05T12:00:00.000000+00:00',
    });
  });

  it('is queued, then running, each with the seconds to wait in body and header', async () => {
    const { submit, poll, clock } = service();
    const { id } = (await submit(clip())).body;
    const queued = await poll(id);
    expect(queued.body).toMatchObject({ status: 'queued', media: 'video', retry_after: expect.any(Number) });
    expect(queued.headers.get('Retry-After')).toBe(String(queued.body.retry_after));
    clock.advanceSeconds(2);
    const running = await poll(id);
    expect(running.body.status).toBe('running');
    expect(running.body.deadline_at).toBe('2026-01-05T12:30:00.000000+00:00');
    expect(running.body).not.toHaveProperty('completed_at');
    expect(running.body).not.toHaveProperty('cost_usd');
  });

  it('succeeds with its charge and a link an output', async () => {
    const { submit, poll, clock } = service();
    const { id } = (await submit({ ...picture, output: { count: 3, format: 'url' } })).body;
    clock.advanceSeconds(5);
    const { body, headers } = await poll(id);
    expect(body).toMatchObject({ status: 'succeeded', cost_usd: 0.09, media: 'image' });
    expect(headers.get('Retry-After')).toBeNull();
    expect(body.outputs?.map(({ url }) => url)).toEqual(
      [1, 2, 3].map((n) =>
        expect.stringMatching(
          new RegExp(`^https://cdn\\.sandbox\\.invalid/v2/${id}/${n}-[0-9a-f]{32}\\.png$`),
        ),
      ),
    );
    expect(body.outputs?.[0]).toMatchObject({ type: 'image', content_type: 'image/png' });
    const completed = Date.parse(body.completed_at ?? '');
    expect(Date.parse(body.outputs?.[0]?.expires_at ?? '') - completed).toBeGreaterThan(
      10 * 366 * 86_400_000,
    );
  });

  it('is over on the first look where the speed is instant', async () => {
    const { submit, poll } = service({ speed: 'instant' });
    const { id, status } = (await submit(picture)).body;
    expect(status).toBe('queued');
    expect((await poll(id)).body.status).toBe('succeeded');
  });

  it('goes on where another process opens the same folder', async () => {
    const first = service();
    const { id } = (await first.submit(picture)).body;
    first.clock.advanceSeconds(5);
    const second = service({ folder: first.folder, clock: first.clock });
    const seen = (await second.poll(id)).body;
    expect(seen.status).toBe('succeeded');
    expect(seen).toEqual((await first.poll(id)).body);
  });

  it('is gone after its retention, and its file is not', async () => {
    const { submit, poll, cancel, clock, fetchUrl } = service();
    const { id } = (await submit(picture)).body;
    clock.advanceSeconds(5);
    const { outputs, retention_until } = (await poll(id)).body;
    clock.advanceSeconds((Date.parse(retention_until ?? '') - clock.nowMs()) / 1_000 - 1);
    expect((await poll(id)).status).toBe(200);
    clock.advanceSeconds(1);
    expect((await poll(id)).status).toBe(404);
    expect((await cancel(id)).status).toBe(404);
    expect((await fetchUrl(outputs?.[0]?.url ?? '')).status).toBe(200);
  });
});

describe('a cancel', () => {
  it('ends an unfinished job, uncharged', async () => {
    const { submit, poll, cancel, clock } = service();
    const { id } = (await submit(clip())).body;
    clock.advanceSeconds(1);
    const canceled = await cancel(id);
    expect(canceled.status).toBe(200);
    expect(canceled.body).toMatchObject({
      status: 'canceled',
      completed_at: '2026-01-05T12:00:01.000000+00:00',
      error: { code: 'canceled' },
    });
    expect(canceled.body).not.toHaveProperty('cost_usd');
    clock.advanceSeconds(60);
    expect((await poll(id)).body).toEqual(canceled.body);
    expect((await cancel(id)).body).toEqual(canceled.body);
  });

  it('leaves a finished job as it is', async () => {
    const { submit, poll, cancel, clock } = service();
    const { id } = (await submit(picture)).body;
    clock.advanceSeconds(5);
    const canceled = await cancel(id);
    expect(canceled.body.status).toBe('succeeded');
    expect(canceled.body).toEqual((await poll(id)).body);
  });

  it('comes too late once anybody has seen the end, even where its own clock is behind', async () => {
    const ahead = service();
    const { id } = (await ahead.submit(picture)).body;
    const behind = service({ folder: ahead.folder });
    ahead.clock.advanceSeconds(5);
    expect((await ahead.poll(id)).body.status).toBe('succeeded');
    expect((await behind.cancel(id)).body.status).toBe('succeeded');
    expect((await behind.poll(id)).body.status).toBe('succeeded');
  });

  it('stands for those whose clock has passed the planned end', async () => {
    const ahead = service();
    const { id } = (await ahead.submit(picture)).body;
    const behind = service({ folder: ahead.folder });
    ahead.clock.advanceSeconds(5);
    expect((await behind.cancel(id)).body.status).toBe('canceled');
    expect((await ahead.poll(id)).body.status).toBe('canceled');
  });
});

describe('whose job it is', () => {
  it('reads as unknown to another account, to look at and to cancel', async () => {
    const { submit, poll, cancel } = service();
    const { id } = (await submit(picture)).body;
    const unknown = await poll('job_00000000000000000000000000000000');
    expect(unknown.status).toBe(404);
    for (const answer of [await poll(id, { key: 'sbx_other' }), await cancel(id, { key: 'sbx_other' })])
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
    expect((await poll(id)).body.status).toBe('queued');
  });

  it('is known to every key of its account', async () => {
    const { submit, poll } = service();
    const { id } = (await submit(picture, { key: 'sbx_team.first' })).body;
    expect((await poll(id, { key: 'sbx_team.second' })).status).toBe(200);
  });

  it.each(['..', '..%2f..%2fsecret%2fkey', 'job_', 'job_%00', '%2e%2e%2faccounts', 'JOB_1'])(
    'knows no job %s',
    async (id) => {
      const { submit, poll } = service();
      await submit(picture);
      expect((await poll(id)).status).toBe(404);
    },
  );
});
