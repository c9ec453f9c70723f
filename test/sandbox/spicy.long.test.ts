import { describe, expect, it } from 'vitest';
import { service } from './fixtures/service.ts';
import { finished, linked, part, paths, poll, spicy, started, submit, task } from './fixtures/v1.ts';

const words = { type: 'text', text: 'they meet' };

describe('a spicy job', () => {
  it('is submitted, polled by its job’s id, and fetched by its masked link', async () => {
    const one = service();
    const accepted = await submit(one, 'spicy', spicy([words]));
    expect(accepted.body).toEqual({ job_id: expect.stringMatching(/^job_/), status: 'submitted' });
    const id = accepted.body.job_id;
    expect((await poll(one, 'spicy', id)).body.status).toBe('running');
    one.clock.advanceSeconds(10);
    const { body } = await poll(one, 'spicy', id);
    expect(body).toMatchObject({ status: 'succeeded', job_id: id, model: 'spicy/video-2-5' });
    expect((await linked(one, body.media_url)).bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect((await poll(one, 'spicy', body.id)).status).toBe(404);
  });

  it.each(['spicy/video-2-0', 'spicy/video-2-0-mini', 'vendor-b/video-2.5'])(
    'may be of %s',
    async (model) => {
      expect(await finished(service(), 'spicy', spicy([words], { model }))).toMatchObject({ model });
    },
  );

  it('is not of a model by the vendor’s own name', async () => {
    const { body, status } = await submit(service(), 'spicy', spicy([words], { model: 'native-video-2-5' }));
    expect([status, body.error?.code]).toEqual([404, 'model_not_found']);
  });

  it('takes pictures as base64', async () => {
    const frame = {
      type: 'image_url',
      image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' },
      role: 'first_frame',
    };
    expect((await finished(service(), 'spicy', spicy([words, frame]))).status).toBe('succeeded');
  });

  it.each([
    ['a reference', part.picture('a'), 'InputImageSensitiveContentDetected.PrivacyInformation'],
    [
      'a first frame',
      part.picture('a', 'first_frame'),
      'InputImageSensitiveContentDetected.PrivacyInformation',
    ],
    ['a clip', part.clip('a'), 'InputVideoSensitiveContentDetected.PrivacyInformation'],
  ])('is refused over a real person in %s, by its place, and nothing is held', async (_, seen, code) => {
    const one = service();
    const sent = spicy([words, part.sound('voice'), seen]);
    const { body, status } = await submit(one, 'spicy', sent, { scenario: 'sensitive_content' });
    expect([status, body.error?.code]).toEqual([400, code]);
    expect(body.error?.message).toContain('content[2]');
    expect(body.error?.message).not.toContain(paths.refs);
    expect((await submit(one, 'spicy', spicy([words]), { scenario: 'sensitive_content' })).status).toBe(200);
  });
});

describe('a job with prepared references', () => {
  it('is polled where spicy jobs are', async () => {
    const one = service();
    const body = await finished(one, 'refs', spicy([words, part.picture('a'), part.clip('b')]));
    expect(body.status).toBe('succeeded');
    expect((await linked(one, body.media_url)).status).toBe(200);
  });

  it('is rendered although a real person is in a reference', async () => {
    const sent = spicy([words, part.picture('a')]);
    const body = await finished(service(), 'refs', sent, { scenario: 'sensitive_content' });
    expect(body.status).toBe('succeeded');
  });

  it.each([
    ['another model', spicy([part.picture('a')], { model: 'vendor-a/video-1' }), [paths.spicy]],
    [
      'the vendor’s name of a model',
      spicy([part.picture('a')], { model: 'native-video-2-5' }),
      [paths.spicy],
    ],
    ['no picture or clip', spicy([words, part.sound('a')]), ['reference_image']],
    ['a frame beside references', spicy([part.picture('a', 'last_frame'), part.clip('b')]), ['last_frame']],
    ['31 pictures', spicy(Array.from({ length: 31 }, (_, n) => part.picture(String(n)))), ['31', 'images']],
    [
      'base64',
      spicy([{ type: 'image_url', image_url: { url: 'data:,' }, role: 'reference_image' }]),
      ['base64'],
    ],
  ])('is refused with a message alone for %s', async (_, sent, named) => {
    const { body, status } = await submit(service(), 'refs', sent);
    expect(status).toBe(400);
    expect(body).toEqual({ error: { message: expect.any(String) } });
    for (const word of named) expect(body.error?.message).toContain(word);
  });

  it.each([
    ['unreachable_reference', /^reference image 2 .*\b404\b/],
    ['unreachable_host', /^reference image 2 [^0-9]*$/],
  ])('is refused by %s, with kind, position and what the fetch met', async (scenario, says) => {
    const one = service();
    const sent = spicy([
      words,
      part.clip('a'),
      part.picture('b'),
      part.sound('c'),
      part.picture('d'),
      part.picture('e'),
    ]);
    const { body, status } = await submit(one, 'refs', sent, { scenario });
    expect(status).toBe(400);
    expect(body).toEqual({ error: { message: expect.stringMatching(says) } });
    expect((await submit(one, 'refs', sent)).status).toBe(200);
  });

  it.each([
    ['preparation_busy', [503, 503, 503, 503]],
    ['preparation_timeout', [503, 503, 503, 503]],
    ['preparation_busy_once', [503, 200, 200, 200]],
    ['preparation_busy_twice', [503, 503, 200, 200]],
  ])('under %s is answered in turn %j', async (scenario, statuses) => {
    const one = service();
    const seen = [];
    for (const _ of statuses) {
      const { body, status } = await submit(one, 'refs', spicy([part.picture('a')]), { scenario });
      seen.push(status);
      if (status === 503) expect(body).toEqual({ error: { message: expect.any(String) } });
    }
    expect(seen).toEqual(statuses);
    const other = spicy([part.picture('b')]);
    expect((await submit(one, 'refs', other, { scenario })).status).toBe(503);
  });

  it('tells the generator’s refusal as every route of v1 does', async () => {
    const { body } = await submit(service(), 'refs', spicy([part.picture('a')], { duration: 31 }));
    expect(body.error).toMatchObject({ code: 'provider_rejected', provider_code: 'InvalidParameter' });
  });
});

describe('a scenario of references', () => {
  it('does nothing on a route that looks at none', async () => {
    const one = service();
    for (const scenario of ['sensitive_content', 'unreachable_reference', 'preparation_busy'])
      expect(await started(one, 'tasks', task({ content: [part.picture('a')] }), { scenario })).toMatch(
        /^task-/,
      );
    for (const scenario of ['unreachable_reference', 'preparation_busy'])
      expect(await started(one, 'spicy', spicy([part.picture('a')]), { scenario })).toMatch(/^job_/);
  });
});
