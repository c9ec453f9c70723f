import { describe, expect, it } from 'vitest';
import { service } from './fixtures/service.ts';
import { finished, linked, part, poll, started, submit, task } from './fixtures/v1.ts';
import { pngPixels } from './media/fixtures/read-png.ts';

describe('a task of v1', () => {
  it('is answered with the vendor’s id alone, and each submit is another task', async () => {
    const one = service();
    const first = await submit(one, 'tasks', task(), { idempotencyKey: 'k' });
    const second = await submit(one, 'tasks', task(), { idempotencyKey: 'k' });
    expect(Object.keys(first.body)).toEqual(['id']);
    expect(first.body.id).not.toMatch(/^job_/);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('runs, and then has succeeded: never queued, and no header says when to look again', async () => {
    const one = service();
    const id = await started(one, 'tasks', task());
    const seen = [];
    for (let look = 0; look < 12; look += 1) {
      const { body, headers, status } = await poll(one, 'tasks', id);
      expect([status, headers.get('Retry-After')]).toEqual([200, null]);
      seen.push(body.status);
      one.clock.advanceSeconds(0.5);
    }
    expect([...new Set(seen)]).toEqual(['running', 'succeeded']);
  });

  it('says what was asked, and what the generator chose', async () => {
    const body = await finished(
      service(),
      'tasks',
      task({ ratio: '9:16', seed: 7, generate_audio: false, service_tier: 'flex', output_format: 'mov' }),
    );
    expect(body).toMatchObject({
      model: 'vendor-b/video-2.5',
      status: 'succeeded',
      seed: 7,
      resolution: '480p',
      ratio: '9:16',
      duration: 4,
      framespersecond: 24,
      generate_audio: false,
      output_format: 'mov',
      draft: false,
      service_tier: 'flex',
      execution_expires_after: 1_800,
      job_id: expect.stringMatching(/^job_/),
      usage: { completion_tokens: 4 * 24 * 420, total_tokens: 4 * 24 * 420 },
    });
    const chosen = await finished(service(), 'tasks', task({ ratio: 'adaptive' }));
    expect(chosen).toMatchObject({ ratio: '16:9', generate_audio: true, seed: expect.any(Number) });
  });

  it('never changed at a moment that is yet to come', async () => {
    const one = service();
    const id = await started(one, 'tasks', task(), { scenario: 'slow' });
    for (let look = 0; look < 40; look += 1) {
      const { body } = await poll(one, 'tasks', id);
      const nowSeconds = Math.floor(one.clock.nowMs() / 1_000);
      expect(body.updated_at).toBeLessThanOrEqual(nowSeconds);
      expect(body.updated_at).toBeGreaterThanOrEqual(Number(body.created_at));
      one.clock.advanceSeconds(2);
    }
  });

  it('has its closing still only where it is asked for, at the same price', async () => {
    const one = service();
    const plain = await finished(one, 'tasks', task());
    expect(plain).not.toHaveProperty('last_frame_media_url');
    expect(plain.content).not.toHaveProperty('last_frame_url');
    const both = await finished(one, 'tasks', task({ return_last_frame: true, ratio: '9:16' }));
    const { last_frame_url } = both.content as { last_frame_url: string };
    for (const url of [both.last_frame_media_url, last_frame_url]) {
      const still = await linked(one, url);
      expect([still.status, still.headers.get('Content-Type')]).toEqual([200, 'image/png']);
      const { width, height } = pngPixels(still.bytes);
      expect([width, height]).toEqual([496, 864]);
    }
    expect(both.usage).toEqual(plain.usage);
  });

  it('takes the vendor’s own id of a model', async () => {
    const body = await finished(service(), 'tasks', task({ model: 'native-video-2-5' }));
    expect(body).toMatchObject({ status: 'succeeded', model: 'vendor-b/video-2.5' });
  });

  it('takes a small picture in the body as its first frame', async () => {
    const frame = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const content = [{ type: 'text', text: 'she waves' }, frame];
    expect((await finished(service(), 'tasks', task({ content }))).status).toBe('succeeded');
  });

  it('passes unknown fields on, those of v2 among them, and heeds none', async () => {
    const options = {
      callback_url: 'https://hooks.example/x',
      camera_fixed: true,
      n: 3,
      output: { count: 2 },
    };
    const body = await finished(service(), 'tasks', task(options));
    expect(body.status).toBe('succeeded');
    expect(body.content).toEqual({ video_url: expect.stringMatching(/^https:/) });
  });

  it('is looked at where it came from, by the id it was given there', async () => {
    const one = service();
    const { id, job_id } = await finished(one, 'tasks', task());
    expect((await poll(one, 'tasks', id)).status).toBe(200);
    expect((await poll(one, 'tasks', job_id)).status).toBe(404);
    for (const named of [id, job_id]) {
      expect((await poll(one, 'images', named)).status).toBe(404);
      expect((await poll(one, 'spicy', named)).status).toBe(404);
      expect((await one.poll(String(named))).status).toBe(404);
      expect((await one.cancel(String(named))).status).toBe(404);
    }
  });

  it('is nobody else’s, and reads to them as an id that nobody has', async () => {
    const one = service();
    const id = await started(one, 'tasks', task());
    const foreign = await poll(one, 'tasks', id, { key: 'sbx_other' });
    const unknown = await poll(one, 'tasks', `task-${'0'.repeat(32)}`, { key: 'sbx_other' });
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body]);
    expect((await poll(one, 'tasks', id, { key: 'sbx_local.2' })).status).toBe(200);
  });
});

