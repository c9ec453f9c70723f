import { describe, expect, it } from 'vitest';
import { clip, picture, request, service } from './fixtures/service.ts';

describe('who may ask', () => {
  it('refuses any Origin', async () => {
    const { ask } = service();
    const answer = await ask('/v2/models', { headers: { Origin: 'https://api.sandbox.invalid' } });
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'forbidden']);
  });

  it('refuses a host that is not its own', async () => {
    const { ask } = service();
    expect((await ask('https://evil.example/v2/models')).status).toBe(403);
  });

  it('wants a key, and never a real one', async () => {
    const { ask } = service();
    expect((await ask('/v2/models', { key: undefined })).status).toBe(401);
    const real = await ask('/v2/models', { key: 'sk-live-0123456789' });
    expect(real.status).toBe(401);
    expect(real.body.error?.message).toMatch(/never send a real key here/);
    expect(JSON.stringify(real.body)).not.toContain('0123456789');
  });

  it('refuses a model that the key is not granted', async () => {
    const { submit, ask } = service();
    const answer = await submit(picture, { key: 'sbx_ungranted' });
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'model_not_granted']);
    expect((await ask('/v2/models', { key: 'sbx_ungranted' })).status).toBe(200);
  });
});

describe('what a submit must be', () => {
  it('carries an Idempotency-Key', async () => {
    const { ask } = service();
    const answer = await ask('/v2/jobs', { method: 'POST', body: picture });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'idempotency_key_required']);
  });

  it.each([
    ['{', 400],
    ['[]', 400],
    ['"x"', 400],
    ['null', 400],
    [`{"input":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, 400],
  ])('is a JSON object, not %.20s', async (body, status) => {
    const { submit } = service();
    const answer = await submit(body);
    expect([answer.status, answer.body.error?.code]).toEqual([status, 'invalid_input']);
  });

  it('is sent as JSON', async () => {
    const { submit } = service();
    expect((await submit('{}', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  });

  it('is at most 64 MiB, whatever its header says', async () => {
    const { submit, sandbox } = service();
    const declared = await submit(picture, { headers: { 'Content-Length': String(64 * 1024 * 1024 + 1) } });
    expect([declared.status, declared.body.error?.code]).toEqual([413, 'body_too_large']);
    const chunk = new Uint8Array(1024 * 1024);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const endless = request('/v2/jobs', { method: 'POST', body: {}, idempotencyKey: 'k' });
    const answer = await sandbox.fetch(
      new Request(endless.url, { method: 'POST', headers: endless.headers, body, duplex: 'half' }),
    );
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(70);
  });

  it.each(['spicy/video-2-5', 'vendor-b/video-9', 'vendor-b/image-1'])(
    'names a model of v2, not %s',
    async (model) => {
      const { submit } = service();
      const answer = await submit({ model, input: {} });
      expect([answer.status, answer.body.error?.code]).toEqual([404, 'model_not_found']);
    },
  );

  it('is told of every fault at once', async () => {
    const { submit } = service();
    const answer = await submit({
      ...picture,
      input: { prompt: 'a', n: 2, parameters: {} },
      output: { count: 5 },
    });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_input']);
    for (const part of ['input.n', 'input.parameters', 'output.count is 5'])
      expect(answer.body.error?.message).toContain(part);
  });

  it('may be what the generator refuses: the job then fails, uncharged', async () => {
    const { submit, poll, clock } = service();
    const bodies = [
      { model: 'vendor-b/video-2.5', input: { prompt: 'the wrong shape' } },
      { model: 'vendor-a/video-1-i2v', input: { prompt: 'no first frame' } },
      { model: 'vendor-a/image-1', input: { prompt: 'a', size: '63x5000' } },
      { model: 'vendor-b/video-2.0', input: { content: [{ type: 'text', text: 'a' }], ratio: '2:1' } },
      clip({ duration: 31 }),
      clip({}, 'x'.repeat(100_001)),
    ];
    for (const body of bodies) {
      const accepted = await submit(body);
      expect(accepted.status).toBe(202);
      clock.advanceSeconds(10);
      const job = (await poll(accepted.body.id)).body;
      expect([job.status, job.error?.code]).toEqual(['failed', 'provider_rejected']);
      expect(job).not.toHaveProperty('cost_usd');
      expect(job).not.toHaveProperty('outputs');
    }
  });

  it('may write the largest tier of the 2.0 line either way', async () => {
    const { submit, poll, clock } = service();
    for (const resolution of ['4K', '4k']) {
      const { id } = (await submit({ ...clip({ resolution }), model: 'vendor-b/video-2.0' })).body;
      clock.advanceSeconds(10);
      expect((await poll(id)).body.status).toBe('succeeded');
    }
  });
});

describe('an unknown route', () => {
  it('is a 404 with the usual envelope', async () => {
    const { ask } = service();
    expect((await ask('/v2/nothing')).body.error?.code).toBe('not_found');
    expect((await ask('/v2/jobs', { method: 'DELETE' })).status).toBe(404);
  });
});
