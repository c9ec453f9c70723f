import { describe, expect, it } from 'vitest';
import { clip, clockAt, picture, service } from './fixtures/service.ts';
import { drawing, finished, poll, spicy, submit, task } from './fixtures/v1.ts';

const only = (...models: string[]) => ({ key: `sbx_local.only.${models.join('+')}` });
const words = { type: 'text', text: 'a fox' };

describe('a key that is granted some models only', () => {
  it.each(['vendor-b/video-2.5', 'native-video-2-5'])(
    'by %s opens the model by either id',
    async (granted) => {
      const one = service();
      for (const model of ['vendor-b/video-2.5', 'native-video-2-5'])
        expect((await submit(one, 'tasks', task({ model }), only(granted))).status).toBe(200);
      expect((await one.submit(clip(), only(granted))).status).toBe(202);
    },
  );

  it('is refused every other model, on either API and each route, and nothing is submitted', async () => {
    const one = service();
    const key = only('vendor-b/video-2.5');
    const refused = [
      await submit(one, 'tasks', task({ model: 'vendor-b/video-2.0' }), key),
      await submit(one, 'images', drawing, key),
      await submit(one, 'atOnce', drawing, key),
      await submit(one, 'spicy', spicy([words]), key),
      await submit(one, 'refs', spicy([words]), key),
      await one.submit(picture, key),
    ];
    for (const { body, status } of refused)
      expect([status, body.error?.code]).toEqual([403, 'model_not_granted']);
  });

  it('may be granted several', async () => {
    const one = service();
    const key = only('vendor-b/image-1', 'spicy/video-2-5');
    expect((await submit(one, 'images', drawing, key)).status).toBe(200);
    expect((await submit(one, 'spicy', spicy([words]), key)).status).toBe(200);
    expect((await submit(one, 'tasks', task(), key)).status).toBe(403);
  });

  it('is a key of its account: it polls what other keys of it started', async () => {
    const one = service();
    const { id } = await finished(one, 'tasks', task());
    expect((await poll(one, 'tasks', id, only('vendor-b/image-1'))).status).toBe(200);
    expect((await poll(one, 'tasks', id, { key: 'sbx_other.only.vendor-b/video-2.5' })).status).toBe(404);
  });

  it('and nothing behind it is granted nothing', async () => {
    for (const key of ['sbx_local.only.', 'sbx_ungranted.2'])
      expect((await submit(service(), 'tasks', task(), { key })).status).toBe(403);
  });

  it('does not come about by a name that looks like it', async () => {
    for (const key of ['sbx_only.vendor-b', 'sbx_local.2.only.vendor-b/image-1', 'sbx_local.onlyvendor'])
      expect((await submit(service(), 'tasks', task(), { key })).status).toBe(200);
  });
});

describe('a key that ends', () => {
  const key = (seconds: number): string => `sbx_local.ends-${Date.UTC(2026, 0, 5, 12) / 1000 + seconds}`;

  it('is a key of its account until its second, and answered 401 from then on', async () => {
    const clock = clockAt();
    const one = service({ clock });
    const { id } = (await one.submit(picture, { key: key(4) })).body;
    clock.advanceSeconds(3.999);
    expect((await one.ask(`/v2/jobs/${id}`, { key: key(4) })).status).toBe(200);
    clock.advanceSeconds(0.001);
    const { body, status } = await one.ask(`/v2/jobs/${id}`, { key: key(4) });
    expect([status, body.error?.code]).toEqual([401, 'unauthorized']);
    expect((await one.submit(picture, { key: key(4) })).status).toBe(401);
    expect((await one.ask(`/v2/jobs/${id}`, { key: key(8.5) })).status).toBe(200);
    expect((await one.ask(`/v2/jobs/${id}`, { key: 'sbx_other.ends-9999999999' })).status).toBe(404);
  });

  it('does not come about by a name that looks like it', async () => {
    for (const name of ['sbx_ends-1', 'sbx_local.ends-', 'sbx_local.ends-soon', 'sbx_local.2.ends-1'])
      expect((await service().submit(picture, { key: name })).status).toBe(202);
  });
});
