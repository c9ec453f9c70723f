import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { clip, service } from './fixtures/service.ts';
import { drawing, finished, part, poll, started, submit, task, type V1Route } from './fixtures/v1.ts';

type Service = ReturnType<typeof service>;

const hour = 3_600;

function draft(options: Record<string, unknown> = {}, prompt?: string) {
  const { resolution: _, ...rest } = task({ draft: true }, prompt);
  return { ...rest, ...options };
}

function final(id: unknown, options: Record<string, unknown> = {}) {
  const content = [part.draft(id)];
  return { model: 'vendor-b/video-2.5', content, resolution: '1080p', ...options };
}

function recordOf(one: Service, jobId: unknown) {
  return createDeployment(one.settings).jobs.read(String(jobId));
}

describe('a draft and its final on v1', () => {
  it('are 480p and 1080p of the same prompt, length, shape, seed and sound', async () => {
    const one = service();
    const options = { duration: 7, ratio: '9:16', seed: 42, generate_audio: false };
    const first = await finished(one, 'tasks', draft(options, 'a heron'));
    expect(first).toMatchObject({ ...options, resolution: '480p', draft: true });
    const second = await finished(one, 'tasks', final(first.id));
    expect(second).toMatchObject({ ...options, resolution: '1080p', draft: false });
    expect(recordOf(one, second.job_id)?.rendering).toMatchObject({ prompt: 'a heron' });
  });

  it('are tied by the id of the task or of its job', async () => {
    const one = service();
    const { id, job_id } = await finished(one, 'tasks', draft());
    for (const named of [id, job_id]) expect((await submit(one, 'tasks', final(named))).status).toBe(200);
  });

  it('may come by either of the vendor’s route and the spicy one', async () => {
    const one = service();
    const { job_id } = await finished(one, 'spicy', { ...draft(), model: 'spicy/video-2-5' });
    const spicyFinal = { ...final(job_id), model: 'spicy/video-2-5' };
    expect((await submit(one, 'spicy', spicyFinal)).status).toBe(200);
    expect((await submit(one, 'tasks', final(job_id))).status).toBe(200);
  });

  it('are charged apart, the final at the rate of the draft’s inputs', async () => {
    const one = service();
    const rates = [];
    for (const content of [[], [part.clip('street')]]) {
      const first = await finished(
        one,
        'tasks',
        draft({ duration: 5, content: [{ type: 'text', text: 'x' }, ...content] }),
      );
      const second = await finished(one, 'tasks', final(first.id));
      rates.push(...[first, second].map(({ job_id }) => recordOf(one, job_id)?.price.renderMicrousd));
    }
    expect(rates).toEqual([100_000, 500_000, 130_000, 650_000]);
  });

  it.each([
    ['a draft of 720p', () => draft({ resolution: '720p' })],
    ['a final that is a draft', (id: unknown) => final(id, { draft: true })],
    ['a final of 720p', (id: unknown) => final(id, { resolution: '720p' })],
    ['a final that does not say its resolution', (id: unknown) => final(id, { resolution: undefined })],
    ['a final on the 2.0 line', (id: unknown) => final(id, { model: 'vendor-b/video-2.0' })],
  ])('are not %s', async (_, body) => {
    const one = service();
    const { id } = await finished(one, 'tasks', draft());
    expect((await submit(one, 'tasks', body(id))).status).toBe(400);
  });

  it('are refused where what is named is no succeeded draft of the caller, someone’s like nobody’s', async () => {
    const one = service();
    const { id } = await finished(one, 'tasks', draft());
    const plain = await finished(one, 'tasks', task());
    const drawn = await finished(one, 'images', drawing);
    const failed = await finished(one, 'tasks', draft(), { scenario: 'internal' });
    const unfinished = await started(one, 'tasks', draft());
    for (const named of [plain.id, drawn.id, failed.id, unfinished])
      expect((await submit(one, 'tasks', final(named))).status).toBe(400);
    const nobodys = `task-${'0'.repeat(32)}`;
    const unknown = await submit(one, 'tasks', final(nobodys));
    const foreign = await submit(one, 'tasks', final(id), { key: 'sbx_other' });
    expect([foreign.status, unknown.status]).toEqual([400, 400]);
    expect(foreign.body.error?.message.replace(String(id), nobodys)).toBe(unknown.body.error?.message);
  });

  it('are of one API: a draft of the other is unknown', async () => {
    const one = service();
    const { job_id } = await finished(one, 'tasks', draft());
    const { id } = (await one.submit(clip({ draft: true }))).body;
    one.clock.advanceSeconds(60);
    const v2Final = { model: 'vendor-b/video-2.5', input: { content: [part.draft(job_id)] } };
    expect((await one.submit(v2Final)).status).toBe(400);
    expect((await submit(one, 'tasks', final(id))).body.error?.message).toContain('no such job');
  });
});

describe('the time that a draft of v1 has', () => {
  async function finalAfter(seconds: number, route: V1Route = 'tasks') {
    const one = service();
    const id = await started(one, route, draft());
    one.clock.advanceSeconds(60);
    const { updated_at } = (await poll(one, route, id)).body;
    one.clock.advanceSeconds(Number(updated_at) + seconds - one.clock.nowMs() / 1_000);
    return submit(one, route, final(id));
  }

  it('is that of its billing record, 48 hours from its end', async () => {
    expect((await finalAfter(48 * hour)).status).toBe(200);
    const late = await finalAfter(48 * hour + 2);
    expect([late.status, late.body.error?.code]).toEqual([400, 'invalid_input']);
    expect(late.body.error?.message).toContain('billing record');
    expect(late.body.error).not.toHaveProperty('provider_code');
  });

  it('is over before the generator’s seven days are', async () => {
    const late = await finalAfter(8 * 24 * hour);
    expect([late.status, late.body.error?.code]).toEqual([400, 'invalid_input']);
  });
});