describe('a task that does not succeed', () => {
  it.each([
    ['provider_failed', 'provider_failed', true],
    ['soundtrack', 'provider_failed', true],
    ['provider_rejected', 'provider_rejected', true],
    ['timeout', 'timeout', true],
    ['canceled', 'canceled', false],
    ['quota_exceeded', 'quota_exceeded', false],
    ['internal', 'internal', false],
  ])(
    'by %s has failed, with the service’s code and the generator’s where it spoke',
    async (scenario, code, spoke) => {
      const body = await finished(service(), 'tasks', task(), { scenario });
      expect(body).toMatchObject({
        status: 'failed',
        error: { code, message: expect.stringMatching(/\w{3}/) },
      });
      expect(typeof body.error?.provider_code).toBe(spoke ? 'string' : 'undefined');
      for (const name of ['media_url', 'content', 'usage']) expect(body).not.toHaveProperty(name);
    },
  );

  it.each(['expired', 'stuck', 'too_many_results'])(
    'by %s runs to its deadline and has then failed',
    async (scenario) => {
      const one = service();
      const id = await started(one, 'tasks', task(), { scenario });
      one.clock.advanceSeconds(1_799);
      expect((await poll(one, 'tasks', id)).body.status).toBe('running');
      one.clock.advanceSeconds(1);
      expect((await poll(one, 'tasks', id)).body).toMatchObject({
        status: 'failed',
        error: { code: 'expired' },
      });
    },
  );

  it('over its sound succeeds without sound', async () => {
    const silent = task({ generate_audio: false });
    expect((await finished(service(), 'tasks', silent, { scenario: 'soundtrack' })).status).toBe('succeeded');
  });

  it('is refused at the submit where the generator refuses it, in its words and numbers', async () => {
    const one = service();
    const refusals: [Record<string, unknown>, string[]][] = [
      [task({ duration: 31 }), ['31', '30']],
      [task({ ratio: '2:1' }), ['2:1', '21:9']],
      [{ ...task(), model: 'vendor-b/video-2.0', ratio: '2:1' }, ['2:1', '21:9']],
      [{ model: 'vendor-b/video-2.5', prompt: 'a fox' }, ['prompt', 'content']],
      [{ ...task({ draft: true }), model: 'vendor-b/video-2.0' }, ['draft']],
      [task({ content: Array.from({ length: 31 }, (_, n) => part.picture(String(n))) }), ['31', '30']],
    ];
    for (const [body, words] of refusals) {
      const answer = await submit(one, 'tasks', body);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toMatchObject({
        code: 'provider_rejected',
        provider_code: 'InvalidParameter',
      });
      for (const word of words) expect(answer.body.error?.message).toContain(word);
    }
  });

  it('is refused by the service itself without a code of the generator', async () => {
    const one = service();
    for (const body of [
      task({ resolution: '4K' }),
      task({}, 'x'.repeat(100_001)),
      task({ model: 'vendor-a/video-1' }),
    ]) {
      const { body: answer, status } = await submit(one, 'tasks', body);
      expect([status, answer.error?.code]).toEqual([400, 'invalid_input']);
      expect(answer.error).not.toHaveProperty('provider_code');
    }
    const unknown = await submit(one, 'tasks', task({ model: 'vendor-b/video-9' }));
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'model_not_found']);
  });
});
