import { describe, expect, it } from 'vitest';
import { createCallbacks } from '../../src/sandbox/callbacks.ts';
import { createDeployment } from '../../src/sandbox/deployment.ts';
import { receiver } from './fixtures/receiver.ts';
import { clip, picture, service } from './fixtures/service.ts';

function callingService(port?: number) {
  const one = service();
  const deployment = createDeployment(one.settings);
  const { sweep } = createCallbacks(deployment, { port, signal: new AbortController().signal });
  return { ...one, sweep, outcome: (id: string) => deployment.callbacks.read(id) };
}

describe('a callback', () => {
  it('comes once, when the job is over and not before', async () => {
    const { url, received } = await receiver();
    const { submit, poll, clock, sweep } = callingService();
    const { id } = (await submit({ ...picture, callback_url: url })).body;
    await sweep();
    expect(received).toEqual([]);
    clock.advanceSeconds(5);
    await sweep();
    await sweep();
    const job = (await poll(id)).body;
    expect(received).toEqual([{ method: 'POST', contentType: 'application/json', job }]);
  });

  it('comes once where two servers are on the folder', async () => {
    const { url, received } = await receiver();
    const { clock, settings, submit, sweep } = callingService();
    const signal = new AbortController().signal;
    const other = createCallbacks(createDeployment(settings), { port: undefined, signal });
    await submit({ ...picture, callback_url: url });
    clock.advanceSeconds(5);
    await Promise.all([sweep(), other.sweep()]);
    expect(received).toHaveLength(1);
  });

  it.each(['provider_failed', 'canceled', 'expired'])('comes for a job that ends %s', async (scenario) => {
    const { url, received } = await receiver();
    const { submit, clock, sweep } = callingService();
    await submit({ ...picture, callback_url: url }, { scenario });
    clock.advanceSeconds(300);
    await sweep();
    expect(received[0]?.job).toMatchObject({ error: { code: scenario } });
  });

  it('is repeated after a pause where the receiver fails', async () => {
    const { url, received } = await receiver([500, 302]);
    const { submit, clock, sweep, outcome } = callingService();
    const { id } = (await submit({ ...picture, callback_url: url })).body;
    clock.advanceSeconds(5);
    await sweep();
    await sweep();
    expect(received).toHaveLength(1);
    clock.advanceSeconds(1);
    await sweep();
    expect(outcome(id)).toMatchObject({ state: 'pending', attempts: 2 });
    clock.advanceSeconds(5);
    await sweep();
    expect(outcome(id)).toMatchObject({ state: 'delivered', attempts: 3 });
    expect(received).toHaveLength(3);
  });

  it('is given up after four posts', async () => {
    const { url, received } = await receiver([500, 500, 500, 500]);
    const { submit, clock, sweep, outcome } = callingService();
    const { id } = (await submit({ ...picture, callback_url: url })).body;
    for (let n = 0; n < 6; n++) {
      clock.advanceSeconds(60);
      await sweep();
    }
    expect(received).toHaveLength(4);
    expect(outcome(id)).toMatchObject({ state: 'gave_up', attempts: 4 });
  });

  it('never leaves this machine', async () => {
    const { submit, clock, sweep, outcome } = callingService();
    const { id } = (await submit({ ...clip(), callback_url: 'https://hooks.example.invalid/x' })).body;
    clock.advanceSeconds(10);
    await sweep();
    expect(outcome(id)).toMatchObject({ state: 'off_loopback', attempts: 0 });
  });

  it('goes to one port of this machine where it was told so, and to no other', async () => {
    const { url, received } = await receiver();
    const own = Number(new URL(url).port);
    for (const [port, posts] of [
      [own + 1, 0],
      [80, 0],
      [own, 1],
    ] as const) {
      const { submit, clock, sweep, outcome } = callingService(port);
      const { id } = (await submit({ ...picture, callback_url: url })).body;
      clock.advanceSeconds(10);
      await sweep();
      expect(received).toHaveLength(posts);
      expect(outcome(id)).toMatchObject({ state: posts === 0 ? 'other_port' : 'delivered' });
    }
  });

  it('wants https anywhere but on loopback', async () => {
    const { submit } = callingService();
    expect((await submit({ ...picture, callback_url: 'http://hooks.example/x' })).status).toBe(400);
    expect((await submit({ ...picture, callback_url: 'http://127.0.0.1.evil.example/x' })).status).toBe(400);
  });
});
