import { describe, expect, it } from 'vitest';
import { createDeployment } from '../../../src/sandbox/deployment.ts';
import { clip, picture, service } from '../fixtures/service.ts';

const finalOf = (id: string, input: Record<string, unknown> = {}) => ({
  model: 'vendor-b/video-2.5',
  input: { content: [{ type: 'draft_task', draft_task: { id } }], ...input },
});

async function succeededDraft(
  one: ReturnType<typeof service>,
  body = clip({ draft: true }),
): Promise<string> {
  const { id } = (await one.submit(body)).body;
  one.clock.advanceSeconds(10);
  return id;
}

describe('a draft and its final', () => {
  it('are 480p and 1080p of the same prompt, length, shape, seed and sound', async () => {
    const one = service();
    const body = clip(
      { draft: true, duration: 7, ratio: '9:16', seed: 42, generate_audio: false },
      'a heron',
    );
    const draftId = await succeededDraft(one, body);
    const finalId = (await one.submit(finalOf(draftId))).body.id;
    const { jobs } = createDeployment(one.settings);
    const shared = { seconds: 7, ratio: '9:16', seed: 42, sound: false, prompt: 'a heron' };
    expect(jobs.read(draftId)?.rendering).toMatchObject({ ...shared, resolution: '480p' });
    expect(jobs.read(finalId)?.rendering).toMatchObject({ ...shared, resolution: '1080p' });
  });

  it('share the seed that the draft was not given', async () => {
    const one = service();
    const draftId = await succeededDraft(one);
    const finalId = (await one.submit(finalOf(draftId, { seed: 5 }))).body.id;
    const { jobs } = createDeployment(one.settings);
    expect(jobs.read(finalId)?.rendering.seed).toBe(jobs.read(draftId)?.rendering.seed);
  });

  it('are charged apart, each at its own resolution and the rate of the draft’s inputs', async () => {
    const one = service();
    const video = {
      type: 'video_url',
      video_url: { url: 'https://a.example/1.mp4' },
      role: 'reference_video',
    };
    const withVideo = clip({ draft: true });
    withVideo.input.content.push(video as never);
    const costs = [];
    for (const body of [clip({ draft: true }), withVideo]) {
      const draftId = await succeededDraft(one, body);
      const finalId = (await one.submit(finalOf(draftId))).body.id;
      one.clock.advanceSeconds(10);
      costs.push((await one.poll(draftId)).body.cost_usd, (await one.poll(finalId)).body.cost_usd);
    }
    expect(costs).toEqual([0.1, 0.5, 0.13, 0.65]);
  });

  it('take no resolution but their own', async () => {
    const one = service();
    const draftId = await succeededDraft(one);
    expect((await one.submit(clip({ draft: true, resolution: '480p' }))).status).toBe(202);
    expect((await one.submit(clip({ draft: true, resolution: '720p' }))).status).toBe(400);
    expect((await one.submit(finalOf(draftId, { resolution: '1080p' }))).status).toBe(202);
    expect((await one.submit(finalOf(draftId, { resolution: '720p' }))).status).toBe(400);
  });

  it('refuse at submit what names no succeeded draft of the caller, someone else’s like nobody’s', async () => {
    const one = service();
    const draftId = await succeededDraft(one);
    const plainId = (await one.submit(picture)).body.id;
    const unfinishedId = (await one.submit(clip({ draft: true }))).body.id;
    for (const id of [plainId, unfinishedId]) expect((await one.submit(finalOf(id))).status).toBe(400);
    const nobodys = `job_${'0'.repeat(32)}`;
    const unknown = await one.submit(finalOf(nobodys));
    const foreign = await one.submit(finalOf(draftId), { key: 'sbx_other' });
    expect(unknown.status).toBe(400);
    expect(foreign.status).toBe(400);
    expect(foreign.body.error?.message.replace(draftId, nobodys)).toBe(unknown.body.error?.message);
  });

  it('refuse too long a text at submit', async () => {
    const one = service();
    expect((await one.submit(clip({ draft: true }, 'x'.repeat(100_001)))).status).toBe(400);
  });

  it('part after seven days: the final is taken in and fails', async () => {
    const one = service();
    const draftId = await succeededDraft(one);
    one.clock.advanceSeconds(7 * 86_400);
    const { status, body } = await one.submit(finalOf(draftId));
    expect(status).toBe(202);
    one.clock.advanceSeconds(10);
    expect((await one.poll(body.id)).body).toMatchObject({
      status: 'failed',
      error: { code: 'provider_rejected' },
    });
  });
});
